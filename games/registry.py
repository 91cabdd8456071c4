"""The games by key: their rules, their boards and their bots. The site offers those that have rules and a board.

No Django, no clock, and nothing random of its own.
"""

from collections.abc import Mapping

from games.boards.board_contract import GameBoard
from games.bot_contract import GameBots, Level
from games.contract import Game, IllegalTurn, RecordError, Refusal, Rules, Violation
from games.taluva.board import TaluvaBoard
from games.taluva.bots import TaluvaBots
from games.taluva.rules import Taluva
from games.volcanique.rules import Volcanique

READABLE: dict[str, Rules] = {rules.key: rules for rules in (Taluva(), Volcanique())}  # whose records can be read
BOARDS: dict[str, GameBoard] = {"taluva": TaluvaBoard()}
RULES: dict[str, Rules] = {key: rules for key, rules in READABLE.items() if key in BOARDS}
BOTS: dict[str, GameBots] = {"taluva": TaluvaBots()}  # a game may have none
# The game that was alone for a while: old addresses, and requests to the API that name none, mean it.
ORIGINAL = "taluva"

__all__ = [
    "BOARDS",
    "BOTS",
    "ORIGINAL",
    "READABLE",
    "RULES",
    "Game",
    "IllegalTurn",
    "RecordError",
    "Refusal",
    "Rules",
    "Violation",
    "all_levels",
    "bot_names",
    "every_place_counts",
    "levels_of",
]


def levels_of(rules: str) -> Mapping[str, Level]:
    """Return the levels that play a game, by key, the weakest first; none where it has no bots."""
    return BOTS[rules].levels if rules in BOTS else {}


def all_levels() -> dict[str, Level]:
    """Return the levels of all games, by key."""
    return {key: level for rules in BOTS for key, level in levels_of(rules).items()}


def bot_names() -> set[str]:
    """Return the names of all levels, and those that they had once."""
    former = {name for bots in BOTS.values() for name in bots.former_names}
    return former | {level.name for level in all_levels().values()}


def every_place_counts(rules: str, game: Game) -> bool:
    """Return whether a seat's prospect in this game is the share of others that it beats, and not a win."""
    return rules in BOTS and BOTS[rules].every_place_counts(game)
