"""The board of Taluva: from a game to what is drawn and said. Its face is `TaluvaBoard`."""

from games.taluva.board.taluva_board import TaluvaBoard

__all__ = ["TaluvaBoard"]
