"""What pages about a game show: the game as its reader may know it, board, turn bar, seats, result, turns in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields, replace
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias
from urllib.parse import quote, urlencode

from django.conf import settings
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards import BoardView, GameBoard, SeatSummary, Sight, TextRow, TurnBar, Words
from games.boards.translatable import joined_by_comma, list_words, say
from games.contract import Game
from games.matches import queries
from games.matches.phrases import match_title, names_in_words
from games.models import Match, Rating, RatingChange, Seat, Visibility
from games.registry import BOARDS

VIEW = ("z", "text")
LIT, MOST_LIT = "lit", 60
ZOOMS = ("2", "3")
SAFE = ",:@-"
Query: TypeAlias = Mapping[str, str | Sequence[str]]


class View(Protocol):
    """A part of a page, which is a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True)
class BoardQuery:
    """What the address of a page with a board says: the draft, and the parts that every link keeps."""

    draft: Mapping[str, str]
    kept: Mapping[str, Sequence[str]]

    @property
    def keep(self) -> str:
        """Return the part of the address which every link of the draft keeps."""
        return f"&{encode_query(self.kept)}" if self.kept else ""

    @property
    def kept_pairs(self) -> list[tuple[str, str]]:
        """Return the same for a form."""
        return [(name, value) for name, values in self.kept.items() for value in values]

    @property
    def zoom(self) -> str:
        zoom = self.value("z")
        return zoom if zoom in ZOOMS else ""

    @property
    def as_text(self) -> bool:
        return self.value("text") == "1"

    def value(self, name: str) -> str:
        """Return the last value of a part that is kept, as Django reads a query."""
        return next(reversed(self.kept.get(name, ("",))))

    def link(self, **changed: str) -> str:
        """Return the address of the same draft in another view; an empty value leaves a part out."""
        merged: Query = {**self.draft, **self.kept, **changed}
        return encode_query({name: value for name, value in merged.items() if value})


@dataclass(frozen=True)
class ToolsView:
    """The links over the board: another zoom, the board as text, and what happened since the reader's turn."""

    zoom_in: str
    zoom_out: str
    zoom_fit: str
    text: str
    is_text: bool
    since: str = ""
    is_since: bool = False


@dataclass(frozen=True)
class StageView:
    """The board with its tools.

    `parts`: the folder of the game's templates; `sheets` and `scripts`: what its pages load besides; `draft_names`: the
    parts of its draft.
    """

    rules: str
    parts: str
    sheets: tuple[str, ...]
    scripts: tuple[str, ...]
    draft_names: str
    board: object
    keep: str
    zoom: str
    tools: ToolsView
    rows: tuple[TextRow, ...]


@dataclass(frozen=True)
class BarView:
    """The turn bar: the turn that is drafted, if one is, and what stands around it.

    `finish`: the template of the part that plays or keeps the draft. `otherwise`: that of what stands there without a
    draft, or over it where others are to move (`is_out_of_turn`). `seat`: whose colour the bar has. `whose`: who takes
    the turn, where that isn't plain. `intro`: a sentence before all. `list_link`: the same draft as a list.
    `is_stood_in`: a bot plays for the reader, who has not come back.
    """

    turn: TurnBar | None
    seat: int | None
    finish: str = ""
    otherwise: str = ""
    whose: str = ""
    intro: str = ""
    list_link: str = ""
    is_out_of_turn: bool = False
    is_stood_in: bool = False


def board_query(
    given: QueryDict, board: GameBoard, kept: Sequence[str] = VIEW, *, is_stale: bool = False
) -> BoardQuery:
    """Read the address; `is_stale`: the draft was meant for a position that has passed, and is dropped."""
    return BoardQuery(
        {} if is_stale else {name: str(given[name]) for name in board.draft if name in given},
        {name: given.getlist(name) for name in kept if name in given},
    )


def cells_lit(given: Mapping[str, str]) -> list[str]:
    """Return the cells that the address asks to be marked."""
    return given.get(LIT, "").split(".")[:MOST_LIT]


def stage_view(
    rules: str, board: object, query: BoardQuery, tools: ToolsView | None = None, rows: tuple[TextRow, ...] = ()
) -> StageView:
    face = BOARDS[rules]
    return StageView(
        rules=rules,
        parts=face.parts,
        sheets=face.sheets,
        scripts=face.scripts,
        draft_names=" ".join(face.draft),
        board=board,
        keep=query.keep,
        zoom=query.zoom,
        tools=tools or tools_view(query),
        rows=rows,
    )


def tools_view(query: BoardQuery, *, since: str = "", is_since: bool = False) -> ToolsView:
    return ToolsView(
        zoom_in=query.link(z={"": "2"}.get(query.zoom, "3")),
        zoom_out=query.link(z={"3": "2"}.get(query.zoom, "")),
        zoom_fit=query.link(z=""),
        text=query.link(text="" if query.as_text else "1"),
        is_text=query.as_text,
        since=since,
        is_since=is_since,
    )


def context_of(*views: View, **parts: object) -> dict[str, object]:
    """Return what a template is given: the fields of these views by their names, and further parts."""
    return {field.name: getattr(view, field.name) for view in views for field in fields(view)} | parts


def encode_query(values: Query) -> str:
    """Return the query of these values, its commas and colons left readable."""
    return urlencode(values, doseq=True, quote_via=quote, safe=SAFE)


def frame_board(board: GameBoard, game: Game, sight: Sight, frame: BoardView) -> BoardView:
    """Return the game in the picture of another one, so that nothing shifts from one to the next."""
    return board.show(game, replace(sight, frame=frame.board))


@dataclass(frozen=True)
class NamedPlayer:
    """Who plays a game that is no match: a name, and the place in which it ended."""

    index: int
    user: str
    place: int | None


@dataclass(frozen=True)
class VisibleGame:
    """A game with its people, as one reader may know it: of a match, or of a record.

    `base`: its address; with a number behind it, that of a turn. `own_index`: the reader's seat.
    """

    rules: str
    title: str
    base: str
    game: Game
    seats: Sequence[Seat | NamedPlayer]
    names: Sequence[str]
    own_index: int | None = None

    @property
    def board(self) -> GameBoard:
        return BOARDS[self.rules]


class SeatView(NamedTuple):
    """A seat beside the board; `is_now`: the game is shown as it stands, and not as it was once."""

    seat: Seat | NamedPlayer
    supply: SeatSummary
    is_awaited: bool
    is_own: bool
    is_now: bool
    change: RatingChange | None
    rating: Rating | None


class ResultView(NamedTuple):
    """Who has won, if anybody, and how far the game is."""

    winners: str
    status: Words


class TurnLine(NamedTuple):
    """A turn of the log: in words and in notation, and the cells that the words speak of."""

    number: int
    seat: Seat | NamedPlayer
    words: tuple[Words, ...]
    text: str
    cells: tuple[str, ...]


class Preview(NamedTuple):
    """What a link to the page shows elsewhere: absolute addresses, and the last turn in words."""

    address: str
    picture: str
    words: tuple[Words, ...]


def match_seen(match: Match, who: User | None) -> VisibleGame:
    """Return the game of a match as this person may know it."""
    index, seats = queries.seat_index(match, who), list(match.seats.all())
    return VisibleGame(
        rules=match.rules,
        title=match_title(match),
        base=match.get_absolute_url(),
        game=queries.game_for(match, index),
        seats=seats,
        names=[str(seat.user) if seat.user else _("free") for seat in seats],
        own_index=index,
    )


def seat_views(
    seen: VisibleGame,
    game: Game,
    *,
    is_now: bool = True,
    changes: Mapping[int, RatingChange] | None = None,
    ratings: Mapping[int, Rating] | None = None,
) -> list[SeatView]:
    """Return the seats of the game that is shown; `changes`: what it made of their ratings, `ratings`: these now."""
    awaited, changes, ratings = game.awaited(), changes or {}, ratings or {}
    return [
        SeatView(
            seat=seat,
            supply=supply,
            is_awaited=seat.index in awaited,
            is_own=seat.index == seen.own_index,
            is_now=is_now,
            change=changes.get(seat.index),
            rating=ratings.get(seat.index),
        )
        for seat, supply in zip(seen.seats, seen.board.seats(game), strict=True)
    ]


def result_view(seen: VisibleGame, game: Game) -> ResultView:
    winners = [name for seat, name in zip(seen.seats, seen.names, strict=True) if seat.place == 1]
    return ResultView(names_in_words(winners), seen.board.status(game))


def line_of(seen: VisibleGame, number: int) -> TurnLine:
    """Return turn `number` of the game as it was played."""
    return TurnLine(
        number,
        seen.seats[seen.game.entries[number - 1].seat],
        seen.board.story(seen.game, number, seen.names),
        seen.game.text_for(number, seen.own_index),
        seen.board.cells(seen.game, number),
    )


def text_rows(seen: VisibleGame, game: Game, query: BoardQuery) -> tuple[TextRow, ...]:
    """Return the board as text, where the reader asks for it."""
    return seen.board.rows(game, seen.names) if query.as_text else ()


def match_preview(match: Match, seen: VisibleGame, number: int, path: str) -> Preview | None:
    """Return turn `number` as a stranger sees it, or the result; of a private match, nothing."""
    if match.visibility == Visibility.PRIVATE:
        return None
    stranger = queries.game_for(match, None)
    picture = reverse("match-picture", args=[match.key, number, "link"])
    if stranger.over and number == stranger.turn:
        words = result_words(seen, stranger)
    else:
        words = seen.board.story(stranger, number, seen.names) if number else (seen.board.status(stranger),)
    return Preview(f"{settings.SITE_URL}{path}", f"{settings.SITE_URL}{picture}", words)


def result_words(seen: VisibleGame, game: Game) -> tuple[Words, ...]:
    """Return who has won, why the game ended, and what everybody had built then."""
    winners = [say("%(name)s", name=name) for name, place in zip(seen.names, game.places, strict=True) if place == 1]
    tallies = seen.board.tallies(game)
    counts = [
        say("%(name)s: %(pieces)s.", name=name, pieces=joined_by_comma([tally.words[seat] for tally in tallies]))
        for seat, name in enumerate(seen.names)
    ]
    return (say("%(names)s won.", names=list_words(winners)), seen.board.ending(game, seen.names), *counts)
