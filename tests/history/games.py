"""Finished games for tests that don't replay them: their rows without turns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from accounts.models import User
from games.models import Match, MatchState
from tests.factories import NOW

DAY = timedelta(days=1)


def ended(
    *sitters: User,
    places: Sequence[int] | None = None,
    days: int = 0,
    turns: int = 40,
    teams: bool = False,
    gone: tuple[int, ...] = (),
    **values: object,
) -> Match:
    """A match that ended so many days after now, with these places, or the first seat its winner.

    A bot sits in the seats of who is gone.
    """
    wished = {"options": {"players": len(sitters)}, "state": MatchState.FINISHED, "reason": "tiles"} | values
    match = Match.objects.create(
        rules="taluva",
        rules_version="1",
        players=len(sitters),
        creator=sitters[0],
        seed="0" * 64,
        started_at=NOW,
        ended_at=NOW + days * DAY,
        turn_number=turns,
        **wished,
    )
    for index, (user, place) in enumerate(zip(sitters, places or [1, *[2] * len(sitters)], strict=False)):
        team = index % 2 if teams else None
        match.seats.create(index=index, user=user, joined=index, place=place, team=team, stand_in=index in gone)
    return match
