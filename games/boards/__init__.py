"""The boards of the games, by the key of their rules. Pure: from a game to what is drawn and said."""

from games.boards.contract import (
    Caution,
    Example,
    GameBoard,
    Later,
    Lesson,
    Option,
    Place,
    Row,
    SeatShown,
    Shown,
    Sight,
    Step,
    Stock,
    TurnBar,
)
from games.boards.taluva import TaluvaBoard
from games.boards.words import Words, spoken

BOARDS: dict[str, GameBoard] = {"taluva": TaluvaBoard()}

__all__ = [
    "BOARDS",
    "Caution",
    "Example",
    "GameBoard",
    "Later",
    "Lesson",
    "Option",
    "Place",
    "Row",
    "SeatShown",
    "Shown",
    "Sight",
    "Step",
    "Stock",
    "TurnBar",
    "Words",
    "spoken",
]
