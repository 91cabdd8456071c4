"""What the database itself refuses, whoever writes to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games.models import Block, Delivery, Invitation, Match, Note, Notice, Report, SeatOrder, Token, TurnOrigin
from games.models.notice import Event
from tests.factories import NOW, open_table, people, played, running_match

pytestmark = pytest.mark.django_db

VIOLATIONS: dict[str, Callable[[Match, User], object]] = {
    "a state that is not one": lambda match, ann: change(match, state="paused"),
    "a visibility that is not one": lambda match, ann: change(match, visibility="secret"),
    "one player": lambda match, ann: change(match, players=1),
    "six players": lambda match, ann: change(match, players=6),
    "running without a seed": lambda match, ann: change(match, sealed_seed=""),
    "finished without a public seed": lambda match, ann: change(match, state="finished", ended_at=NOW),
    "running without a start": lambda match, ann: change(match, started_at=None),
    "finished without an end": lambda match, ann: change(match, state="finished"),
    "cancelled without an end": lambda match, ann: change(match, state="cancelled"),
    "two matches with one key": lambda match, ann: change(open_table(ann), key=match.key),
    "two seats with one index": lambda match, ann: match.seats.filter(index=1).update(index=0),
    "two seats with one joiner": lambda match, ann: match.seats.filter(index=1).update(joined=0),
    "a sixth seat": lambda match, ann: match.seats.filter(index=1).update(index=5),
    "a seat that is kept for nobody known": lambda match, ann: match.seats.filter(index=1).update(kept_for="ghost"),
    "an unknown fate at the deadline": lambda match, ann: change(match, at_deadline="ghost"),
    "a deadline of somebody who is not awaited": lambda match, ann: match.seats.filter(index=0).update(deadline=NOW),
    "a seat half taken": lambda match, ann: match.seats.filter(index=1).update(user=None),
    "two turns with one number": lambda match, ann: turn(match, number=1),
    "a turn before the first": lambda match, ann: turn(match, number=0),
    "a turn of a sixth seat": lambda match, ann: turn(match, seat=5),
    "an order of a sixth seat": lambda match, ann: order(match, 0, seat=5),
    "an invitation to a sixth seat": lambda match, ann: invitation(match, ann, seat=5),
    "a turn by nobody": lambda match, ann: turn(match, by="ghost"),
    "two turns of a player with one key": lambda match, ann: turn(match, number=2, user=ann, key="k"),
    "two orders of one rank": lambda match, ann: [order(match, 0) for _ in range(2)],
    "two notes of one person": lambda match, ann: [Note.objects.create(match=match, user=ann) for _ in range(2)],
    "two invitations to one seat": lambda match, ann: [invitation(match, user) for user in User.objects.all()[:2]],
    "two invitations of one person": lambda match, ann: [invitation(match, ann, seat) for seat in (0, 1)],
    "two blocks of one pair": lambda match, ann: [block(ann, other(ann)) for _ in range(2)],
    "a block of oneself": lambda match, ann: block(ann, ann),
    "two reports of one person": lambda match, ann: [report(match, ann) for _ in range(2)],
    "two notices of one event": lambda match, ann: [notice(match, ann) for _ in range(2)],
    "a notice of nothing": lambda match, ann: notice(match, ann, event="weather"),
    "two deliveries of a notice": lambda match, ann: [delivery(match, ann) for _ in range(2)],
    "a delivery in no state": lambda match, ann: delivery(match, ann, state="lost"),
    "two tokens with one digest": lambda match, ann: [Token.objects.create(user=ann, digest="d") for _ in range(2)],
}


def change(match: Match, **values: object) -> None:
    Match.objects.filter(pk=match.pk).update(**values)


def turn(match: Match, **values: object) -> None:
    match.turns.create(**{"number": 9, "seat": 0, "text": "x", "by": TurnOrigin.PERSON, "played_at": NOW, **values})


def order(match: Match, rank: int, seat: int = 0) -> None:
    SeatOrder.objects.create(match=match, seat=seat, kind="turn", rank=rank, text="x")


def invitation(match: Match, user: User, seat: int = 1) -> None:
    Invitation.objects.create(match=match, user=user, seat=seat)


def other(user: User) -> User:
    return User.objects.exclude(pk=user.pk)[0]


def block(blocker: User, blocked: User) -> None:
    Block.objects.create(blocker=blocker, blocked=blocked)


def report(match: Match, user: User) -> None:
    message = match.messages.first() or match.messages.create(user=user, text="x")
    Report.objects.create(message=message, reporter=user)


def notice(match: Match, user: User, event: str = Event.MESSAGE) -> Notice:
    return Notice.objects.create(match=match, user=user, event=event, turn=77)


def delivery(match: Match, user: User, **values: object) -> None:
    about = Notice.objects.filter(turn=77).first() or notice(match, user)
    Delivery.objects.create(notice=about, channel="mail", **values)


@pytest.mark.parametrize("what", VIOLATIONS)
def test_database_refuses(what: str) -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben), key="k")
    with pytest.raises(IntegrityError), transaction.atomic():
        VIOLATIONS[what](match, ann)


def test_what_the_table_above_starts_from_is_fine() -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben), key="k")
    turn(match, number=2, user=ben, key="k")
    turn(match, number=3, user=ann)
    turn(match, number=4, user=ann)

    assert match.turns.count() == 4
