"""A board of one's own: play on from a turn of a game with the real rules. All of it is in the address."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple, Self

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views.going_on import login_required
from games.boards import Shown, Words
from games.contract import Game
from games.matches import queries, talk
from games.matches.views.answers import (
    MemberRequest,
    PageRequest,
    number_from,
    refused,
    refused_to,
    say,
    see_other,
    viewer,
)
from games.matches.views.board_view import encoded
from games.matches.views.match_view import OfMatch, SeatedPage
from games.matches.views.turn_pages import is_step, step
from games.models import Match
from games.registry import Refusal

RANDOM = "random"


class Move(NamedTuple):
    """A step of a line: what a seat plays (`1:…` in an address), or what chance brings (`~…`, no seat)."""

    seat: int | None
    text: str

    def __str__(self) -> str:
        return f"~{self.text}" if self.seat is None else f"{self.seat}:{self.text}"

    @classmethod
    def read(cls, said: str) -> Self:
        if said.startswith("~"):
            return cls(None, said[1:])
        seat, _, text = said.partition(":")
        number = number_from(seat)
        return cls(-1 if number is None else number, text)

    def done(self, game: Game) -> None:
        """Does it in a trial; raises IllegalTurn when it can't be."""
        if self.seat is None:
            game.redeal(self.text)
        else:
            game.suppose(self.text, self.seat)


class TileLink(NamedTuple):
    """A tile that may come: how often it is left, where its link leads, how it looks, and what it is in words."""

    tile: str
    left: int
    link: str
    picture: object
    words: Words


@dataclass
class SandboxPage(SeatedPage):
    """What follows turn `number` of a game if these moves are played. It never touches the game."""

    number: int
    finish: ClassVar[str] = "games/parts/_confirm_trial.html"
    otherwise: ClassVar[str] = "games/parts/_trial_waits.html"
    kept: ClassVar[tuple[str, ...]] = ("z", "text", "m", "s")

    @cached_property
    def moves(self) -> list[Move]:
        """What was tried so far."""
        return [Move.read(said) for said in self.request.GET.getlist("m")]

    @property
    def drawn(self) -> str:
        """What was chosen to come last."""
        return self.moves[-1].text if self.moves and self.moves[-1].seat is None else ""

    @property
    def undrawn(self) -> list[Move]:
        """The line without what was chosen to come now."""
        return self.moves[:-1] if self.drawn and self.game.brought() == self.drawn else self.moves

    @cached_property
    def origin(self) -> Game:
        return self.seen.trial(self.number)

    @cached_property
    def game(self) -> Game:
        return tried(self.origin, self.moves)

    @property
    def is_now(self) -> bool:
        return False

    @property
    def turn_of(self) -> int | None:
        """For whom one plays: whoever is to move, or whoever was chosen among those that may."""
        able, wished = self.game.may_play(), self.request.GET.get("s", "")
        chosen = [seat for seat in able if str(seat) == wished]
        return next(iter([*chosen, *self.game.awaited()]), None)

    @property
    def others(self) -> list[tuple[str, str]]:
        """For whom else one may play now, and the links to it."""
        able = [seat for seat in self.game.may_play() if seat != self.turn_of]
        return [(self.names[seat], self.line_link(self.moves, seat=seat)) for seat in able]

    @property
    def whose(self) -> str:
        return "" if self.turn_of is None else self.names[self.turn_of]

    @property
    def since(self) -> int | None:
        return self.number if self.told else None

    @cached_property
    def shown(self) -> Shown:
        return self.board.show(self.game, self.sight)

    @property
    def unseen(self) -> list[tuple[str, int]]:
        """What may be drawn now, and how often it is left."""
        return list(self.game.unseen().items()) if not self.game.over else []

    @property
    def told(self) -> list[tuple[int, str, tuple[Words, ...]]]:
        """What was tried: the number of the turn, whose it was, and the words."""
        entries = enumerate(self.game.entries[self.number :], self.number + 1)
        return [
            (number, self.names[entry.seat], self.board.story(self.game, number, self.names))
            for number, entry in entries
        ]

    def line_link(self, line: Sequence[Move], *, draws: bool = False, seat: int | None = None) -> str:
        """The address of another line, seen as now; `draws`: with what chance brings then."""
        kept = {name: values for name, values in self.kept_now().items() if name in ("z", "text")}
        place = {"t": [RANDOM] if draws else [], "s": [] if seat is None else [str(seat)]}
        return f"?{encoded({'m': list(map(str, line)), **place, **kept})}"

    @property
    def play_link(self) -> str:
        """One turn further; what comes next is drawn at random, and can be chosen anew."""
        bar = self.shown.turn
        if bar is None or self.turn_of is None:
            return ""
        return self.line_link([*self.moves, Move(self.turn_of, bar.text)], draws=True)

    @property
    def back_link(self) -> str:
        """The last turn taken back, with what chance had brought for it."""
        played = [index for index, move in enumerate(self.moves) if move.seat is not None]
        return self.line_link(self.moves[: played[-1]]) if played else ""

    @property
    def random_link(self) -> str:
        return self.line_link(self.undrawn, draws=True)

    @property
    def tile_links(self) -> list[TileLink]:
        """Every tile that may come now."""
        return [
            TileLink(tile, left, self.line_link([*self.undrawn, Move(None, tile)]), *self.board.tile(tile))
            for tile, left in self.unseen
        ]


@dataclass
class MatchSandbox(SandboxPage, OfMatch):
    """What might follow in a match."""


def sandbox(request: PageRequest, key: str, number: int) -> HttpResponse:
    """The board to try things on, after turn `number` and the moves in the address."""
    match = queries.started_match_for(key, viewer(request))
    if number > match.turn_number:
        raise Http404
    return sandbox_shown(request, MatchSandbox(request, match, number))


def sandbox_shown(request: PageRequest, page: SandboxPage) -> HttpResponse:
    """The board after the line in the address; a line that can't be played is refused, and led back."""
    try:
        if request.GET.get("t") == RANDOM:
            return redirect(f"{request.path}{page.line_link([*page.moves, *something(page)])}")
        context = page.context()
    except Refusal as refusal:
        return refused(request, refusal, rules=page.rules, back=request.path)
    if is_step(request):
        return step(request, context)
    return render(request, "games/sandbox.html", context)


def tried(base: Game, line: Sequence[Move]) -> Game:
    """The game after these moves; raises IllegalTurn at the first that can't be."""
    game = base.copy()
    for move in line:
        move.done(game)
    return game


def something(page: SandboxPage) -> list[Move]:
    """What chance may bring now, each as likely as it is left; nothing when nothing may come."""
    left = list(Counter(dict(page.unseen)).elements())
    return [Move(None, secrets.choice(left))] if left else []


@require_POST
@login_required
@refused_to("match")
def sandbox_note(request: MemberRequest, key: str, number: int) -> HttpResponse:
    """The line, added to what the person notes about the match."""
    match = queries.started_match_for(key, request.user)
    line = [Move.read(said) for said in request.POST.getlist("m")]
    note = match.notes.filter(user=request.user).first()
    text = f"{note.text}\n{as_note(match, number, line)}" if note and note.text else as_note(match, number, line)
    talk.save_note(match_id=match.pk, user=request.user, text=text, now=timezone.now())
    say(request, _("The line is in your note."))
    return see_other(address_of(match, number, line))


def as_note(match: Match, number: int, line: Sequence[Move]) -> str:
    words = _("After turn %(number)d: %(line)s") % {
        "number": number,
        "line": ", ".join(move.text for move in line if move.seat is not None),
    }
    return f"{words}\n{address_of(match, number, line)}"


def address_of(match: Match, number: int, line: Sequence[Move]) -> str:
    return f"{reverse('sandbox', args=[match.key, number])}?{encoded({'m': list(map(str, line))})}"
