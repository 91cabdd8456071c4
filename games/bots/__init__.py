"""Bots choose a turn from what their seat may know. Pure: the randomness comes in, and the game stays as it was.

Nothing here imports numba. The levels that need the fast core load it when they first choose a turn, and so do the
tools; the others play in plain Python, or on the core where it is loaded already.
"""

from random import Random

from games.bots.levels import LADDER, LEVELS, Level, Unavailable
from games.bots.speech import Reason, explain, reasons
from games.bots.thinking import Outlook, analyse, choose_turn, every_place_counts, plain
from games.contract import Game

PLAYED = ("taluva",)  # the games that these bots can play

__all__ = [
    "LADDER",
    "LEVELS",
    "PLAYED",
    "Level",
    "Outlook",
    "Reason",
    "Unavailable",
    "analyse",
    "choose",
    "every_place_counts",
    "explain",
    "plain",
    "reasons",
]


def choose(level: str, game: Game, rng: Random, *, plainly: bool = False) -> str:
    """A turn for the seat that is awaited; the same for the same game and the same state of `rng`.

    Plainly: without the fast core, and looking no further than plain Python can in a second or two.
    """
    return choose_turn(LEVELS[level], game, rng, plainly=plainly)
