"""Until when a seat has time: computed from the clock's rules and the log, never ticked."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Match, Seat


def deadline_of(match: Match, seat: Seat, since: datetime) -> datetime | None:
    """When the seat that is awaited since then runs out of time; None: never."""
    if match.days_per_turn is None:
        return None
    return since + timedelta(days=match.days_per_turn)
