"""A board of one's own: play on from a turn of a game with the real rules. All of it is in the address."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.boards import BoardView, Sight, Words
from games.contract import Game
from games.matches import queries, talk
from games.matches.views.answers import (
    MemberRequest,
    PageRequest,
    flash_message,
    match_action,
    number_from,
    refusal_page,
    see_other,
)
from games.matches.views.game_view import (
    VIEW,
    BarView,
    BoardQuery,
    SeatView,
    StageView,
    VisibleGame,
    board_query,
    context_of,
    encode_query,
    seat_views,
    stage_view,
    text_rows,
)
from games.matches.views.turn_pages import is_step, step_part
from games.models import Match
from games.registry import Refusal

RANDOM = "random"
KEPT = (*VIEW, "m", "s")


class SandboxStep(NamedTuple):
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
        """Do it in a trial; raise IllegalTurn when it can't be."""
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


@dataclass(frozen=True)
class TrialBoard:
    """What follows turn `number` of a game if these moves are played. It never touches the game.

    `seat`: for whom one plays: who is to move, or who was selected among those that may.
    """

    seen: VisibleGame
    number: int
    moves: list[SandboxStep]
    game: Game
    query: BoardQuery
    seat: int | None
    shown: BoardView

    @property
    def drawn(self) -> str:
        """Return what was selected to come last."""
        return self.moves[-1].text if self.moves and self.moves[-1].seat is None else ""

    @property
    def undrawn(self) -> list[SandboxStep]:
        """Return the line without what was selected to come now."""
        return self.moves[:-1] if self.drawn and self.game.brought() == self.drawn else self.moves

    @property
    def unseen(self) -> dict[str, int]:
        """Return what may be drawn now, and how often it is left."""
        return {} if self.game.over else dict(self.game.unseen())

    def link(self, line: Sequence[SandboxStep], *, draws: bool = False, seat: int | None = None) -> str:
        """Return the address of another line, seen as now; `draws`: with what chance brings then."""
        kept = {name: values for name, values in self.query.kept.items() if name in VIEW}
        place = {"t": [RANDOM] if draws else [], "s": [] if seat is None else [str(seat)]}
        return f"?{encode_query({'m': list(map(str, line)), **place, **kept})}"


class SandboxTurn(NamedTuple):
    """A turn of the line: its number, whose it was, and the words."""

    number: int
    name: str
    story: tuple[Words, ...]


@dataclass(frozen=True)
class SandboxView:
    """The page around the board of a trial; `others`: for whom else one may play now, and the links to it."""

    title: str
    base: str
    number: int
    own_index: int | None
    bar: BarView
    seats: list[SeatView]
    others: list[tuple[str, str]]
    chance: Words
    unknown: Words
    drawn: str
    tiles: list[TileLink]
    random_link: str
    line: list[SandboxTurn]
    moves: list[SandboxStep]
    is_over: bool
    play_link: str
    back_link: str


def trial_board(seen: VisibleGame, number: int, given: QueryDict) -> TrialBoard:
    """Play the line in the address; raises IllegalTurn at the first move that can't be."""
    query = board_query(given, seen.board, KEPT)
    moves = [SandboxStep.read(said) for said in given.getlist("m")]
    game = play_line(seen.game.trial(number), moves)
    able, seat_text = game.may_play(), given.get("s", "")
    seat = next(iter([*(seat for seat in able if str(seat) == seat_text), *game.awaited()]), None)
    has_line = game.turn > number
    sight = Sight(names=seen.names, turn_of=seat, query=query.draft, since=number if has_line else None)
    return TrialBoard(seen, number, moves, game, query, seat, seen.board.show(game, sight))


def sandbox_stage(page: TrialBoard) -> StageView:
    rows = text_rows(page.seen, page.game, page.query)
    return stage_view(page.seen.rules, page.shown.board, page.query, rows=rows)


def sandbox_view(page: TrialBoard) -> SandboxView:
    """Return the trial with all the ways on from it."""
    seen, game, board = page.seen, page.game, page.seen.board
    return SandboxView(
        title=seen.title,
        base=seen.base,
        number=page.number,
        own_index=seen.own_index,
        bar=trial_bar(page),
        seats=seat_views(seen, game, is_now=False),
        others=[(seen.names[s], page.link(page.moves, seat=s)) for s in game.may_play() if s != page.seat],
        chance=board.chance,
        unknown=board.unknown,
        drawn=page.drawn,
        tiles=tile_links(page),
        random_link=page.link(page.undrawn, draws=True),
        line=sandbox_turns(page),
        moves=page.moves,
        is_over=game.over,
        play_link=play_link(page),
        back_link=back_link(page),
    )


def trial_bar(page: TrialBoard) -> BarView:
    return BarView(
        turn=page.shown.turn,
        seat=page.seat,
        finish="games/parts/_confirm_trial.html",
        otherwise="games/parts/_trial_waits.html",
        whose="" if page.seat is None else page.seen.names[page.seat],
    )


def sandbox_turns(page: TrialBoard) -> list[SandboxTurn]:
    entries = enumerate(page.game.entries[page.number :], page.number + 1)
    names, board = page.seen.names, page.seen.board
    return [SandboxTurn(number, names[entry.seat], board.story(page.game, number, names)) for number, entry in entries]


def play_link(page: TrialBoard) -> str:
    """Return the way one turn further; what comes next is drawn at random, and can be selected instead."""
    turn = page.shown.turn
    if turn is None or page.seat is None:
        return ""
    return page.link([*page.moves, SandboxStep(page.seat, turn.text)], draws=True)


def back_link(page: TrialBoard) -> str:
    """Return the way back before the last turn, without what chance had brought for it."""
    played = [index for index, move in enumerate(page.moves) if move.seat is not None]
    return page.link(page.moves[: played[-1]]) if played else ""


def tile_links(page: TrialBoard) -> list[TileLink]:
    """Return every tile that may come now."""
    return [
        TileLink(tile, left, page.link([*page.undrawn, SandboxStep(None, tile)]), *page.seen.board.tile(tile))
        for tile, left in page.unseen.items()
    ]


def sandbox_shown(request: PageRequest, seen: VisibleGame, number: int, **parts: object) -> HttpResponse:
    """Return the board after the line in the address; a line that can't be played is refused, and led back."""
    try:
        page = trial_board(seen, number, request.GET)
    except Refusal as refusal:
        return refusal_page(request, refusal, rules=seen.rules, back=request.path)
    if request.GET.get("t") == RANDOM:
        return redirect(f"{request.path}{page.link([*page.moves, *drawn_at_random(page)])}")
    context = context_of(sandbox_stage(page), sandbox_view(page), **parts)
    if is_step(request):
        return step_part(request, context)
    return render(request, "games/sandbox.html", context)


def play_line(base: Game, line: Sequence[SandboxStep]) -> Game:
    """Return the game after these moves; raises IllegalTurn at the first that can't be."""
    game = base.copy()
    for move in line:
        move.done(game)
    return game


def drawn_at_random(page: TrialBoard) -> list[SandboxStep]:
    """Return what chance may bring now, each as likely as it is left; nothing when nothing may come."""
    left = list(Counter(page.unseen).elements())
    return [SandboxStep(None, secrets.choice(left))] if left else []


@match_action()
def sandbox_note(request: MemberRequest, key: str, number: int) -> HttpResponse:
    """Return the line, added to what the person notes about the match."""
    match = queries.started_match_for(key, request.user)
    line = [SandboxStep.read(said) for said in request.POST.getlist("m")]
    note = match.notes.filter(user=request.user).first()
    text = f"{note.text}\n{as_note(match, number, line)}" if note and note.text else as_note(match, number, line)
    talk.save_note(match_id=match.pk, user=request.user, text=text, now=timezone.now())
    flash_message(request, _("Line saved to your note."))
    return see_other(address_of(match, number, line))


def as_note(match: Match, number: int, line: Sequence[SandboxStep]) -> str:
    words = _("After turn %(number)d: %(line)s") % {
        "number": number,
        "line": ", ".join(move.text for move in line if move.seat is not None),
    }
    return f"{words}\n{address_of(match, number, line)}"


def address_of(match: Match, number: int, line: Sequence[SandboxStep]) -> str:
    return f"{reverse('sandbox', args=[match.key, number])}?{encode_query({'m': list(map(str, line))})}"
