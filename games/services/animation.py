"""A whole game as one moving picture: drawn once, by the bots' worker since it takes seconds, and kept for a while."""

from __future__ import annotations

from typing import cast

from django.core.cache import cache

from games import pictures, positions
from games.models import Match, State
from taluva_site.queue import tell

# Whoever asks within these seconds waits for the same task.
ASKED_FOR = 90


def kept(match: Match) -> bytes | None:
    """The picture, if it is there; else it is drawn soon."""
    from games.tasks import draw_animation

    found = cache.get(place(match))
    if found is None and cache.add(f"{place(match)}:asked", 1, ASKED_FOR):
        tell(draw_animation, match.pk)
    return cast("bytes | None", found)


def draw(*, match_id: int) -> None:
    """It may be called twice."""
    match = Match.objects.get(pk=match_id)
    if match.state == State.FINISHED and cache.get(place(match)) is None:
        game = positions.replayed(match, match.turn_number)
        cache.set(place(match), pictures.animated(match.rules, game), pictures.KEPT_FOR)


def place(match: Match) -> str:
    return f"animation:{match.key}"
