from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import Mail, User
from accounts.models.user import Kind
from accounts.services import guests
from tests.accounts.conftest import PASSWORD, also_forget, code_for, new_person

FORM = {"username": "Ben", "email": "ben@example.org", "password1": PASSWORD}


@pytest.fixture
def guest(client: Client, db: None) -> User:
    client.post("/account/guest/", {"time_zone": "Asia/Tokyo"})
    return User.objects.get(kind=Kind.GUEST)


def test_one_click_makes_a_guest(client: Client, guest: User) -> None:
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert (guest.time_zone, guest.has_usable_password()) == ("Asia/Tokyo", False)


def test_a_second_click_makes_no_second_guest(client: Client, guest: User) -> None:
    client.post("/account/guest/")

    assert User.objects.count() == 1


def test_a_guest_starts_by_post_only(client: Client, db: None) -> None:
    assert client.get("/account/guest/").status_code == 405


def test_guests_are_limited_in_rate(db: None) -> None:
    answers = [Client().post("/account/guest/").status_code for _index in range(21)]

    assert answers == [302] * 20 + [429]


def test_a_guest_becomes_a_person_in_the_same_row(client: Client, guest: User) -> None:
    first = client.post("/account/signup/", FORM)
    halfway = User.objects.get(pk=guest.pk)
    client.post(first.url, {"code": code_for("ben@example.org")})
    person = User.objects.get(pk=guest.pk)

    assert (halfway.kind, halfway.username) == (Kind.GUEST, "Ben")
    assert (person.kind, person.username, person.email) == (Kind.PERSON, "Ben", "ben@example.org")
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert User.objects.count() == 1


def test_an_address_that_is_not_proved_gets_the_code_and_nothing_else(client: Client, guest: User) -> None:
    client.post("/account/signup/", FORM)
    passwords = {"oldpassword": PASSWORD, "password1": "three low towers", "password2": "three low towers"}
    answer = client.post("/account/password/change/", passwords)

    assert (answer.status_code, User.objects.get(pk=guest.pk).check_password("three low towers")) == (302, True)
    assert code_for(FORM["email"]) in Mail.objects.get(to=FORM["email"]).text


def test_the_person_who_was_a_guest_logs_in_from_elsewhere(client: Client, guest: User) -> None:
    first = client.post("/account/signup/", FORM)
    client.post(first.url, {"code": code_for("ben@example.org")})
    elsewhere = Client()
    elsewhere.post("/account/login/", {"login": "ben", "password": PASSWORD})

    assert elsewhere.session["_auth_user_id"] == str(guest.pk)


def test_a_guest_who_mistyped_the_address_tries_again(client: Client, guest: User) -> None:
    client.post("/account/signup/", {**FORM, "email": "bne@example.org"})
    first = client.post("/account/signup/", FORM)
    client.post(first.url, {"code": code_for("ben@example.org")})

    assert [(row.email, row.verified) for row in EmailAddress.objects.all()] == [("ben@example.org", True)]
    assert User.objects.get(pk=guest.pk).is_person


def test_a_guest_does_not_learn_whether_an_address_is_known(db: None) -> None:
    new_person("Anna")
    seen = []
    for index, address in enumerate(("anna@example.org", "nobody@example.org")):
        client = Client(REMOTE_ADDR=f"10.0.0.{index}")
        client.post("/account/guest/")
        first = client.post("/account/signup/", {**FORM, "username": f"Name{index}", "email": address})
        pages = [client.get(first.url), client.post(first.url, {"code": "AAAA-AAAA"}), client.get("/account/")]
        seen.append([(page.status_code, plain(page.text, address, f"Name{index}")) for page in pages])

    assert seen[0] == seen[1]
    assert "already have an account" in Mail.objects.get(to="anna@example.org").subject


def plain(page: str, address: str, name: str) -> str:
    from tests.accounts.test_signup import words

    return words(page, address).replace(name, "NAME")


def test_guests_go_30_days_after_their_last_visit(db: None) -> None:
    now = timezone.now()
    old, new = guests.new_guest(), guests.new_guest()
    User.objects.filter(pk=old.pk).update(seen_at=now - timedelta(days=30, seconds=1))
    User.objects.filter(pk=new.pk).update(seen_at=now - timedelta(days=29))

    assert guests.forget_old(now=now) is None
    assert [User.objects.get(pk=row.pk).kind for row in (old, new)] == [Kind.GONE, Kind.GUEST]


def test_a_guest_who_cannot_go_does_not_keep_the_others(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = guests.new_guest(), guests.new_guest()
    User.objects.update(seen_at=timezone.now() - timedelta(days=31))

    def defect(user: User, now: datetime) -> None:
        if user == one:
            raise AssertionError("a defect")

    also_forget(monkeypatch, defect)

    assert guests.forget_old(now=timezone.now()) is None
    assert [User.objects.get(pk=row.pk).kind for row in (one, two)] == [Kind.GUEST, Kind.GONE]
    assert f"Guest {one.pk} could not be forgotten" in caplog.text


def test_a_visit_is_written_down_now_and_then(client: Client, guest: User, django_assert_num_queries: object) -> None:
    User.objects.filter(pk=guest.pk).update(seen_at=timezone.now() - timedelta(minutes=11))
    client.get("/terms/")
    seen = User.objects.get(pk=guest.pk).seen_at

    assert timezone.now() - seen < timedelta(minutes=1)
    with django_assert_num_queries(2):  # the session and the person: nothing is written
        client.get("/terms/")


def test_a_guest_is_asked_before_logging_out(client: Client, guest: User) -> None:
    button = '<form method="post" action="/account/logout/">'
    pages = [client.get(page).text for page in ("/account/", "/terms/")]
    asked = client.get("/account/logout/").text
    client.post("/account/logout/")

    assert [(button in page, '<a class="btn" href="/account/logout/">' in page) for page in pages] == [
        (False, True)
    ] * 2
    assert "nobody can return to your games" in asked
    assert '<a class="btn main" href="/account/signup/">Keep my games</a>' in asked
    assert '<button class="btn danger">Log out anyway</button>' in asked
    assert "_auth_user_id" not in client.session


def test_a_member_logs_out_at_once(client: Client, db: None) -> None:
    client.force_login(new_person("Anna"))

    assert client.get("/terms/").text.count('<form method="post" action="/account/logout/">') == 1
    assert "Log out anyway" not in client.get("/account/logout/").text
