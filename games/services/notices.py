"""Who is owed which notice. Rows, written in the transaction of what happened; tasks deliver them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.models import Delivery, Match, Notice, Seat
from games.models.notice import Event
from games.rules.contract import Game
from taluva_site.queue import tell


def owe_for_turn(match: Match, seats: list[Seat], game: Game, number: int, *, now: datetime) -> None:
    """After turn `number`: to whom it is now, or to all that it is over."""
    told = [seat for seat in seats if seat.user and seat.user.is_person]
    if game.over and number == match.turn_number:
        owe(match, Event.ENDED, told, turn=number, now=now)
    elif number == match.turn_number:
        owe(match, Event.YOUR_TURN, [seat for seat in told if seat.is_awaited], turn=number, now=now)


def owe(match: Match, event: Event, seats: Iterable[Seat], *, turn: int, now: datetime) -> None:
    """One notice a person, event, match and turn, with one delivery a channel that the person wants."""
    people = {seat.user_id for seat in seats if seat.user_id}
    if not people:
        return
    Notice.objects.bulk_create(
        [Notice(user_id=pk, event=event, match=match, turn=turn, created_at=now) for pk in people],
        ignore_conflicts=True,
    )
    notices = list(Notice.objects.filter(user__in=people, event=event, match=match, turn=turn))
    Delivery.objects.bulk_create(
        [Delivery(notice=notice, channel="mail", due_at=now) for notice in notices], ignore_conflicts=True
    )
    from games.tasks import deliver

    for notice in notices:
        tell(deliver, notice.pk)
