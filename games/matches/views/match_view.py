"""A game as one person sees it: now, or as it was after some turn."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards import SeatShown, Words
from games.contract import Game, OrderKind
from games.matches import bot_turns, queries
from games.matches.phrases import match_title
from games.matches.views.answers import number_from, viewer
from games.matches.views.board_view import BoardPage, encoded
from games.matches.views.tag_pages import tags_context
from games.matches.views.talk_pages import talk_context
from games.models import Match, Order, RatingChange, Seat, Visibility
from games.registry import RULES

LATELY = 8
PREPARES = "prepare"
INSTEAD = "instead"


@dataclass(frozen=True)
class Sitter:
    """Who plays a game that is no match: a name, and the place in which it ended."""

    index: int
    user: str
    place: int | None


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


class LeftOrder(NamedTuple):
    """Something left for later: its row, and what it is in words with the way to change it, empty if that can't be."""

    row: Order
    words: Words
    change: str


class Left(NamedTuple):
    """What a player has left for later of one kind, and whether more may be added now."""

    kind: OrderKind
    orders: list[LeftOrder]
    may_add: bool


@dataclass
class SeatedPage(BoardPage):
    """A board with those around it who play the game."""

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    @abstractmethod
    def base(self) -> str:
        """The address of the game; with a number behind it, that of the turn."""

    @property
    @abstractmethod
    def seen(self) -> Game:
        """The game as it now is, as far as this person may know it."""

    @property
    @abstractmethod
    def seats(self) -> Sequence[Seat | Sitter]: ...

    @property
    def own_index(self) -> int | None:
        return None

    @cached_property
    def game(self) -> Game:
        return self.seen

    @property
    def is_now(self) -> bool:
        return True

    @property
    def awaited(self) -> Sequence[int]:
        """The seats that are to move in the game that is shown."""
        return self.game.awaited()

    @property
    def seat_rows(self) -> list[tuple[Seat | Sitter, SeatShown]]:
        return list(zip(self.seats, self.board.seats(self.game), strict=True))

    @property
    def winners(self) -> list[str]:
        return [name for seat, name in zip(self.seats, self.names, strict=True) if seat.place == 1]

    @property
    def status(self) -> Words:
        return self.board.status(self.game)

    @property
    def preview(self) -> Preview | None:
        return None

    def line(self, number: int) -> Line:
        return Line(
            number,
            self.seats[self.seen.entries[number - 1].seat],
            self.board.story(self.seen, number, self.names),
            self.seen.text_for(number, self.own_index),
        )

    def context(self) -> dict[str, object]:
        return super().context() | {"game": self.game}


@dataclass
class OfMatch(SeatedPage):
    """The game of a match, with its people."""

    match: Match

    @property
    def title(self) -> str:
        return match_title(self.match)

    @property
    def base(self) -> str:
        return self.match.get_absolute_url()

    @property
    def rules(self) -> str:
        return self.match.rules

    @cached_property
    def own_seat(self) -> Seat | None:
        return queries.seat_of(self.match, viewer(self.request))

    @property
    def own_index(self) -> int | None:
        return self.own_seat.index if self.own_seat else None

    @cached_property
    def seen(self) -> Game:
        return queries.game_for(self.match, self.own_index)

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.match.seats.all())

    @cached_property
    def names(self) -> list[str]:
        return [str(seat.user) if seat.user else _("free") for seat in self.seats]

    @cached_property
    def rating_changes(self) -> dict[int, RatingChange]:
        return queries.rating_changes(self.match, viewer(self.request))

    @property
    def preview(self) -> Preview | None:
        """As a stranger sees the turn that is shown; of a private match, nothing."""
        if self.match.visibility == Visibility.PRIVATE:
            return None
        number, board = self.game.turn, self.board
        stranger = queries.game_for(self.match, None)
        picture = reverse("match-picture", args=[self.match.key, number, "link"])
        return Preview(
            f"{settings.SITE_URL}{self.request.path}",
            f"{settings.SITE_URL}{picture}",
            board.story(stranger, number, self.names) if number else (board.status(stranger),),
        )

    def record(self) -> str:
        """The game as text (T-10), as far as the viewer may see it."""
        return queries.record_for(self.match, self.own_index)

    def context(self) -> dict[str, object]:
        return super().context() | {"match": self.match, "own_seat": self.own_seat}


@dataclass
class MatchPage(OfMatch):
    """The match as it now stands, with my draft while it is mine to move."""

    template: ClassVar[str] = "games/match.html"
    finish: ClassVar[str] = "games/parts/_confirm.html"
    kept: ClassVar[tuple[str, ...]] = ("z", "since", "text", PREPARES, INSTEAD)

    @property
    def is_my_turn(self) -> bool:
        seat = self.own_seat
        return self.match.is_running and seat is not None and seat.is_awaited

    @property
    def is_stood_in(self) -> bool:
        """Whether a bot sits in my place, since I had run out of time, and I have not come back."""
        seat = self.own_seat
        return self.match.is_running and seat is not None and seat.stand_in and not seat.is_back

    @cached_property
    def asking_to_cancel(self) -> list[Seat]:
        """Who asks to cancel the game; none of it is a stranger's business."""
        return queries.asking_to_cancel(self.match, viewer(self.request))

    @property
    def waits_for_core(self) -> bool:
        """Whether the bot that is to move is still being prepared."""
        return self.match.is_running and bot_turns.is_waited_for(self.match, self.seats)

    @property
    def weakened(self) -> list[str]:
        """The bots that play on at less than their strength."""
        return bot_turns.weakened(self.match, self.seats) if self.match.is_running else []

    @cached_property
    def rematch(self) -> Match | None:
        """What is played or waits to be played after this game."""
        return queries.rematch_of(self.match) if self.match.is_over else None

    @property
    def may_join_rematch(self) -> bool:
        """Whether a seat of it may be mine, and is not yet."""
        return (
            self.rematch is not None
            and self.rematch.is_open
            and not queries.seat_of(self.rematch, viewer(self.request))
        )

    @property
    def may_play(self) -> bool:
        """Whether I may play something now: my turn, or something out of turn where the game has it."""
        return self.match.is_running and self.own_index in self.seen.may_play()

    @property
    def is_out_of_turn(self) -> bool:
        """Whether others are to move, and I may do something all the same."""
        return self.may_play and not self.is_my_turn and not self.prepares

    @cached_property
    def orderable(self) -> list[OrderKind]:
        """What I may leave for later now."""
        if self.own_index is None or not self.match.is_running:
            return []
        names = self.seen.orderable(self.own_index)
        return [kind for kind in RULES[self.rules].orders if kind.name in names]

    @property
    def prepares(self) -> OrderKind | None:
        """What I am about to leave for later."""
        wished = self.request.GET.get(PREPARES)
        return next((kind for kind in self.orderable if kind.name == wished), None)

    @property
    def order(self) -> str:
        return self.prepares.name if self.prepares else ""

    @cached_property
    def left(self) -> list[Left]:
        """What I have left for later or may leave, kind by kind; nobody else's."""
        if self.own_index is None or not self.match.is_running:
            return []
        orders = [self.left_order(row) for row in queries.orders_of(self.match, self.own_index)]
        kinds = [
            Left(kind, [order for order in orders if order.row.kind == kind.name], may_add=kind in self.orderable)
            for kind in RULES[self.rules].orders
        ]
        return [left for left in kinds if left.orders or left.may_add]

    def left_order(self, row: Order) -> LeftOrder:
        words, step = self.board.later(row.text)
        if not any(kind.name == row.kind for kind in self.orderable):
            return LeftOrder(row, words, "")
        return LeftOrder(row, words, f"{encoded({PREPARES: row.kind, INSTEAD: str(row.pk)})}&{step}")

    @property
    def instead(self) -> str:
        """What is to be replaced by what is prepared."""
        return self.request.GET.get(INSTEAD, "") if self.prepares else ""

    @property
    def turn_of(self) -> int | None:
        return self.own_index if self.may_play or self.prepares else None

    @property
    def drafter(self) -> int | None:
        return self.own_index

    @property
    def here(self) -> str:
        """This page with the draft and the view that it has: here the draft is played, and here it comes back."""
        return f"{self.request.path}?{self.view_link()}"

    @property
    def draft(self) -> str:
        """The draft as a part of a query."""
        return encoded(self.chosen)

    @property
    def list_link(self) -> str:
        """The same draft without the board."""
        return self.draft_link("match-list")

    @property
    def board_link(self) -> str:
        """The same draft on the board."""
        return self.draft_link("match")

    def draft_link(self, view: str) -> str:
        draft = self.chosen | ({PREPARES: self.order} if self.prepares else {})
        draft |= {INSTEAD: self.instead} if self.instead else {}
        return reverse(view, args=[self.match.key]) + (f"?{encoded(draft)}" if draft else "")

    @property
    def first_news(self) -> int | None:
        """The first turn of another that I have not been shown: from there on they are shown one after the other."""
        seat = self.own_seat
        if seat is None or self.chosen or self.prepares:
            return None
        unseen = (line for line in self.news if line.number > seat.seen_turn and line.seat != seat)
        return next((line.number for line in unseen), None)

    @cached_property
    def my_last_turn(self) -> int:
        """The entry that ended my last turn; what came after it is news to me."""
        return queries.last_turn_of(self.seen, self.own_index)

    @property
    def since(self) -> int | None:
        """After which entry the board marks what happened; None: the last turn of each seat."""
        wished = self.request.GET.get("since")
        if (number := number_from(wished or "")) is not None:
            return min(number, self.seen.turn)
        has_news = self.own_seat is not None and self.my_last_turn < self.seen.turn
        return self.my_last_turn if has_news and wished != "off" else None

    @property
    def since_link(self) -> str:
        """The other of the two ways to mark what happened; empty before anything did."""
        if not self.seen.turn:
            return ""
        return self.view_link(since="off" if self.since is not None else str(self.my_last_turn))

    @cached_property
    def news(self) -> list[Line]:
        """What the others played since my last turn, in order."""
        if self.own_seat is None:
            return []
        return [self.line(number) for number in range(self.my_last_turn + 1, self.seen.turn + 1)]

    @property
    def log(self) -> list[Line]:
        """What was played lately, the newest first."""
        return [self.line(number) for number in range(self.seen.turn, max(0, self.seen.turn - LATELY), -1)]

    def context(self) -> dict[str, object]:
        return super().context() | {"turn_key": secrets.token_urlsafe(12)}

    def surroundings(self) -> dict[str, object]:
        """What stands around board and turn bar, and is not asked for at a step of the draft."""
        who = viewer(self.request)
        note = self.match.notes.filter(user=who).first() if who else None
        return self.context() | {
            **talk_context(self.match, who),
            **tags_context(self.match, who),
            "note": note,
            "short_of_time": queries.seats_short_of_time(self.match, who),
            "invited": queries.is_invited(self.match, who),
            "first_news": self.first_news,
            "none_fitted": self.is_my_turn and who is not None and queries.had_none_to_play(self.match, who),
            "waiting": queries.count_awaiting(who) if who else 0,
        }
