"""What happens that people are told of, each by itself: Ann does it, or time, and Ben is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from accounts.models import User
from games import sweeping
from games.matches import play, stored_match, talk
from games.matches.tables import cancelling, tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, SeatOrder
from games.models.notice import Event
from tests.factories import first_choice, open_table, played, running_match

DAY = timedelta(days=1)
Happen = Callable[[User, User, datetime], Match]


def your_turn(ann: User, ben: User, now: datetime) -> Match:
    return played(running_match(ann, ben, name="Atoll", now=now), now=now)


def started(ann: User, ben: User, now: datetime) -> Match:
    return running_match(ann, ben, name="Atoll", now=now)


def joined(ann: User, ben: User, now: datetime) -> Match:
    match = open_table(ben, SeatPlan(), SeatPlan(), name="Atoll", now=now)
    return tables.join_table(match_id=match.pk, user=ann, now=now)


def declined(ann: User, ben: User, now: datetime) -> Match:
    match = open_table(ben, SeatPlan(invited=ann), SeatPlan(), name="Atoll", now=now)
    tables.decline_invitation(match_id=match.pk, user=ann, now=now)
    return match


def ended(ann: User, ben: User, now: datetime) -> Match:
    match = running_match(ann, ben, name="Atoll", now=now)
    return play.resign_match(match_id=match.pk, player=ann, now=now)


def deadline(ann: User, ben: User, now: datetime) -> Match:
    """Five of seven days have gone by."""
    match = running_match(ben, ann, name="Atoll", now=now - 5 * DAY, days_per_turn=7)
    match.seats.filter(user=ben).update(warn_at=now)
    sweeping.sweep_clocks(now)
    return match


def timed_out(ann: User, ben: User, now: datetime) -> Match:
    match = running_match(ben, ann, name="Atoll", now=now - DAY, days_per_turn=1, at_deadline="stand-in",
                          stand_in_level="seedling")  # fmt: skip
    sweeping.sweep_clocks(now)
    return match


def prepared(text: Callable[[Match], str], ann: User, ben: User, now: datetime) -> Match:
    """Ann plays, and what Ben had left for later is tried."""
    match = running_match(ann, ben, name="Atoll", now=now, settings={"preview": "on"})
    SeatOrder.objects.create(match=match, seat=1, kind="turn", text=text(match))
    match.seats.filter(index=1).update(has_orders=True)
    stored_match.clear_cache()
    return played(match, now=now)


def fitting(match: Match) -> str:
    game = stored_match.game_of(match)
    game.play(first_choice(match))
    return game.choices(1)[0]


def was_played(ann: User, ben: User, now: datetime) -> Match:
    return prepared(fitting, ann, ben, now)


def was_not_played(ann: User, ben: User, now: datetime) -> Match:
    return prepared(lambda match: "JJ@40,40E H@41,40", ann, ben, now)


def invitation(ann: User, ben: User, now: datetime) -> Match:
    return open_table(ann, SeatPlan(invited=ben), name="Atoll", now=now)


def message(ann: User, ben: User, now: datetime) -> Match:
    match = running_match(ann, ben, name="Atoll", now=now)
    talk.write_message(match_id=match.pk, user=ann, text="Hello", now=now)
    return match


def asked_to_cancel(ann: User, ben: User, now: datetime) -> Match:
    match = running_match(ann, ben, name="Atoll", now=now)
    return cancelling.offer_to_cancel(match_id=match.pk, user=ann, now=now)


def rematch(ann: User, ben: User, now: datetime) -> Match:
    return tables.offer_rematch(match_id=ended(ann, ben, now).pk, user=ann, now=now)


HAPPENS = [
    (Event.YOUR_TURN, your_turn, "Your turn: Atoll"),
    (Event.STARTED, started, "The game has started: Atoll"),
    (Event.JOINED, joined, "Ann joined: Atoll"),
    (Event.JOINED, declined, "Ann declined: Atoll"),
    (Event.ENDED, ended, "You won: Atoll"),
    (Event.DEADLINE, deadline, "Half of your time left: Atoll"),
    (Event.TIMED_OUT, timed_out, "You ran out of time: Atoll"),
    (Event.PREPARED, was_played, "Your prepared turn was played: Atoll"),
    (Event.PREPARED, was_not_played, "Your prepared turn could not be played: Atoll"),
    (Event.INVITATION, invitation, "Ann invites you to a game"),
    (Event.MESSAGE, message, "Ann wrote in Atoll"),
    (Event.MESSAGE, asked_to_cancel, "Ann offers to cancel: Atoll"),
    (Event.REMATCH, rematch, "Ann offers a rematch"),
]
