"""Who gets which mail, when, and once."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.mail import bounces
from accounts.models import Mail, User
from accounts.models.mail import MailState
from accounts.models.notice_settings import MailTiming
from games import sweeping
from games.matches import notices, play, queries, talk
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, Notice, Seat, TurnOrigin
from games.models.match import SeatAccess
from games.models.notice import Event
from games.notifications import notification_settings
from games.notifications.channels.mail import sending
from games.people import moderation
from tests.accounts.conftest import PASSWORD, code_for
from tests.factories import (
    NOW,
    join,
    level_bot,
    moderator,
    open_table,
    people,
    played,
    played_on,
    running_match,
)
from tests.notifications.conftest import told, wants

pytestmark = pytest.mark.django_db
Deliver = Callable[[datetime], list[Mail]]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def look(match: Match, user: User, now: datetime) -> None:
    match = Match.objects.get(pk=match.pk)
    notices.mark_match_seen(match=match, seat=match.seats.get(user=user), now=now)


def test_turn_is_mailed_once_however_often_it_is_tried(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben)
    match = played(running_match(ann, ben), now=NOW)
    later = NOW + HOUR
    delivered(later)
    Notice.objects.update(planned_at=None)

    assert told(delivered(later + MINUTE)) == [("ben", "Your turn: Taluva with Ann")]
    assert match.turn_number == 1


def test_mail_waits_for_its_minutes_and_is_not_sent_once_the_turn_was_seen(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, Event.STARTED, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN, when=MailTiming.LATER, minutes=30)
    wants(ben, Event.STARTED, when=MailTiming.NEVER)
    unseen, seen = (played(running_match(ann, ben, name=name), now=NOW) for name in ("unseen", "seen"))

    early = delivered(NOW + 29 * MINUTE)
    look(seen, ben, NOW + 29 * MINUTE)
    late = delivered(NOW + 31 * MINUTE)

    assert told(early) == []
    assert told(late) == [("ben", "Your turn: unseen")]
    assert unseen.pk != seen.pk


def test_an_open_tab_is_no_presence(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben)
    match = running_match(ann, ben)
    look(match, ben, NOW)

    played(match, now=NOW + MINUTE)

    assert told(delivered(NOW + HOUR)) == [("ben", "Your turn: Taluva with Ann")]


def test_one_mail_covers_all_games_that_wait(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, Event.STARTED, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN, when=MailTiming.LATER, minutes=30)
    played(running_match(ann, ben, name="one"), now=NOW)
    played(running_match(ann, ben, name="two"), now=NOW + 10 * MINUTE)

    mails = [mail for mail in delivered(NOW + 31 * MINUTE) if mail.to.startswith("ben")]
    again = [mail for mail in delivered(NOW + 50 * MINUTE) if mail.to.startswith("ben")]

    assert told(mails) == [("ben", "Your turn in 2 games")]
    assert again == mails
    assert mails[0].deliveries.count() == 2


def test_a_start_is_one_mail_to_each_whoever_begins(delivered: Deliver) -> None:
    ann, ben, cleo = people(3)
    table = open_table(ann, SeatPlan(invited=ben), SeatPlan(), name="one", draw_seats=False)
    for user in (ben, cleo):
        wants(user, Event.INVITATION, Event.JOINED, when=MailTiming.NEVER)
        join(table, user)
    delivered(NOW)
    delivered(NOW + HOUR)

    starts = [mail for mail in Mail.objects.order_by("to") if "joined" not in mail.subject]
    assert told(starts) == [("ann", "Your turn: one"), ("ben", "The game has started: one")]
    assert "The game has started, and you move first." in starts[0].text


@pytest.mark.parametrize("wish", [Event.STARTED, Event.YOUR_TURN])
def test_who_begins_is_told_by_whichever_mail_they_want(wish: Event, delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ann, when=MailTiming.NEVER)
    wants(ann, wish)
    join(open_table(ann, SeatPlan(), name="one", draw_seats=False), ben)
    subject = {Event.STARTED: "The game has started: one", Event.YOUR_TURN: "Your turn: one"}[wish]

    assert [line for line in told(delivered(NOW)) if line[0] == "ann"] == [("ann", subject)]


def test_one_mail_until_the_visit(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, Event.YOUR_TURN, until_visit=True)
    wants(ben, Event.STARTED, when=MailTiming.NEVER)
    first, second = running_match(ann, ben, name="one"), running_match(ann, ben, name="two")
    played(first, now=NOW)
    delivered(NOW + MINUTE)
    played(second, now=NOW + HOUR)

    held = told(delivered(NOW + 2 * HOUR))
    look(first, ben, NOW + 3 * HOUR)
    before = told(delivered(NOW + 3 * HOUR + MINUTE))
    after = told(delivered(NOW + 4 * HOUR))

    mine = [("ben", "Your turn: one")]
    assert [line for line in held if line[0] == "ben"] == mine
    assert [line for line in before if line[0] == "ben"] == mine
    assert [line for line in after if line[0] == "ben"] == [*mine, ("ben", "Your turn: two")]


def test_the_wish_for_one_mail_counts_from_when_it_is_made_and_its_end_frees_the_others(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.YOUR_TURN)

    def subjects(name: str, hours: int) -> list[str]:
        played(running_match(ann, ben, name=name), now=NOW + hours * HOUR)
        return [mail.subject.removeprefix("Your turn: ") for mail in delivered(NOW + hours * HOUR) if mail.user == ben]

    before = subjects("before", 0)
    notification_settings.save_preferences(user=ben, by_event={}, now=NOW + HOUR, until_visit=True)
    during = [subjects("first", 2), subjects("second", 3)]
    notification_settings.save_preferences(user=ben, by_event={}, now=NOW + 4 * HOUR, until_visit=False)
    after = subjects("third", 5)

    assert (before, during) == (["before"], [["before", "first"]] * 2)
    assert after == ["before", "first", "Your turn in 2 games"]


@pytest.mark.parametrize("bell", [False, True], ids=["the game", "the bell first"])
def test_each_visit_lets_the_next_mail_come(bell: bool, delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.MESSAGE, until_visit=True)
    match = running_match(ann, ben, name="one")
    look(match, ben, NOW)
    for day in range(3):
        talk.write_message(match_id=match.pk, user=ann, text="Hello", now=NOW + day * DAY)
        delivered(NOW + day * DAY)
        if bell:
            notices.mark_all_read(user=ben, now=NOW + day * DAY + HOUR)
        look(match, ben, NOW + day * DAY + 2 * HOUR)

    assert told(list(Mail.objects.filter(user=ben))) == [("ben", "Ann wrote in one")] * 3


def test_visit_to_a_game_without_news_frees_what_was_held(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.MESSAGE, until_visit=True)
    one, two, seen = (running_match(ann, ben, name=name) for name in ("one", "two", "seen"))
    look(seen, ben, NOW - HOUR)
    for hours, match in enumerate((one, two)):
        talk.write_message(match_id=match.pk, user=ann, text="Hello", now=NOW + hours * HOUR)
        delivered(NOW + hours * HOUR)
    look(seen, ben, NOW + 2 * HOUR)
    delivered(NOW + 3 * HOUR)

    assert told(list(Mail.objects.filter(user=ben).order_by("pk"))) == [
        ("ben", "Ann wrote in one"),
        ("ben", "Ann wrote in two"),
    ]


def test_everybody_is_told_of_the_end_even_who_looked_on(delivered: Deliver) -> None:
    ann, ben = people(2)
    for user in (ann, ben):
        wants(user, Event.ENDED)
    match = running_match(ann, ben, name="one")
    play.resign_match(match_id=match.pk, player=ann, now=NOW)
    look(match, ann, NOW)
    look(match, ben, NOW)

    ends = [line for line in told(delivered(NOW + HOUR)) if line[1].startswith(("You won", "You lost"))]
    assert ends == [("ann", "You lost: one"), ("ben", "You won: one")]


def test_the_table_hears_who_joins_and_who_declines(delivered: Deliver) -> None:
    ann, ben, cleo, dov = people(4)
    wants(ann)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(), SeatPlan(), name="table")
    tables.join_table(match_id=match.pk, user=dov, now=NOW - MINUTE)
    tables.decline_invitation(match_id=match.pk, user=ben, now=NOW)
    tables.join_table(match_id=match.pk, user=cleo, now=NOW + MINUTE)
    tables.leave_table(match_id=match.pk, user=cleo, now=NOW + 2 * MINUTE)

    mails = [mail for mail in delivered(NOW + HOUR) if mail.to in (ann.email, dov.email)]
    heard = ["Ben declined: table", "Cleo joined: table", "Cleo left the table: table"]
    assert {mail.to: re.findall(r"\w+ (?:joined|declined|left the table): .*", mail.text) for mail in mails} == {
        ann.email: ["Dov joined: table", *heard],
        dov.email: heard,
    }


@pytest.mark.parametrize("is_private", [True, False])
def test_who_was_invited_hears_that_the_table_is_called_off(is_private: bool, delivered: Deliver) -> None:
    ann, ben = people(2)
    values = {"visibility": "private"} if is_private else {}
    match = open_table(ann, SeatPlan(invited=ben), name="table", **values)
    delivered(NOW)
    tables.leave_table(match_id=match.pk, user=ann, now=NOW + MINUTE)

    assert told(delivered(NOW + MINUTE)) == [
        ("ben", "Ann invites you to a game"),
        ("ben", "The game was cancelled: table"),
    ]
    assert queries.match_for(match.key, ben).why_cancelled == "The creator cancelled this table."


def test_invitation_that_was_answered_is_not_mailed(delivered: Deliver) -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(invited=cleo))
    tables.decline_invitation(match_id=match.pk, user=ben, now=NOW)

    assert [line for line in told(delivered(NOW + MINUTE)) if line[0] != "ann"] == [
        ("cleo", "Ann invites you to a game")
    ]


def test_rematch_is_told_as_one(delivered: Deliver) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    play.resign_match(match_id=match.pk, player=ann, now=NOW)
    tables.offer_rematch(match_id=match.pk, user=ann, now=NOW)

    assert ("ben", "Ann offers a rematch") in told(delivered(NOW + MINUTE))


def test_talk_is_told_once_until_it_was_read(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, Event.MESSAGE)
    match = running_match(ann, ben, name="one")
    for text in ("Hello", "Are you there?"):
        talk.write_message(match_id=match.pk, user=ann, text=text, now=NOW)
    first = [mail for mail in delivered(NOW + MINUTE) if "wrote" in mail.subject]
    look(match, ben, NOW + HOUR)
    talk.write_message(match_id=match.pk, user=ann, text="Now?", now=NOW + 2 * HOUR)
    second = [mail for mail in delivered(NOW + 3 * HOUR) if "wrote" in mail.subject]

    assert told(first) == [("ben", "Ann wrote in one")]
    assert "Hello" in first[0].text
    assert len(second) == 2


def test_what_staff_has_hidden_is_not_told_and_what_comes_after_it_is(delivered: Deliver) -> None:
    ann, ben = people(2)
    staff = moderator("Staff")
    wants(ben, when=MailTiming.NEVER)
    wants(ben, Event.MESSAGE, when=MailTiming.LATER, minutes=15)
    match = running_match(ann, ben)
    first = talk.write_message(match_id=match.pk, user=ann, text="Rude words", now=NOW)
    delivered(NOW + MINUTE)
    moderation.hide_message(message_id=first.pk, staff=staff, why="rude", now=NOW + 5 * MINUTE)
    talk.write_message(match_id=match.pk, user=ann, text="Sorry", now=NOW + 20 * MINUTE)

    early, late = ([m for m in delivered(NOW + n * MINUTE) if m.user == ben] for n in (20, 35))
    assert early == []
    assert ["Sorry" in mail.text for mail in late] == [True]


def test_time_out_is_told_and_a_stand_in_goes_when_the_person_is_back(delivered: Deliver) -> None:
    ann, ben = people(2)
    level_bot()
    wants(ann)
    match = running_match(ann, ben, at_deadline="stand-in", stand_in_level="seedling", days_per_turn=1, name="one")
    sweeping.sweep_clocks(NOW + 25 * HOUR)

    seat = Seat.objects.get(match=match, user=ann)
    assert (seat.stand_in, seat.deadline) == (True, None)
    assert ("ann", "You ran out of time: one") in told(delivered(NOW + 26 * HOUR))

    played(match, player=level_bot(), by=TurnOrigin.STAND_IN, now=NOW + 26 * HOUR)
    played(match, player=ben, now=NOW + 27 * HOUR)
    play.come_back(match_id=match.pk, user=ann, now=NOW + 28 * HOUR)
    seat.refresh_from_db()
    assert (seat.stand_in, seat.deadline) == (False, NOW + 51 * HOUR)


def test_address_that_fails_for_good_gets_no_more_mail_and_its_owner_is_told(delivered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben)
    bounces.pause_address(ben, ben.email, "550 no such user")
    played(running_match(ann, ben), now=NOW)

    assert [line for line in told(delivered(NOW + HOUR)) if line[0] == "ben"] == []
    assert notices.latest_notices(ben)[-1].event == Event.CHANNEL
    bounces.resume_address(ben)
    played(running_match(ann, ben), now=NOW)
    assert ("ben", "Your turn: Taluva with Ann") in told(delivered(NOW + HOUR))


def test_nothing_but_the_code_is_mailed_to_an_address_until_it_is_proved(client: Client, delivered: Deliver) -> None:
    ann = people(1)[0]
    client.post("/account/signup/", {"username": "Ben", "email": "ben@example.org", "password1": PASSWORD})
    ben = User.objects.get(username="Ben")
    wants(ben)
    for is_proved in (False, True):
        if is_proved:
            client.post("/account/confirm-email/", {"code": code_for("ben@example.org")})
        table = open_table(ann, SeatPlan(kept_for=SeatAccess.LINK), rated=False, draw_seats=False)
        played(join(table, ben, table.join_code), now=NOW)
        mails = [mail.subject.partition(":")[0] for mail in delivered(NOW) if mail.to == "ben@example.org"]
        assert mails[1:] == (["Your turn"] if is_proved else [])


def test_mail_that_grew_stale_in_the_queue_does_not_leave(gathered: Deliver) -> None:
    ann, ben = people(2)
    wants(ben, Event.YOUR_TURN)
    wants(ben, Event.STARTED, when=MailTiming.NEVER)
    one, two = (played(running_match(ann, ben, name=name), now=NOW) for name in ("one", "two"))
    mail = next(mail for mail in gathered(NOW + MINUTE) if mail.to.startswith("ben"))
    played(one, now=NOW + 2 * MINUTE)
    sending.send_mails([mail.pk], now=NOW + 3 * MINUTE)
    mail.refresh_from_db()
    assert (mail.state, mail.subject) == (MailState.SENT, "Your turn: two")

    played(running_match(ann, ben, name="three"), now=NOW)
    mail = [mail for mail in gathered(NOW + HOUR) if mail.to.startswith("ben")][-1]
    played(Match.objects.get(name="three"), now=NOW + 2 * HOUR)
    sending.send_mails([mail.pk], now=NOW + 3 * HOUR)
    mail.refresh_from_db()
    assert mail.state == MailState.DROPPED
    assert sending.waiting_deliveries([ben.pk], digest=False) == {}
    assert two.is_running


def test_mail_that_leaves_asks_once_more_who_wants_it_and_where(gathered: Deliver) -> None:
    ann, ben, cleo, dora = people(4)
    for user in (ben, cleo, dora):
        wants(user, when=MailTiming.NEVER)
        wants(user, Event.YOUR_TURN)
        played(running_match(ann, user), now=NOW)
    gathered(NOW)
    notification_settings.stop_mails(user=ben, category=Event.YOUR_TURN)
    bounces.pause_address(cleo, cleo.email, "550 no such user")
    User.objects.filter(pk=dora.pk).update(email="new@example.org")
    sending.send_due(now=NOW + MINUTE)

    mails = Mail.objects.filter(user__in=(ben, cleo, dora)).order_by("user")
    assert list(mails.values_list("to", "state")) == [
        (ben.email, MailState.DROPPED),
        (cleo.email, MailState.DROPPED),
        ("new@example.org", MailState.SENT),
    ]
    assert [mail.deliveries.get().why for mail in mails] == ["not wanted", "no address", ""]


def test_game_against_bots_owes_no_bot_anything() -> None:
    ann = people(1)[0]
    match = played_on(running_match(ann, level_bot()), 200)

    assert set(Notice.objects.filter(match=match).values_list("user", flat=True)) == {ann.pk}
