"""A game as its reader may know it, and what every page about it shows: seats, result, turns in words, a preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards import GameBoard, SeatShown, TextRow, Words
from games.contract import Game
from games.matches import queries
from games.matches.phrases import match_title
from games.matches.views.board_view import BoardQuery
from games.models import Match, RatingChange, Seat, Visibility
from games.registry import BOARDS


@dataclass(frozen=True)
class Sitter:
    """Who plays a game that is no match: a name, and the place in which it ended."""

    index: int
    user: str
    place: int | None


@dataclass(frozen=True)
class SeenGame:
    """A game with its people, as one reader may know it: of a match, or of a record.

    `base`: its address; with a number behind it, that of a turn. `own_index`: the reader's seat.
    """

    rules: str
    title: str
    base: str
    game: Game
    seats: Sequence[Seat | Sitter]
    names: Sequence[str]
    own_index: int | None = None

    @property
    def board(self) -> GameBoard:
        return BOARDS[self.rules]


class SeatView(NamedTuple):
    """A seat beside the board; `is_now`: the game is shown as it stands, and not as it was once."""

    seat: Seat | Sitter
    supply: SeatShown
    is_awaited: bool
    is_own: bool
    is_now: bool
    change: RatingChange | None


class ResultView(NamedTuple):
    """Who has won, if anybody, and how far the game is."""

    winners: list[str]
    status: Words


class Line(NamedTuple):
    """A turn of the log: in words and in notation."""

    number: int
    seat: Seat | Sitter
    words: tuple[Words, ...]
    text: str


class Preview(NamedTuple):
    """What a link to the page shows elsewhere: absolute addresses, and the last turn in words."""

    address: str
    picture: str
    words: tuple[Words, ...]


def match_seen(match: Match, who: User | None) -> SeenGame:
    """Return the game of a match as this person may know it."""
    index, seats = queries.seat_index(match, who), list(match.seats.all())
    return SeenGame(
        rules=match.rules,
        title=match_title(match),
        base=match.get_absolute_url(),
        game=queries.game_for(match, index),
        seats=seats,
        names=[str(seat.user) if seat.user else _("free") for seat in seats],
        own_index=index,
    )


def seat_views(
    seen: SeenGame, game: Game, *, is_now: bool = True, changes: Mapping[int, RatingChange] | None = None
) -> list[SeatView]:
    """Return the seats of the game that is shown; `changes`: what it made of their ratings."""
    awaited, changes = game.awaited(), changes or {}
    return [
        SeatView(seat, supply, seat.index in awaited, seat.index == seen.own_index, is_now, changes.get(seat.index))
        for seat, supply in zip(seen.seats, seen.board.seats(game), strict=True)
    ]


def result_view(seen: SeenGame, game: Game) -> ResultView:
    winners = [name for seat, name in zip(seen.seats, seen.names, strict=True) if seat.place == 1]
    return ResultView(winners, seen.board.status(game))


def line_of(seen: SeenGame, number: int) -> Line:
    """Return turn `number` of the game as it was played."""
    return Line(
        number,
        seen.seats[seen.game.entries[number - 1].seat],
        seen.board.story(seen.game, number, seen.names),
        seen.game.text_for(number, seen.own_index),
    )


def text_rows(seen: SeenGame, game: Game, query: BoardQuery) -> tuple[TextRow, ...]:
    """Return the board as text, where the reader asks for it."""
    return seen.board.rows(game, seen.names) if query.as_text else ()


def match_preview(match: Match, seen: SeenGame, number: int, path: str) -> Preview | None:
    """Return turn `number` as a stranger sees it; of a private match, nothing."""
    if match.visibility == Visibility.PRIVATE:
        return None
    stranger = queries.game_for(match, None)
    picture = reverse("match-picture", args=[match.key, number, "link"])
    words = seen.board.story(stranger, number, seen.names) if number else (seen.board.status(stranger),)
    return Preview(f"{settings.SITE_URL}{path}", f"{settings.SITE_URL}{picture}", words)
