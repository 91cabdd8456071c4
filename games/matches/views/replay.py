"""A game turn by turn: each has an address, and a step from one to the next swaps the board only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards import Alternative, Sight, Words
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
    result_view,
    seat_views,
    stage_view,
    text_rows,
)
from games.matches.views.match_view import match_board
from games.matches.views.modes import Mode, ModeLink, mode_links
from games.models import Analysis, Match, RatingChange
from games.registry import BOTS, every_place_counts

# What the address of another turn keeps: how the board is seen, and what is shown beside it.
KEPT = (*VIEW, "mode")


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

    @property
    def asks_for_analysis(self) -> bool:
        return self.query.value("mode") == Mode.ANALYSIS


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
    modes: list[ModeLink]
    is_analysis: bool
    slider_words: str
    now_words: str


class TurnMark(NamedTuple):
    """The mark of a turn in the list: its kind (a class of the style sheet), its sign, and what it says in words."""

    kind: str
    sign: str
    words: str


@dataclass(frozen=True)
class ReplayPageView:
    """What stands around the board of a replay: every turn of the game, the result, and the preview of a link."""

    lines: list[tuple[TurnLine, TurnMark | None]]
    result: ResultView
    preview: Preview | None


def replay_board(
    seen: VisibleGame, number: int, given: QueryDict, outlooks: Mapping[int, Analysis] | None = None
) -> ReplayBoard:
    """Read the address and go to turn `number`; `outlooks`: what the bots say, by the number of turns before it."""
    outlooks = outlooks or {}
    query = board_query(given, seen.board, KEPT)
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


def replay_stage(page: ReplayBoard, alternative: Alternative | None = None) -> StageView:
    """Return the board after the turn, in the picture of how the game now stands, and what could have been played.

    That picture has room for what the bots would have played.
    """
    seen = page.seen
    since, moved = max(0, page.number - 1), page.number or None
    sight = Sight(names=seen.names, since=since, moved=moved, lit=page.lit, alternative=alternative)
    room = [row.turns[0][0] for row in page.outlooks.values() if row.turns]
    shown = frame_board(seen.board, page.game, sight, seen.board.show(seen.game, Sight(names=seen.names, room=room)))
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
    modes: Sequence[Mode],
    asks_why: bool = False,
    changes: Mapping[int, RatingChange] | None = None,
) -> ReplayView:
    """Return the bar and the seats; `now_words`: what the game's own page shows. `changes`: as for `seat_views`.

    `modes`: those that this game has.
    """
    seen, number = page.seen, page.number
    why = turn_reasons(page) if asks_why else None
    mode = Mode.ANALYSIS if page.asks_for_analysis and Mode.ANALYSIS in modes else Mode.REPLAY
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
        modes=mode_links(seen, number, modes, mode, page.query.kept),
        is_analysis=mode is Mode.ANALYSIS,
        slider_words=slider_words(page),
        now_words=now_words,
    )


def slider_words(page: ReplayBoard) -> str:
    """Return where the slider stands, and everybody's chance there."""
    numbers = {"n": page.number, "of": page.seen.game.turn}
    chances = [_("%(name)s %(n)d %%") % {"name": name, "n": chance} for name, chance in outlook_view(page).chances]
    if not chances:
        return _("Turn %(n)s of %(of)s") % numbers
    return _("Turn %(n)s of %(of)s. %(chances)s") % {**numbers, "chances": ", ".join(chances)}


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
    """Return what the turn that was played does and threatens."""
    return (
        reasons_for(page.seen, page.number, page.seen.game.entries[page.number - 1].text) if has_reasons(page) else None
    )


def reasons_for(seen: VisibleGame, number: int, text: str) -> Words | None:
    """Return what a turn does and threatens as turn `number`, with the players by their names."""
    if seen.rules not in BOTS or not BOTS[seen.rules].texts():
        return None
    reasons = BOTS[seen.rules].reasons(seen.game.at(number - 1), text)
    return list_words([Words(reason.words, None, named_values(reason.values, seen.names)) for reason in reasons])


def named_values(values: Mapping[str, str | int], names: Sequence[str]) -> dict[str, Value]:
    """Return the values in the reader's words, and a player by name."""
    words: dict[str, Value] = {name: Words(v) if isinstance(v, str) else v for name, v in values.items()}
    return words | ({"player": names[int(values["player"])]} if "player" in values else {})


def replay_page_view(
    page: ReplayBoard, preview: Preview | None, marks: Mapping[int, TurnMark] | None = None
) -> ReplayPageView:
    """Return what stands around the board; `marks`: of turns that changed the game most."""
    marks = marks or {}
    lines = [(line_of(page.seen, number), marks.get(number)) for number in range(1, page.seen.game.turn + 1)]
    return ReplayPageView(lines, result_view(page.seen, page.game), preview)


def match_outlooks(match: Match) -> dict[int, Analysis]:
    """Return what the bots say of a match that is over, by the number of turns before it."""
    return {row.number: row for row in match.analyses.all()} if match.is_over else {}


def match_replay(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect from the slider without scripts to the turn that it points at."""
    return to_turn(request, "match-turn", key)


def to_turn(request: HttpRequest, view: str, key: str) -> HttpResponse:
    """Redirect to the turn of the slider, seen as now."""
    number = number_from(request.GET.get("t", "")) or 0
    kept = {name: request.GET.getlist(name) for name in KEPT if name in request.GET}
    return redirect(reverse(view, args=[key, number]) + (f"?{encode_query(kept)}" if kept else ""))


def still_answer(request: PageRequest, match: Match, number: int) -> HttpResponse:
    """Return the board alone, for the match's own page."""
    stage = still_stage(match, number, request)
    return render(request, f"{stage.parts}/_board.html", context_of(stage))


def asks_for_still(request: PageRequest) -> bool:
    """Return whether the match's own page asks for the board after a turn."""
    return bool(request.htmx) and request.htmx.source == "section#show"


def match_replay_view(request: PageRequest, match: Match, page: ReplayBoard, modes: Sequence[Mode]) -> ReplayView:
    """Return the bar and the seats of a match after a turn."""
    return replay_view(
        page,
        now_words=_("Current position"),
        modes=modes,
        asks_why=request.GET.get("why") == "1",
        changes=queries.rating_changes(match, viewer_of(request)) if page.is_now else None,
    )


def is_replay_step(request: PageRequest) -> bool:
    """Return whether htmx asks for what a step to another turn changes."""
    return asks_for(request, "board")


def replay_step(request: HttpRequest, page: ReplayBoard, view: ReplayView, **parts: object) -> HttpResponse:
    return render(request, "games/parts/_replay_step.html", context_of(replay_stage(page), view, **parts))
