"""Bots choose a turn from what their seat may know. Pure; the randomness comes in."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.rules.contract import Game


class Level(NamedTuple):
    key: str
    name: str
    sentence: str


LEVELS: dict[str, Level] = {
    level.key: level for level in [Level("seedling", "Seedling", "Plays what comes to mind; a child beats it.")]
}


def choose(level: str, game: Game, rng: Random) -> str:
    """A turn for the seat that is awaited; the same for the same game and seed."""
    (seat,) = game.awaited()
    return rng.choice(game.choices(seat))
