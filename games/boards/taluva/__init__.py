"""The board of Taluva: from a game to what is drawn and said. Its face is `TaluvaBoard`."""

from games.boards.taluva.face import TaluvaBoard

__all__ = ["TaluvaBoard"]
