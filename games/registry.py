"""The games that the site offers, by key: their rules and their boards.

Pure: no Django, clock, randomness or files.
"""

from games.boards.contract import GameBoard
from games.contract import Game, IllegalTurn, RecordError, Refusal, Rules, Violation
from games.taluva.board import TaluvaBoard
from games.taluva.rules import Taluva

RULES: dict[str, Rules] = {rules.key: rules for rules in (Taluva(),)}
BOARDS: dict[str, GameBoard] = {"taluva": TaluvaBoard()}
# The game that was alone for a while: old addresses, and requests to the API that name none, mean it.
ORIGINAL = "taluva"
FIRST = next(iter(RULES))  # what is meant where no game is named

__all__ = [
    "BOARDS",
    "FIRST",
    "ORIGINAL",
    "RULES",
    "Game",
    "IllegalTurn",
    "RecordError",
    "Refusal",
    "Rules",
    "Violation",
]
