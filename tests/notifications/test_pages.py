"""The pages about notices and clocks: they answer, they save, they refuse with a sentence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import CalendarEntry, NoticePreference, NoticeSettings, User
from accounts.models.notice_settings import MailTiming
from games import sweeping
from games.matches import notices
from games.models import Seat, TurnOrigin
from games.models.notice import Event
from games.notifications import notification_settings
from games.notifications.forms import GROUPS
from games.notifications.notification_settings import EVENTS
from tests.factories import NOW, browser_of, level_bot, people, person, played, running_match

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


def test_bell_forgets_a_turn_that_was_seen_and_has_passed(client: Client, ben: User) -> None:
    ann = User.objects.get(username="Ann")
    match = played(running_match(ann, ben, name="one"), now=NOW)
    new = client.get("/notices/").text
    client.get(match.get_absolute_url())
    waiting = client.get("/notices/").text
    played(match, now=NOW)
    passed = client.get("/notices/").text

    told = [[words in page for words in ("Your turn: one", ">new<")] for page in (new, waiting, passed)]
    assert told == [[True, True], [True, False], [False, False]]


def test_wishes_are_saved(client: Client, ben: User) -> None:
    form = dict.fromkeys(EVENTS, "digest") | {Event.MESSAGE: "later-60"}
    wrong = client.post("/notices/settings/", {**form, "digest_hour": "7", "mail_from": "8"})
    right = client.post("/notices/settings/", {**form, "digest_hour": "7", "mail_from": "8", "mail_until": "20"})

    assert (wrong.status_code, right.status_code) == (422, 303)
    assert {row.event: (row.when, row.minutes) for row in NoticePreference.objects.filter(user=ben)} == {
        **dict.fromkeys(EVENTS, (MailTiming.DIGEST, 0)),
        Event.MESSAGE: (MailTiming.LATER, 60),
    }
    saved = NoticeSettings.objects.get(user=ben)
    assert (saved.mail_from, saved.mail_until, saved.digest_hour) == (8, 20, 7)
    page = client.get("/notices/settings/").text
    assert (page.count('value="later-60" selected'), page.count('value="digest" selected')) == (1, len(EVENTS) - 1)


def test_every_kind_of_notice_stands_in_one_group(client: Client, ben: User) -> None:
    page = client.get("/notices/settings/").content.decode()

    assert sorted(event for _title, events in GROUPS for event in events) == sorted(EVENTS)
    assert [page.count(f'name="{event}"') for event in EVENTS] == [1] * len(EVENTS)
    assert page.count('<details class="told"') == len(GROUPS)
    assert page.count('<details class="told" open') == 1


def test_calendar_is_appended_and_too_much_is_refused(client: Client, ben: User) -> None:
    form = {"hour": "22", "hours": "9", "weekdays": ["5", "6"]}
    client.post("/notices/calendar/", form)
    client.post("/notices/calendar/", form)
    refused = client.post("/notices/calendar/", {**form, "weekdays": ["4", "5", "6"]})

    assert refused.status_code == 422
    assert [(row.hours, row.weekdays) for row in CalendarEntry.objects.filter(user=ben)] == [(9, [5, 6])]
    assert "Two days a week at most." in refused.content.decode()


def test_feeds_are_read_by_their_secret_until_it_is_renewed(client: Client, ben: User) -> None:
    ann = User.objects.get(username="Ann")
    match = played(running_match(ann, ben, name="A, B; C"), now=NOW)
    token = notification_settings.renew_feeds(ben)
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
    asked = client.get(match.get_absolute_url())
    client.post(f"/games/{match.key}/time/0/", {"hours": "24"})
    refused = client.post(f"/games/{match.key}/time/0/", {"hours": "24"})

    after = client.get(match.get_absolute_url())

    assert (match.seats.get(user=ann).deadline - before).days == 1
    assert refused.status_code == 422
    assert ["Give Ann more time" in page.text for page in (asked, after)] == [True, False]


def test_who_comes_back_takes_the_seat_from_the_bot_and_is_told(client: Client, ben: User) -> None:
    ann = User.objects.get(username="Ann")
    level_bot()
    match = running_match(ben, ann, at_deadline="stand-in", stand_in_level="seedling", days_per_turn=1)
    sweeping.sweep_clocks(NOW + timedelta(hours=25))
    looked = client.get(match.get_absolute_url())
    before = match.seats.get(user=ben).stand_in
    played(match, player=level_bot(), by=TurnOrigin.STAND_IN)
    stranger = browser_of(person("Zoe"))
    stranger.post(f"{match.get_absolute_url()}back/")
    ignored = stranger.get(match.get_absolute_url())
    back = client.post(f"{match.get_absolute_url()}back/")
    told, again = client.get(match.get_absolute_url()), client.get(match.get_absolute_url())

    assert (before, match.seats.get(user=ben).stand_in) == (True, False)
    assert (back.status_code, back["Location"]) == (303, match.get_absolute_url())
    assert ['id="come-back"' in page.text for page in (looked, told)] == [True, False]
    assert ["Welcome back." in page.text for page in (told, again, ignored)] == [True, False, False]
    assert "stand-in bot" not in told.text


def test_who_comes_back_while_the_late_turn_waits_is_told_who_plays_it(client: Client, ben: User) -> None:
    ann = User.objects.get(username="Ann")
    level_bot()
    match = running_match(ben, ann, at_deadline="stand-in", stand_in_level="seedling", days_per_turn=1)
    sweeping.sweep_clocks(NOW + timedelta(hours=25))
    client.post(f"{match.get_absolute_url()}back/")
    told, again = client.get(match.get_absolute_url()), client.get(match.get_absolute_url())

    assert ["a bot plays it unless you do" in page.text for page in (told, again)] == [True, False]
    assert match.seats.get(user=ben).deadline is None


def test_paused_address_is_told_and_taken_up_again(client: Client, ben: User) -> None:
    from accounts.mail import bounces

    bounces.pause_address(ben, ben.email, "550 no such user")
    told = client.get("/notices/").content.decode()
    client.post("/notices/address/")

    assert "550 no such user" in told
    assert notification_settings.preferences_of(User.objects.get(pk=ben.pk)).address == ben.email
    assert Event.CHANNEL in {notice.event for notice in notices.latest_notices(ben)}
