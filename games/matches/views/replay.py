"""A game turn by turn: each has an address, and a step from one to the next swaps the board only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import bots
from games.boards import Shown, Sight, Words
from games.boards.words import Value, listed
from games.contract import Game
from games.matches import queries
from games.matches.views.answers import PageRequest, number_from, viewer
from games.matches.views.board_view import encoded, framed
from games.matches.views.match_view import Line, MatchPage, OfMatch, SeatedPage
from games.models import Analysis


class Choice(NamedTuple):
    """A turn that the bots would have played: the first of them is the best; its player's chance is in per cent."""

    rank: int
    words: tuple[Words, ...]
    text: str
    chance: int


@dataclass
class ReplayPage(SeatedPage):
    """The game as it was after turn `number`, in the picture of how it now stands."""

    number: int
    kept: ClassVar[tuple[str, ...]] = ("z", "text")

    @cached_property
    def game(self) -> Game:
        return self.with_turn(self.number, self.instead.text) if self.instead else self.seen.at(self.number)

    def with_turn(self, number: int, text: str) -> Game:
        """The game as it was before turn `number`, and then with this turn of who was to move; they may have left."""
        game = self.seen.at(number - 1)
        game.play(text, game.awaited()[0])
        return game

    @property
    def instead(self) -> Choice | None:
        """Another turn than the one that was played, which is shown in its place."""
        return None

    @property
    def is_now(self) -> bool:
        return self.number == self.last

    @property
    def last(self) -> int:
        return self.seen.turn

    @property
    def since(self) -> int | None:
        return max(0, self.number - 1)

    @property
    def moved(self) -> int | None:
        return self.number or None

    @cached_property
    def shown(self) -> Shown:
        if self.instead is not None:
            return self.board.show(self.game, self.sight)
        return framed(self.board, self.game, self.sight, self.board.show(self.seen, Sight(names=self.names)))

    @property
    def drafter(self) -> int | None:
        return self.seen.entries[self.number - 1].seat if self.number else None

    @property
    def told(self) -> Line | None:
        """The turn that is shown; nothing before the first."""
        if self.instead is None:
            return self.line(self.number) if self.number else None
        seat = self.seats[self.game.entries[self.number - 1].seat]
        return Line(self.number, seat, self.instead.words, self.instead.text)

    @cached_property
    def lines(self) -> list[Line]:
        """Every turn of the game, in order."""
        return [self.line(number) for number in range(1, self.last + 1)]

    @property
    def outlooks(self) -> Mapping[int, Analysis]:
        """What the bots say, by the number of turns before it."""
        return {}

    @property
    def every_place_counts(self) -> bool:
        return bots.every_place_counts(self.seen)

    @property
    def chances(self) -> list[tuple[str, int]]:
        """Each player's chance to win after this turn, in per cent."""
        row = self.outlooks.get(self.number)
        return (
            [(name, round(100 * chance)) for name, chance in zip(self.names, row.chances, strict=True)] if row else []
        )

    @cached_property
    def best(self) -> list[Choice]:
        """The turns that the bots would have played instead of this one."""
        row = self.outlooks.get(self.number - 1)
        return [self.choice(self.number, rank) for rank in range(1, len(row.turns) + 1)] if row else []

    def choice(self, number: int, rank: int = 1) -> Choice:
        """What the bots would have played as turn `number`."""
        text, chance = self.outlooks[number - 1].turns[rank - 1]
        words = self.board.story(self.with_turn(number, text), number, self.names)
        return Choice(rank, words, text, round(100 * chance))

    @property
    def has_reasons(self) -> bool:
        """Whether the turn that is shown is one that the bots can explain."""
        if not self.number or self.rules not in bots.PLAYED:
            return False
        return not self.seen.is_departure(self.seen.entries[self.number - 1].text)

    @property
    def may_ask(self) -> bool:
        """Whether there is a turn whose reasons can be told, and they are not told yet."""
        return self.has_reasons and not self.why

    @cached_property
    def why(self) -> Words | None:
        """What the turn does and threatens, when that is asked for."""
        if not self.has_reasons or self.request.GET.get("why") != "1":
            return None
        reasons = bots.reasons(self.seen.at(self.number - 1), self.seen.entries[self.number - 1].text)
        return listed([Words(reason.words, None, self.named(reason.values)) for reason in reasons])

    def named(self, values: Mapping[str, str | int]) -> dict[str, Value]:
        """The values in the reader's words, and a player by name."""
        words: dict[str, Value] = {k: Words(v) if isinstance(v, str) else v for k, v in values.items()}
        return words | ({"player": self.names[int(values["player"])]} if "player" in values else {})

    @property
    def previous_number(self) -> int:
        return max(0, self.number - 1)

    @property
    def following_number(self) -> int:
        return min(self.last, self.number + 1)

    @property
    def way(self) -> str:
        """The part of the address that another turn keeps: how one looks at it."""
        kept = self.kept_now()
        return f"?{encoded(kept)}" if kept else ""

    @property
    def now_words(self) -> str:
        """What the game's own page shows."""
        return _("The game now")

    @property
    def may_try(self) -> bool:
        """Whether one may play on from this turn on a board of one's own."""
        return True


@dataclass
class MatchReplay(ReplayPage, OfMatch):
    """A match turn by turn, with what the bots say of it."""

    @cached_property
    def outlooks(self) -> Mapping[int, Analysis]:
        return {row.number: row for row in self.match.analyses.all()} if self.match.is_over else {}

    @cached_property
    def instead(self) -> Choice | None:
        """The choice of the bots that is asked for."""
        wanted = number_from(self.request.GET.get("instead", ""))
        return next((choice for choice in self.best if choice.rank == wanted), None)

    @property
    def may_try(self) -> bool:
        """From any turn of a finished match, and from the present of a running one."""
        return self.match.is_over or self.is_now


@dataclass
class StillPage(MatchReplay):
    """A turn shown on the match's own page, in the picture that the page has: what was played since my last turn."""

    @cached_property
    def now(self) -> MatchPage:
        return MatchPage(self.request, self.match)

    @property
    def since(self) -> int | None:
        return min(self.now.my_last_turn, self.number)

    @cached_property
    def shown(self) -> Shown:
        return framed(self.board, self.game, self.sight, self.now.shown)


def match_replay(request: HttpRequest, key: str) -> HttpResponse:
    """The slider without scripts: to the turn that it points at."""
    return to_turn(request, "match-turn", key)


def to_turn(request: HttpRequest, view: str, key: str) -> HttpResponse:
    """To the turn of the slider, seen as now."""
    number = number_from(request.GET.get("t", "")) or 0
    kept = {name: request.GET.getlist(name) for name in ReplayPage.kept if name in request.GET}
    return redirect(reverse(view, args=[key, number]) + (f"?{encoded(kept)}" if kept else ""))


def match_turn(request: PageRequest, key: str, number: int) -> HttpResponse:
    """The game as it was after turn `number`."""
    match = queries.started_match_for(key, viewer(request))
    if number > match.turn_number:
        raise Http404
    if request.htmx and request.headers.get("HX-Target") == "still":
        page = StillPage(request, match, number)
        return render(request, f"{page.board.parts}/_board.html", page.context())
    return turn_shown(request, MatchReplay(request, match, number), "games/replay.html")


def turn_shown(request: PageRequest, page: ReplayPage, template: str) -> HttpResponse:
    """The page, or what a step to another turn swaps of it."""
    is_step = request.htmx and request.headers.get("HX-Target") == "board"
    return render(request, "games/parts/_replay_step.html" if is_step else template, page.context())
