"""What should have happened by now and did not: everything after a commit may be lost."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F

from games.models import Match, Seat, State
from games.services import bots, delivery, play, tables


def sweep(*, now: datetime, grace: timedelta) -> None:
    from games.tasks import deliver, play_bot_turn

    for match_id, number, seat in bots.awaited_bots(now - grace):
        play_bot_turn.delay(match_id, number, seat)
    for notice_id in delivery.waiting(now - grace):
        deliver.delay(notice_id)
    for match_id, number, seat in late(now):
        play.time_out(match_id=match_id, seat=seat, number=number, now=now)
    for match_id in Match.objects.filter(state=State.OPEN, expires_at__lte=now).values_list("pk", flat=True)[:200]:
        tables.end_unstarted(match_id=match_id, now=now)


def late(now: datetime) -> list[tuple[int, int, int]]:
    """Match, turn number and seat of everybody whose time has run out."""
    rows = Seat.objects.filter(deadline__lte=now, match__state=State.RUNNING).annotate(
        number=F("match__turn_number") + 1
    )
    return list(rows.values_list("match_id", "number", "index")[:500])
