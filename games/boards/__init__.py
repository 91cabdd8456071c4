"""What the boards of all games share. Pure: from a game to what is drawn and said."""

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
from games.boards.words import Words, spoken

__all__ = [
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
