"""The games by key: their rules, and their boards. The site offers those that have both.

Pure: no Django, clock, randomness or files.
"""

from games.boards.contract import GameBoard
from games.contract import Game, IllegalTurn, RecordError, Refusal, Rules, Violation
from games.taluva.board import TaluvaBoard
from games.taluva.rules import Taluva
from games.volcanique.rules import Volcanique

READABLE: dict[str, Rules] = {rules.key: rules for rules in (Taluva(), Volcanique())}  # whose records can be read
BOARDS: dict[str, GameBoard] = {"taluva": TaluvaBoard()}
RULES: dict[str, Rules] = {key: rules for key, rules in READABLE.items() if key in BOARDS}
# The game that was alone for a while: old addresses, and requests to the API that name none, mean it.
ORIGINAL = "taluva"
FIRST = next(iter(RULES))  # what is meant where no game is named

__all__ = [
    "BOARDS",
    "FIRST",
    "ORIGINAL",
    "READABLE",
    "RULES",
    "Game",
    "IllegalTurn",
    "RecordError",
    "Refusal",
    "Rules",
    "Violation",
]
