"""The pages about notices and clocks: they answer, they save, they refuse with a sentence."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import CalendarEntry, NoticePreference, NoticeSettings, User
from accounts.models.notices import When
from games.models import Seat
from games.models.notice import Event
from games.services import notices, wishes
from games.services.wishes import EVENTS
from tests.factories import NOW, people, played, running_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def ben(client: Client) -> User:
    user = people(2)[1]
    client.force_login(user)
    return user


def test_bell_lists_what_is_new_until_it_is_read(client: Client, ben: User) -> None:
    ann = User.objects.get(username="Ann")
    match = played(running_match(ann, ben, name="one"), now=NOW)
    assert client.get("/notices/count/").content.decode().count("hidden") == 0
    page = client.get("/notices/").content.decode()
    client.post("/notices/read/")

    assert "Your turn: one" in page
    assert match.get_absolute_url() in page
    assert notices.unread_count(ben) == 0
    assert " hidden" in client.get("/notices/count/").content.decode()


def test_wishes_are_saved(client: Client, ben: User) -> None:
    form = {f"when_{event}": "digest" for event in EVENTS} | {f"minutes_{event}": "15" for event in EVENTS}
    wrong = client.post("/notices/settings/", {**form, "digest_hour": "7", "mail_from": "8"})
    right = client.post("/notices/settings/", {**form, "digest_hour": "7", "mail_from": "8", "mail_until": "20"})

    assert (wrong.status_code, right.status_code) == (422, 302 if right.status_code == 302 else 303)
    assert set(NoticePreference.objects.filter(user=ben).values_list("when", flat=True)) == {When.DIGEST}
    saved = NoticeSettings.objects.get(user=ben)
    assert (saved.mail_from, saved.mail_until, saved.digest_hour) == (8, 20, 7)
    assert client.get("/notices/settings/").status_code == 200


def test_calendar_is_appended_and_too_much_is_refused(client: Client, ben: User) -> None:
    form = {"hour": "22", "hours": "9", "weekdays": ["5", "6"]}
    client.post("/notices/calendar/", form)
    client.post("/notices/calendar/", form)
    refused = client.post("/notices/calendar/", {**form, "weekdays": ["4", "5", "6"]})

    assert refused.status_code == 422
    assert [(row.hours, row.weekdays) for row in CalendarEntry.objects.filter(user=ben)] == [(9, [5, 6])]
    assert "Two days of the week at most." in refused.content.decode()


def test_feeds_are_read_by_their_secret_until_it_is_renewed(client: Client, ben: User) -> None:
    ann = User.objects.get(username="Ann")
    match = played(running_match(ann, ben, name="A, B; C"), now=NOW)
    token = wishes.ensure_settings(ben).feed_token
    stranger = Client()

    ics = stranger.get(f"/feeds/{token}/deadlines.ics").content.decode()
    atom = stranger.get(f"/feeds/{token}/turns.atom").content.decode()
    client.post("/notices/feeds/renew/")

    deadline = Seat.objects.get(match=match, user=ben).deadline
    assert f"DTEND:{deadline:%Y%m%dT%H%M%SZ}" in ics
    assert "SUMMARY:Turn due: A\\, B\\; C" in ics
    assert all(len(line.encode()) <= 75 for line in ics.split("\r\n"))
    assert f"{match.get_absolute_url()}" in atom
    assert match.seed not in ics + atom
    assert stranger.get(f"/feeds/{token}/deadlines.ics").status_code == 404
    assert stranger.get(f"/feeds/{'x' * 32}/turns.atom").status_code == 404


def test_time_can_be_given_at_the_table(client: Client, ben: User) -> None:
    ann = User.objects.get(username="Ann")
    match = running_match(ann, ben)
    before = match.seats.get(user=ann).deadline
    client.post(f"/games/{match.key}/time/0/", {"hours": "24"})
    refused = client.post(f"/games/{match.key}/time/0/", {"hours": "24"})

    assert (match.seats.get(user=ann).deadline - before).days == 1
    assert refused.status_code == 422


def test_paused_address_is_told_and_taken_up_again(client: Client, ben: User) -> None:
    from accounts import bounces

    bounces.pause(ben, ben.email, "550 no such user", now=NOW)
    told = client.get("/notices/").content.decode()
    client.post("/notices/address/")

    assert "550 no such user" in told
    assert wishes.of(User.objects.get(pk=ben.pk)).address == ben.email
    assert Event.CHANNEL in {notice.event for notice in notices.latest(ben)}
