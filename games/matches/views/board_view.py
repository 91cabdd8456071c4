"""A page with a board: who looks at which game, with the draft and the view that the query asks for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, TypeAlias
from urllib.parse import quote, urlencode

from django.http import HttpRequest

from games.boards import GameBoard, Row, Shown, Sight
from games.contract import Game
from games.registry import BOARDS

VIEW = ("z", "since", "text")
ZOOMS = ("2", "3")
SAFE = ",:@-"
Query: TypeAlias = Mapping[str, str | Sequence[str]]


@dataclass
class BoardPage(ABC):
    """What every page with a board needs. A subclass says which game it shows, and whose turn is drafted on it."""

    request: HttpRequest
    # Whether the draft was meant for a position that has passed, and is dropped.
    is_late: bool = field(default=False, kw_only=True)

    # The part that plays or keeps the draft, and the parts of the query that every link keeps.
    finish: ClassVar[str] = ""
    # What the turn bar holds when there is no draft.
    otherwise: ClassVar[str] = "games/parts/_waiting.html"
    kept: ClassVar[tuple[str, ...]] = VIEW

    @property
    @abstractmethod
    def game(self) -> Game: ...

    @property
    @abstractmethod
    def rules(self) -> str: ...

    @property
    @abstractmethod
    def names(self) -> Sequence[str]: ...

    @property
    def turn_of(self) -> int | None:
        """The seat whose turn is drafted here; None: one only looks."""
        return None

    @property
    def order(self) -> str:
        """The kind of order that is drafted here instead of a turn."""
        return ""

    @property
    def whose(self) -> str:
        """Who takes the drafted turn, where that is not plain."""
        return ""

    @property
    def since(self) -> int | None:
        return None

    @property
    def moved(self) -> int | None:
        return None

    @property
    def board(self) -> GameBoard:
        return BOARDS[self.rules]

    @property
    def chosen(self) -> dict[str, str]:
        """The draft's part of the query."""
        given = {} if self.is_late else self.request.GET
        return {name: given[name] for name in self.board.draft if name in given}

    @cached_property
    def sight(self) -> Sight:
        return Sight(
            names=self.names,
            turn_of=self.turn_of,
            order=self.order,
            chosen=self.chosen,
            since=self.since,
            moved=self.moved,
        )

    @cached_property
    def shown(self) -> Shown:
        return self.board.show(self.game, self.sight)

    @property
    def drafter(self) -> int | None:
        """Whose colour the turn bar has."""
        return self.turn_of

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.board.rows(self.game, self.names)

    @property
    def as_text(self) -> bool:
        return self.request.GET.get("text") == "1"

    # Links: every one of them keeps the rest of the address.

    def kept_now(self) -> dict[str, list[str]]:
        return {name: self.request.GET.getlist(name) for name in self.kept if name in self.request.GET}

    @property
    def keep(self) -> str:
        """The part of the address which every link of the draft keeps."""
        kept = self.kept_now()
        return f"&{encoded(kept)}" if kept else ""

    @property
    def kept_pairs(self) -> list[tuple[str, str]]:
        """The same for a form."""
        return [(name, value) for name, values in self.kept_now().items() for value in values]

    def view_link(self, **changed: str) -> str:
        """The address of the same draft in another view; an empty value leaves a part out."""
        kept: Query = {**self.chosen, **self.kept_now(), **changed}
        return encoded({name: value for name, value in kept.items() if value})

    @property
    def zoom(self) -> str:
        wished = self.request.GET.get("z", "")
        return wished if wished in ZOOMS else ""

    @property
    def zoom_in(self) -> str:
        return self.view_link(z={"": "2"}.get(self.zoom, "3"))

    @property
    def zoom_out(self) -> str:
        return self.view_link(z={"3": "2"}.get(self.zoom, ""))

    @property
    def zoom_fit(self) -> str:
        return self.view_link(z="")

    @property
    def text_link(self) -> str:
        return self.view_link(text="" if self.as_text else "1")

    def context(self) -> dict[str, object]:
        return {
            "page": self,
            "board": self.shown.board,
            "bar": self.shown.turn,
            "keep": self.keep,
            "zoom": self.zoom,
        }


def encoded(values: Query) -> str:
    """The query of these values, its commas and colons left readable."""
    return urlencode(values, doseq=True, quote_via=quote, safe=SAFE)


def framed(board: GameBoard, game: Game, sight: Sight, frame: Shown) -> Shown:
    """The game in the picture of another one, so that nothing shifts from one to the next."""
    return board.show(game, replace(sight, frame=frame.board))
