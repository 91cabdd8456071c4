"""Bots choose a turn from what their seat may know. Pure: the randomness comes in, and the game stays as it was."""

from random import Random

from games.contract import Game
from games.taluva.bots.levels import LADDER, LEVELS, Level, Unavailable
from games.taluva.bots.speech import Reason, explain, reasons
from games.taluva.bots.thinking import Outlook, analyse, choose_turn, every_place_counts, plain

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
