"""Warnings as a deadline comes closer: with half and a fifth of the time left, and two hours before the end.

Nobody's time runs out unwarned: where a warning is overdue, the club was closed, and the two hours begin as it opens.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.matches import live, notices
from games.matches.clocks import DeadlineWarning
from games.matches.clocks.clock_rules import LAST_CALL
from games.matches.clocks.seat_clocks import Clocks
from games.matches.stored_match import lock_match
from games.models import Match, MatchState, Seat
from games.models.notice import LAST_WARNING, Event

# A club that is open warns within a minute.
OVERDUE = timedelta(minutes=15)


def matches_not_warned(now: datetime) -> list[int]:
    """Return where somebody was not warned, and has less time left than the last warning leaves, or none."""
    return list(seats_not_warned(now).values_list("match", flat=True).distinct())


def seats_not_warned(now: datetime) -> QuerySet[Seat]:
    """Return the seats that were not warned. One that was given time is left out: a defect would give it for ever."""
    overdue = Seat.objects.filter(warn_at__lte=now - OVERDUE, deadline__lt=now + LAST_CALL)
    return overdue.filter(given=timedelta(0), match__state=MatchState.RUNNING)


@transaction.atomic
def give_time_back(*, match_id: int, now: datetime) -> None:
    """Give whoever was not warned as long as the last warning leaves, from now on; that warning is due at once."""
    match = lock_match(pk=match_id)
    seats = list(seats_not_warned(now).filter(match=match).select_related("user"))
    clocks = Clocks(match, seats)
    for seat in seats:
        if turn := clocks.running(seat):
            seat.given += LAST_CALL - turn.left(now)
            clocks.set_deadline(seat, now - timedelta(seconds=1))
            seat.save(update_fields=["given", "deadline", "warn_at"])
    live.nudge_pages(match, seats)


def matches_to_warn(now: datetime) -> list[int]:
    """Return the matches where somebody is to be warned."""
    rows = Seat.objects.filter(warn_at__lte=now, match__state=MatchState.RUNNING)
    return list(rows.values_list("match", flat=True).distinct()[:500])


@transaction.atomic
def warn_seats(*, match_id: int, now: datetime) -> None:
    """Warn everybody whose warning is due: of the latest one that has come, not of those that were missed before it."""
    match = lock_match(pk=match_id)
    seats = list(match.seats.select_related("user"))
    clocks = Clocks(match, seats)
    for seat in seats:
        if match.is_running and seat.warn_at is not None and seat.warn_at <= now:
            warn_seat(match, seat, clocks, now=now)


def warn_seat(match: Match, seat: Seat, clocks: Clocks, *, now: datetime) -> None:
    turn = clocks.running(seat)
    all_of_turn = turn.warnings() if turn else []
    come = [warning for warning in all_of_turn if warning.at <= now]
    later = [warning for warning in all_of_turn if warning.at > now]
    if come and seat.deadline is not None and seat.deadline > now and not seat.stand_in:
        create_warning(match, seat, come[-1], is_last=not later, now=now)
        live.nudge_pages(match, [seat])
    seat.warn_at = later[0].at if later else None
    seat.save(update_fields=["warn_at"])


def create_warning(match: Match, seat: Seat, warning: DeadlineWarning, *, is_last: bool, now: datetime) -> None:
    notices.create_notices(
        match,
        Event.DEADLINE,
        [seat.user],
        turn=match.turn_number,
        now=now,
        step=notices.step_of(warning.at),
        detail=LAST_WARNING if is_last else str(warning.share),
    )
