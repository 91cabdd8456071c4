"""What the boards of all games share. Pure: from a game to what is drawn and said."""

from games.boards.board_contract import (
    Alternative,
    BoardView,
    Caution,
    Example,
    GameBoard,
    Lesson,
    OpenDraw,
    OrderSummary,
    Place,
    SeatSummary,
    Sight,
    StepsAhead,
    Stock,
    Tally,
    TextRow,
    TurnBar,
)
from games.boards.translatable import Words, words_in_language

__all__ = [
    "Alternative",
    "BoardView",
    "Caution",
    "Example",
    "GameBoard",
    "Lesson",
    "OpenDraw",
    "OrderSummary",
    "Place",
    "SeatSummary",
    "Sight",
    "StepsAhead",
    "Stock",
    "Tally",
    "TextRow",
    "TurnBar",
    "Words",
    "words_in_language",
]
