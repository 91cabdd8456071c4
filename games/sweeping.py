"""What should have happened by now and did not: everything after a commit may be lost."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import F, Q

from games.history import computer_analysis, ratings
from games.matches import bot_turns, live, play
from games.matches.clocks import clock_changes
from games.matches.tables import tables
from games.models import Delivery, Match, MatchState, Notice, Seat
from games.models.notice import DeliveryState
from games.notifications import deadline_warnings, deliveries
from taluva_site.queues.background import run_logged
from taluva_site.queues.enqueue import enqueue
from taluva_site.queues.queue_lengths import free_places

MOST = 500
# After that every open page has looked again by itself.
NUDGED_FOR = timedelta(minutes=2)
# What two machines' clocks may differ by.
FUTURE = timedelta(minutes=1)


def run_sweep(*, now: datetime, grace: timedelta) -> None:
    """Repair, in one round. Each step may be done by somebody else at the same time, or twice, without harm."""
    run_logged(partial(date_back, now), what="what is dated in the future stays so")
    run_logged(partial(make_up, now), what="nothing was made up for")
    run_logged(partial(sweep_clocks, now), what="clocks were not swept")
    run_logged(partial(sweep_notices, now, grace), what="notices were not swept")
    run_logged(partial(sweep_bots, now, grace), what="bots were not swept")
    run_logged(partial(computer_analysis.go_on, now), what="analyses were not swept")
    run_logged(partial(sweep_tables, now), what="tables were not swept")
    run_logged(ratings.reckon_waiting, what="results did not count")


def date_back(now: datetime) -> None:
    """Date back notices from before the clock was set back: they would wait for as long as that was."""
    ahead = Q(created_at__gt=now + FUTURE)
    unplanned = Notice.objects.filter(ahead, planned_at=None).values_list("pk", flat=True)[:MOST]
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING, digest=False, notice__created_at__gt=now + FUTURE)
    planned = waiting.values_list("notice", flat=True)[:MOST]
    if pks := {*unplanned, *planned}:
        Delivery.objects.filter(state=DeliveryState.WAITING, digest=False, notice__in=pks).update(due_at=now)
        Notice.objects.filter(pk__in=pks).update(created_at=now)


def make_up(now: datetime) -> None:
    for match_id in deadline_warnings.matches_not_warned(now):
        run_logged(
            partial(deadline_warnings.give_time_back, match_id=match_id, now=now),
            what=f"match {match_id} got no time back",
        )


def sweep_clocks(now: datetime) -> None:
    for match_id, number, seat, user_id in seats_out_of_time(now):
        out = partial(run_out, match_id, number, seat, user_id, now=now)
        run_logged(out, what=f"nobody ran out of time in match {match_id}")
    for match_id in deadline_warnings.matches_to_warn(now):
        run_logged(
            partial(deadline_warnings.warn_seats, match_id=match_id, now=now),
            what=f"nobody was warned in match {match_id}",
        )


def run_out(match_id: int, number: int, seat: int, user_id: int | None, *, now: datetime) -> None:
    if not (user_id and clock_changes.take_vacation(user_id=user_id, match_id=match_id, now=now)):
        play.time_out(match_id=match_id, seat=seat, number=number, now=now)


def sweep_tables(now: datetime) -> None:
    for match_id in Match.objects.filter(state=MatchState.OPEN, expires_at__lte=now).values_list("pk", flat=True)[
        :MOST
    ]:
        run_logged(partial(tables.end_unstarted, match_id=match_id, now=now), what=f"match {match_id} was not ended")


def sweep_notices(now: datetime, grace: timedelta) -> None:
    """Plan notices whose task was lost, as their match's nudge then was, and start deliveries that are due."""
    unplanned = Notice.objects.filter(planned_at=None, created_at__lte=now - grace)
    if unplanned.exists():
        lately = unplanned.filter(created_at__gt=now - grace - NUDGED_FOR).values("match")
        for match in Match.objects.filter(pk__in=lately).prefetch_related("seats")[:MOST]:
            live.nudge_pages(match, match.seats.all())
        enqueue("games.tasks.plan_notices")
    deliveries.enqueue_due(now)


def sweep_bots(now: datetime, grace: timedelta) -> None:
    for match_id, number, seat in bot_turns.awaited_bots(now - grace, now=now, most=free_places("bots", MOST)):
        enqueue("games.tasks.play_bot_turn", match_id, number, seat)


def seats_out_of_time(now: datetime) -> list[tuple[int, Any, int, int | None]]:
    """Return match, turn number, seat and person of everybody whose time has run out."""
    rows = Seat.objects.filter(deadline__lte=now, match__state=MatchState.RUNNING).annotate(
        number=F("match__turn_number") + 1
    )
    return list(rows.values_list("match_id", "number", "index", "user_id")[:MOST])
