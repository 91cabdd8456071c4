"""How a finished match went, as its page shows it: its graphs and turning points, and what the bots say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.boards import SeatSummary, Words
from games.history import charts, computer_analysis, course
from games.history.charts import Chart, build_chart
from games.history.course import Cause, Swing
from games.history.graph import Graph, build_graph
from games.matches import queries
from games.matches.views.game_view import TurnLine, VisibleGame, line_of
from games.matches.views.replay import BotChoice, TurnMark, choice_of
from games.models import Analysis, AnalysisRun, Match, MatchState, RatingChange, Seat
from games.registry import every_place_counts


class TurningPoint(NamedTuple):
    """A turning point as the page tells it: whose chance it moved, in per cent, and why.

    `better`: the bots' choice, where the turn was a mistake.
    """

    swing: Swing
    line: TurnLine
    player: User | str | None
    before: int
    after: int
    why: str
    better: BotChoice | None


class ResultLine(NamedTuple):
    """Somebody's line of the result; how near to the bots' choice they played is None while nobody has looked."""

    seat: Seat
    supply: SeatSummary
    accuracy: int | None
    change: RatingChange | None


class SeatStanding(NamedTuple):
    """What somebody held after a turn, and their chance then in per cent, where it is known."""

    supply: SeatSummary
    chance: int | None


class StandingsRow(NamedTuple):
    """How everybody stood after a turn."""

    number: int
    stands: list[SeatStanding]


@dataclass(frozen=True)
class CourseGame:
    """A match that is over, with everybody's chances after each turn as far as the bots have looked."""

    match: Match
    seen: VisibleGame
    outlooks: Mapping[int, Analysis]
    chances: course.Chances


@dataclass(frozen=True)
class ResultTable:
    """The places, the winner first, with the kinds of pieces that were left, and which columns there are."""

    kinds: list[Words]
    lines: list[ResultLine]
    has_ratings: bool
    has_accuracies: bool


@dataclass(frozen=True)
class AnalysisView:
    """What the bots say, how far they are, and what may be asked of them.

    `is_known`: they have looked at something; `is_close`: all of it is what the strongest sees. `will_be_close`: what
    would be found now is. `done` of `positions`: at how many they have looked as closely as they can here.
    """

    is_known: bool
    is_close: bool
    will_be_close: bool
    is_running: bool
    may_analyse: bool
    may_cancel: bool
    done: int
    positions: int
    every_place_counts: bool
    swings: list[TurningPoint]


@dataclass(frozen=True)
class CourseView:
    """A match's whole course; `supplies`: of each kind of pieces, how many each had after each turn."""

    names: Sequence[str]
    table: ResultTable
    analysis: AnalysisView
    supplies: list[tuple[Words, Chart]]
    positions: list[StandingsRow]


def course_game(match: Match, seen: VisibleGame, outlooks: Mapping[int, Analysis]) -> CourseGame:
    return CourseGame(match, seen, outlooks, course.win_chances(seen.rules, seen.game, outlooks))


def course_view(played: CourseGame, who: User | None) -> CourseView:
    seen, rows = played.seen, position_rows(played)
    kinds = [stock.kind for stock in rows[0].stands[0].supply.stock]
    changes = queries.rating_changes(played.match, who)
    return CourseView(
        names=seen.names,
        table=result_table(played, rows[-1], kinds, changes),
        analysis=analysis_view(played, who),
        supplies=[(kind, supply_chart(seen, rows, number)) for number, kind in enumerate(kinds)],
        positions=rows,
    )


def match_graph(played: CourseGame, marks: Mapping[int, TurnMark]) -> Graph | None:
    """Return everybody's chances turn by turn, as far as the bots have looked; None while they have not."""
    if not played.outlooks:
        return None
    return build_graph(
        played.chances,
        [(number, mark.kind, mark.sign) for number, mark in marks.items()],
        every_place_counts=every_place_counts(played.seen.rules, played.seen.game),
    )


def turn_marks(played: CourseGame) -> dict[int, TurnMark]:
    """Return the marks of the turning points, by turn."""
    return {swing.number: mark_of(played.seen, swing) for swing in find_swings(played)}


def mark_of(seen: VisibleGame, swing: Swing) -> TurnMark:
    kind, sign, cause = {
        Cause.MISTAKE: ("mistake", "?", _("Mistake")),
        Cause.GOOD_TURN: ("good", "!", _("Good turn")),
        Cause.DRAW: ("draw", "~", _("Luck of the draw")),
        Cause.DEPARTURE: ("departure", "×", _("Left the game")),
        None: ("swing", "·", _("Turning point")),
    }[swing.cause]
    values = {"cause": cause, "name": seen.names[swing.seat], "before": to_percent(swing.before)}
    words = _("%(cause)s: %(name)s from %(before)d %% to %(after)d %%") % {**values, "after": to_percent(swing.after)}
    return TurnMark(kind, sign, words)


def to_percent(share: float) -> int:
    return round(100 * share)


def position_rows(played: CourseGame) -> list[StandingsRow]:
    """Return how everybody stood after each turn."""
    return [row_of(played.seen, number, chances) for number, chances in enumerate(played.chances)]


def row_of(seen: VisibleGame, number: int, chances: Sequence[float] | None) -> StandingsRow:
    supplies = seen.board.seats(seen.game.at(number))
    return StandingsRow(
        number,
        [SeatStanding(supply, None if chances is None else to_percent(chances[supply.seat])) for supply in supplies],
    )


def result_table(
    played: CourseGame, last: StandingsRow, kinds: list[Words], changes: Mapping[int, RatingChange]
) -> ResultTable:
    marks = course.seat_accuracies(played.seen.game, played.outlooks, played.chances)
    stands = zip(played.match.seats.all(), last.stands, marks, strict=True)
    lines = [ResultLine(seat, stand.supply, mark, changes.get(seat.index)) for seat, stand, mark in stands]
    return ResultTable(
        kinds=kinds,
        lines=sorted(lines, key=lambda line: line.seat.place or len(lines)),
        has_ratings=bool(changes),
        has_accuracies=any(mark is not None for mark in marks),
    )


def analysis_view(played: CourseGame, who: User | None) -> AnalysisView:
    match, outlooks, budget = played.match, played.outlooks, computer_analysis.simulation_budget(played.seen.rules)
    run = AnalysisRun.objects.filter(match=match).first()
    done = sum(row.simulations >= budget for row in outlooks.values())
    may_analyse = computer_analysis.can_analyse(played.seen.rules) and match.state == MatchState.FINISHED
    return AnalysisView(
        is_known=bool(outlooks),
        is_close=computer_analysis.is_close(match.rules, outlooks.values()),
        will_be_close=computer_analysis.will_be_close(match.rules),
        is_running=run is not None,
        may_analyse=may_analyse and done < match.turn_number,
        may_cancel=run is not None and run.user == who,
        done=done,
        positions=match.turn_number,
        every_place_counts=every_place_counts(played.seen.rules, played.seen.game),
        swings=[turning_point_of(played, swing) for swing in find_swings(played)],
    )


def find_swings(played: CourseGame) -> list[Swing]:
    return course.largest_swings(played.seen.game, played.outlooks, played.chances)


def turning_point_of(played: CourseGame, swing: Swing) -> TurningPoint:
    seen, row = played.seen, played.outlooks.get(swing.number - 1)
    before, after = to_percent(swing.before), to_percent(swing.after)
    better = choice_of(seen, swing.number, row) if row and swing.cause is Cause.MISTAKE else None
    player = seen.seats[swing.seat].user
    return TurningPoint(swing, line_of(seen, swing.number), player, before, after, cause_words(swing.cause), better)


def cause_words(cause: Cause | None) -> str:
    """Return a sentence about why a turn changed the chances; nothing where nobody knows."""
    return {
        Cause.MISTAKE: _("A mistake: the bots would have played another turn."),
        Cause.GOOD_TURN: _("A good turn: better than what the bots had found."),
        Cause.DRAW: _("Luck of the draw: what was drawn next changed more than the turn itself."),
        Cause.DEPARTURE: _("Somebody left the game."),
        None: "",
    }[cause]


def supply_chart(seen: VisibleGame, rows: Sequence[StandingsRow], kind: int) -> Chart:
    """Return how many pieces of a kind each still had after each turn."""
    left = [[stand.supply.stock[kind].left for stand in row.stands] for row in rows]
    return build_chart(chart_lines(seen, left), low=0, least=1)


def chart_lines(seen: VisibleGame, table: Sequence[Sequence[int | None]]) -> list[charts.ChartLine]:
    return [charts.ChartLine(name, [row[seat] for row in table], seat) for seat, name in enumerate(seen.names)]
