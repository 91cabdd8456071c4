"""A game turn by turn: each has an address, and a step from one to the next swaps the board only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards import Sight, Words
from games.boards.translatable import Value, list_words
from games.contract import Game
from games.matches import queries
from games.matches.views.answers import PageRequest, asks_for, number_from, viewer_of
from games.matches.views.game_view import (
    VIEW,
    BarView,
    BoardQuery,
    Preview,
    ResultView,
    SeatView,
    StageView,
    TurnLine,
    VisibleGame,
    board_query,
    cells_lit,
    context_of,
    encode_query,
    frame_board,
    line_of,
    match_preview,
    match_seen,
    result_view,
    seat_views,
    stage_view,
    text_rows,
)
from games.matches.views.match_view import match_board
from games.models import Analysis, Match, RatingChange
from games.registry import BOTS, every_place_counts


class BotChoice(NamedTuple):
    """A turn that the bots would have played: the first of them is the best; its player's chance is in per cent."""

    rank: int
    words: tuple[Words, ...]
    text: str
    chance: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ReplayBoard:
    """A game as it was after turn `number`, or with the bots' choice `instead` of that turn."""

    seen: VisibleGame
    number: int
    game: Game
    query: BoardQuery
    outlooks: Mapping[int, Analysis]
    instead: BotChoice | None = None
    lit: Sequence[str] = ()

    @property
    def is_now(self) -> bool:
        return self.number == self.seen.game.turn


@dataclass(frozen=True)
class OutlookView:
    """What the bots say of a turn: everybody's chance after it in per cent, and what they would have played."""

    chances: list[tuple[str, int]]
    best: list[BotChoice]
    instead: BotChoice | None
    every_place_counts: bool


@dataclass(frozen=True)
class ReplayView:
    """The bar of the replay with the turn that is shown; `way`: the part of the address that another turn keeps."""

    title: str
    base: str
    number: int
    last: int
    previous: int
    following: int
    way: str
    kept_pairs: list[tuple[str, str]]
    bar: BarView
    line: TurnLine | None
    seats: list[SeatView]
    own_index: int | None
    outlook: OutlookView
    why: Words | None
    may_ask: bool
    may_try: bool
    now_words: str


@dataclass(frozen=True)
class ReplayPageView:
    """What stands around the board of a replay: every turn of the game, the result, and the preview of a link."""

    lines: list[TurnLine]
    result: ResultView
    preview: Preview | None


def replay_board(
    seen: VisibleGame, number: int, given: QueryDict, outlooks: Mapping[int, Analysis] | None = None
) -> ReplayBoard:
    """Read the address and go to turn `number`; `outlooks`: what the bots say, by the number of turns before it."""
    outlooks = outlooks or {}
    query = board_query(given, seen.board)
    rank = number_from(given.get("instead", ""))
    instead = next((choice for choice in best_choices(seen, number, outlooks) if choice.rank == rank), None)
    game = game_with(seen, number, instead.text) if instead else seen.game.at(number)
    return ReplayBoard(seen, number, game, query, outlooks, instead, cells_lit(given))


def game_with(seen: VisibleGame, number: int, text: str) -> Game:
    """Return the game before turn `number`, and then with this turn of who was to move; they may have left."""
    game = seen.game.at(number - 1)
    game.play(text, game.awaited()[0])
    return game


def best_choices(seen: VisibleGame, number: int, outlooks: Mapping[int, Analysis]) -> list[BotChoice]:
    """Return the turns that the bots would have played instead of turn `number`."""
    row = outlooks.get(number - 1)
    return [choice_of(seen, number, row, rank) for rank in range(1, len(row.turns) + 1)] if row else []


def choice_of(seen: VisibleGame, number: int, row: Analysis, rank: int = 1) -> BotChoice:
    """Return what the bots would have played as turn `number`."""
    text, chance = row.turns[rank - 1]
    game = game_with(seen, number, text)
    words, cells = seen.board.story(game, number, seen.names), seen.board.cells(game, number)
    return BotChoice(rank, words, text, round(100 * chance), cells)


def replay_stage(page: ReplayBoard) -> StageView:
    """Return the board after the turn, in the picture of how the game now stands."""
    seen = page.seen
    sight = Sight(names=seen.names, since=max(0, page.number - 1), moved=page.number or None, lit=page.lit)
    if page.instead is not None:
        shown = seen.board.show(page.game, sight)
    else:
        shown = frame_board(seen.board, page.game, sight, seen.board.show(seen.game, Sight(names=seen.names)))
    return stage_view(seen.rules, shown.board, page.query, rows=text_rows(seen, page.game, page.query))


def still_stage(match: Match, number: int, request: PageRequest) -> StageView:
    """Return the board after a turn for the match's own page, in the picture that it has: marked since my last turn."""
    now = match_board(match, viewer_of(request), request.GET)
    seen = now.seen
    sight = Sight(names=seen.names, since=min(now.my_last_turn, number), moved=number or None)
    return stage_view(seen.rules, frame_board(seen.board, seen.game.at(number), sight, now.shown).board, now.query)


def replay_view(
    page: ReplayBoard,
    *,
    now_words: str,
    asks_why: bool = False,
    may_try: bool = True,
    changes: Mapping[int, RatingChange] | None = None,
) -> ReplayView:
    """Return the bar and the seats; `now_words`: what the game's own page shows. `changes`: as for `seat_views`."""
    seen, number = page.seen, page.number
    why = turn_reasons(page) if asks_why else None
    return ReplayView(
        title=seen.title,
        base=seen.base,
        number=number,
        last=seen.game.turn,
        previous=max(0, number - 1),
        following=min(seen.game.turn, number + 1),
        way=f"?{encode_query(page.query.kept)}" if page.query.kept else "",
        kept_pairs=page.query.kept_pairs,
        bar=BarView(None, seen.game.entries[number - 1].seat if number else None),
        line=line_shown(page),
        seats=seat_views(seen, page.game, is_now=page.is_now, changes=changes),
        own_index=seen.own_index,
        outlook=outlook_view(page),
        why=why,
        may_ask=has_reasons(page) and why is None,
        may_try=may_try,
        now_words=now_words,
    )


def line_shown(page: ReplayBoard) -> TurnLine | None:
    """Return the turn that is shown; nothing before the first."""
    if page.instead is None:
        return line_of(page.seen, page.number) if page.number else None
    seat = page.seen.seats[page.game.entries[page.number - 1].seat]
    return TurnLine(page.number, seat, page.instead.words, page.instead.text, page.instead.cells)


def outlook_view(page: ReplayBoard) -> OutlookView:
    row = page.outlooks.get(page.number)
    chances = zip(page.seen.names, row.chances, strict=True) if row else ()
    return OutlookView(
        chances=[(name, round(100 * chance)) for name, chance in chances],
        best=best_choices(page.seen, page.number, page.outlooks),
        instead=page.instead,
        every_place_counts=every_place_counts(page.seen.rules, page.seen.game),
    )


def has_reasons(page: ReplayBoard) -> bool:
    """Return whether the turn that is shown is one that the bots can explain."""
    if not page.number or page.seen.rules not in BOTS or not BOTS[page.seen.rules].texts():
        return False
    return not page.seen.game.is_departure(page.seen.game.entries[page.number - 1].text)


def turn_reasons(page: ReplayBoard) -> Words | None:
    """Return what the turn does and threatens, with the players by their names."""
    if not has_reasons(page):
        return None
    game, names = page.seen.game, page.seen.names
    reasons = BOTS[page.seen.rules].reasons(game.at(page.number - 1), game.entries[page.number - 1].text)
    return list_words([Words(reason.words, None, named_values(reason.values, names)) for reason in reasons])


def named_values(values: Mapping[str, str | int], names: Sequence[str]) -> dict[str, Value]:
    """Return the values in the reader's words, and a player by name."""
    words: dict[str, Value] = {name: Words(v) if isinstance(v, str) else v for name, v in values.items()}
    return words | ({"player": names[int(values["player"])]} if "player" in values else {})


def replay_page_view(page: ReplayBoard, preview: Preview | None) -> ReplayPageView:
    lines = [line_of(page.seen, number) for number in range(1, page.seen.game.turn + 1)]
    return ReplayPageView(lines, result_view(page.seen, page.game), preview)


def match_outlooks(match: Match) -> dict[int, Analysis]:
    """Return what the bots say of a match that is over, by the number of turns before it."""
    return {row.number: row for row in match.analyses.all()} if match.is_over else {}


def match_replay(request: HttpRequest, key: str) -> HttpResponse:
    """Return the slider without scripts: to the turn that it points at."""
    return to_turn(request, "match-turn", key)


def to_turn(request: HttpRequest, view: str, key: str) -> HttpResponse:
    """Redirect to the turn of the slider, seen as now."""
    number = number_from(request.GET.get("t", "")) or 0
    kept = {name: request.GET.getlist(name) for name in VIEW if name in request.GET}
    return redirect(reverse(view, args=[key, number]) + (f"?{encode_query(kept)}" if kept else ""))


def match_turn(request: PageRequest, key: str, number: int) -> HttpResponse:
    """Return the game as it was after turn `number`."""
    match = queries.started_match_for(key, viewer_of(request))
    if number > match.turn_number:
        raise Http404
    if request.htmx and request.htmx.source == "section#show":
        stage = still_stage(match, number, request)
        return render(request, f"{stage.parts}/_board.html", context_of(stage))
    who = viewer_of(request)
    page = replay_board(match_seen(match, who), number, request.GET, match_outlooks(match))
    view = replay_view(
        page,
        now_words=_("Current position"),
        asks_why=request.GET.get("why") == "1",
        may_try=match.is_over or page.is_now,
        changes=queries.rating_changes(match, who) if page.is_now else None,
    )
    parts = {"match": match, "own_seat": queries.seat_of(match, who)}
    if is_replay_step(request):
        return replay_step(request, page, view, **parts)
    around = replay_page_view(page, match_preview(match, page.seen, page.game.turn, request.path))
    return render(request, "games/replay.html", context_of(replay_stage(page), view, around, **parts))


def is_replay_step(request: PageRequest) -> bool:
    """Return whether htmx asks for what a step to another turn changes."""
    return asks_for(request, "board")


def replay_step(request: HttpRequest, page: ReplayBoard, view: ReplayView, **parts: object) -> HttpResponse:
    return render(request, "games/parts/_replay_step.html", context_of(replay_stage(page), view, **parts))
