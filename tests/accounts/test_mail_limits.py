"""How many mails a stranger can have sent to an address, and what its owner can do then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.mail import daily_limits, outbox
from accounts.models import Mail, MailSlot, User
from tests.accounts.conftest import PASSWORD, code_for, confirm_again, log_in
from tests.accounts.test_signup import words

RESET, SIGNUP, CODE = "/account/password/reset/", "/account/signup/", "/account/confirm-email/"
KNOWN, UNKNOWN = "anna@example.org", "nobody@example.org"
NO_MORE = "We have already sent several emails to this address today. Look for the latest one, or try again tomorrow."

pytestmark = pytest.mark.django_db


def ask_for_reset(address: str, ip: str, client: Client | None = None) -> Any:
    cache.clear()  # what the cache counts is gone after a restart; what is asked here is not
    return (client or Client()).post(RESET, {"email": address}, REMOTE_ADDR=ip, follow=True)


def sign_up(address: str, ip: str) -> Any:
    cache.clear()
    client = Client()
    form = {"username": f"N{User.objects.count()}", "email": address, "password1": PASSWORD}
    return client.post(SIGNUP, form, REMOTE_ADDR=ip, follow=True)


@pytest.mark.parametrize("ask", [ask_for_reset, sign_up])
@pytest.mark.parametrize("address", [KNOWN, UNKNOWN])
def test_one_network_causes_five_mails_a_day(anna: User, ask: Callable[[str, str], Any], address: str) -> None:
    answers = [ask(address.upper() if index % 2 else address, "10.0.0.1") for index in range(7)]

    assert [NO_MORE in answer.text for answer in answers] == [False] * 5 + [True] * 2
    assert Mail.objects.filter(to=address).count() == 5
    assert [answer.redirect_chain[-1][0] for answer in answers[5:]] == [
        {ask_for_reset: RESET, sign_up: SIGNUP}[ask]
    ] * 2


def test_an_address_gets_ten_mails_a_day_by_strangers_wherever_they_are() -> None:
    for number in range(8):
        for ask in (ask_for_reset, sign_up):
            ask(UNKNOWN, f"2001:db8:0:{number}::1")

    assert Mail.objects.filter(to=UNKNOWN).count() == 10


def test_addresses_of_one_household_count_as_one() -> None:
    for number in range(8):
        ask_for_reset(UNKNOWN, f"2001:db8:0:7::{number + 1}")

    assert Mail.objects.filter(to=UNKNOWN).count() == 5


def test_an_address_written_as_ipv6_is_the_same_one() -> None:
    for number in range(8):
        ask_for_reset(UNKNOWN, "::ffff:10.0.0.1" if number % 2 else "10.0.0.1")

    assert Mail.objects.filter(to=UNKNOWN).count() == 5


def test_a_full_day_tells_nothing_of_who_is_known(anna: User) -> None:
    pages = []
    for address in (KNOWN, UNKNOWN):
        answers = [ask_for_reset(address, "10.0.0.1") for _index in range(6)]
        pages.append([(each.redirect_chain, words(each.text, address)) for each in answers])

    assert pages[0] == pages[1]


def test_the_owner_is_not_locked_out_by_a_stranger(anna: User) -> None:
    for _index in range(9):
        ask_for_reset(KNOWN, "10.0.0.66")
    answer = ask_for_reset(KNOWN, "10.0.0.1")

    assert (NO_MORE in answer.text, Mail.objects.filter(to=KNOWN).count()) == (False, 6)


def test_a_browser_of_the_owner_is_not_locked_out_by_strangers(client: Client, anna: User) -> None:
    log_in(client, anna)
    client.post("/account/logout/")
    for number in range(12):
        ask_for_reset(KNOWN, f"10.0.0.{number}")
    answers = [ask_for_reset(KNOWN, "10.0.0.1", client) for _index in range(6)]

    assert [NO_MORE in answer.text for answer in answers] == [False] * 5 + [True]
    assert Mail.objects.filter(to=KNOWN).count() == 15


def test_another_day_begins_anew_and_old_counts_are_forgotten() -> None:
    now = timezone.now().replace(hour=12)
    for day in range(4):
        with time_machine.travel(now + timedelta(days=day), tick=False):
            for _index in range(6):
                ask_for_reset(UNKNOWN, "10.0.0.1")
    with time_machine.travel(now + timedelta(days=3), tick=False):
        tasks.tidy()

    assert Mail.objects.filter(to=UNKNOWN).count() == 20
    assert MailSlot.objects.count() == 2 * 5 * 3


def test_a_code_stays_good_when_no_new_one_is_sent(client: Client) -> None:
    client.post(SIGNUP, {"username": "Ben", "email": "ben@example.org", "password1": PASSWORD})
    for _index in range(4):
        ask_for_reset("ben@example.org", "127.0.0.1")
    Mail.objects.filter(to="ben@example.org", subject="No account with this address").delete()
    again = client.post(CODE, {"action": "resend"}, follow=True)
    client.post(CODE, {"code": code_for("ben@example.org")})

    assert NO_MORE in again.text
    assert User.objects.get(username="Ben").is_person


def test_a_sign_up_without_a_mail_leaves_nothing() -> None:
    for _index in range(5):
        ask_for_reset(UNKNOWN, "10.0.0.1")
    sign_up(UNKNOWN, "10.0.0.1")

    assert not User.objects.exists()


def test_an_address_that_one_changes_to_counts_too(client: Client, anna: User) -> None:
    log_in(client, anna)
    confirm_again(client)
    for _index in range(6):
        cache.clear()
        answer = client.post("/account/email/", {"action_add": "", "email": UNKNOWN}, follow=True)

    assert (NO_MORE in answer.text, Mail.objects.filter(to=UNKNOWN).count()) == (True, 5)


def test_what_one_is_told_of_the_own_account_is_not_limited(client: Client, anna: User) -> None:
    for _index in range(6):
        ask_for_reset(KNOWN, "127.0.0.1")
    log_in(client, anna)
    form = {"oldpassword": PASSWORD, "password1": "four tall towers", "password2": "four tall towers"}
    client.post("/account/password/change/", form)

    assert Mail.objects.latest("pk").subject == "Your password was changed"


def test_a_slot_is_taken_once(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two requests see the same slots free: the second takes the next one."""
    now = timezone.now()
    daily_limits.take_one(("x",), 2, now)
    monkeypatch.setattr(MailSlot.objects, "filter", lambda **_where: MailSlot.objects.none())

    daily_limits.take_one(("x",), 2, now)
    with pytest.raises(daily_limits.SlotsUsedUpError):
        daily_limits.take_one(("x",), 2, now)
    assert MailSlot.objects.count() == 2


def test_mails_to_addresses_of_nobody_are_forgotten_after_a_week(anna: User) -> None:
    ask_for_reset(UNKNOWN, "10.0.0.1")
    ask_for_reset(KNOWN, "10.0.0.1")
    Mail.objects.update(state="sent", sent_at=timezone.now())

    assert outbox.forget_old(now=timezone.now() + timedelta(days=6)) == 0
    assert outbox.forget_old(now=timezone.now() + timedelta(days=8)) == 1
    assert Mail.objects.get().to == KNOWN
