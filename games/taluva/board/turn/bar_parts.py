"""The turn bar of Taluva as values: what `templates/taluva/_turn_bar.html` and `_list.html` loop over."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.boards.board_contract import Caution, Stock
from games.boards.translatable import Words
from games.taluva.board.drawing.shapes import TilePicture


class TurnStep(NamedTuple):
    """A step of the turn; `back` is the query that leads to it again, empty unless it lies behind."""

    title: Words
    back: str = ""


class BuildOption(NamedTuple):
    """One thing that may be built, or may not (`is_off`): then its link leads to the reason that `detail` gives."""

    symbol: str
    title: Words
    detail: Words
    step: str
    is_selected: bool = False
    is_off: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TaluvaBar:
    """The turn being prepared: its steps, what is selected in words, and where one can go from here.

    `at` is the index of the current step. Empty queries lead nowhere and have no button. `text` is the whole turn, what
    the confirmation plays; empty until it is ready. `title` says what the current step decides, `next_title` what the
    next one does. `stock` is the supply after the turn. `heard` names the cell for who does not see the board.
    """

    steps: tuple[TurnStep, ...]
    at: int
    title: Words
    sentence: Words
    heard: Words | None = None
    hint: Words | None = None
    warning: Caution | None = None
    refusal: Words | None = None
    directions: Sequence[str] = ()
    picture: TilePicture | None = None
    picture_words: Words | None = None
    options: tuple[BuildOption, ...] = ()
    left: str = ""
    right: str = ""
    next: str = ""
    next_title: Words | None = None
    back: str = ""
    has_back: bool = False
    text: str = ""
    stock: tuple[Stock, ...] = ()
