"""How a finished match went: its graphs and turning points, and what the bots say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.services.addresses import address_of
from accounts.views.going_on import login_required
from games import bots
from games.boards import SeatShown, Words
from games.history import analysis, charts, course
from games.history.charts import Chart, chart
from games.history.course import Swing
from games.matches import queries
from games.matches.views.answers import MemberRequest, PageRequest, refused_to, see_other, viewer
from games.matches.views.match_view import Line
from games.matches.views.replay import Choice, MatchReplay
from games.models import AnalysisRun, Match, Seat, State


class Turned(NamedTuple):
    """A turning point as the page tells it: chances in per cent, and the bots' choice where that was another turn."""

    swing: Swing
    line: Line
    before: int
    after: int
    better: Choice | None


class Played(NamedTuple):
    """Somebody's line of the result; how near to the bots' choice they played is None while nobody has looked."""

    seat: Seat
    supply: SeatShown
    accuracy: int | None


class Stand(NamedTuple):
    """What somebody held after a turn, and their chance then in per cent, where it is known."""

    supply: SeatShown
    chance: int | None


class Row(NamedTuple):
    """How everybody stood after a turn."""

    number: int
    stands: list[Stand]


@dataclass
class CoursePage(MatchReplay):
    """The whole course of a match that is over."""

    @cached_property
    def run(self) -> AnalysisRun | None:
        return AnalysisRun.objects.filter(match=self.match).first()

    @property
    def is_close(self) -> bool:
        """Whether all that was found is what the strongest bot sees."""
        return analysis.is_close(self.outlooks.values())

    @property
    def will_be_close(self) -> bool:
        """Whether what would be found now is."""
        return analysis.will_be_close()

    @property
    def done(self) -> int:
        """At how many positions the bots have looked as closely as they can here."""
        budget = analysis.budget()
        return sum(row.simulations >= budget for row in self.outlooks.values())

    @property
    def may_analyse(self) -> bool:
        """Whether there are positions left at which they could look, or look more closely."""
        may = self.rules in bots.PLAYED and self.match.state == State.FINISHED
        return may and self.done < self.match.turn_number

    @property
    def may_cancel(self) -> bool:
        return self.run is not None and self.run.user == viewer(self.request)

    @cached_property
    def course(self) -> course.Chances:
        return course.chances(self.seen, self.outlooks)

    @cached_property
    def positions(self) -> list[Row]:
        return [
            Row(
                number,
                [
                    Stand(supply, None if chances is None else round(100 * chances[supply.seat]))
                    for supply in self.board.seats(self.seen.at(number))
                ],
            )
            for number, chances in enumerate(self.course)
        ]

    @property
    def kinds(self) -> list[Words]:
        """What the kinds of pieces are called."""
        return [stock.kind for stock in self.positions[0].stands[0].supply.stock]

    @property
    def supply_charts(self) -> list[tuple[Words, Chart]]:
        """Of each kind of pieces, how many each still had after each turn."""
        return [
            (kind, chart(self.lines_of(self.left_of(number)), low=0, least=1)) for number, kind in enumerate(self.kinds)
        ]

    def left_of(self, kind: int) -> list[list[int]]:
        return [[stand.supply.stock[kind].left for stand in row.stands] for row in self.positions]

    @property
    def chances_chart(self) -> Chart:
        """Each one's chance to win after each turn, with the turning points marked."""
        points = [swing.swing.number for swing in self.turned]
        seen = [[stand.chance for stand in row.stands] for row in self.positions]
        return chart(self.lines_of(seen), low=0, high=100, marked=points)

    def lines_of(self, table: Sequence[Sequence[int | None]]) -> list[charts.Line]:
        return [charts.Line(name, [row[seat] for row in table], seat) for seat, name in enumerate(self.names)]

    @cached_property
    def turned(self) -> list[Turned]:
        return [self.told_turn(swing) for swing in course.swings(self.seen, self.course)]

    def told_turn(self, swing: Swing) -> Turned:
        line, row = self.line(swing.number), self.outlooks.get(swing.number - 1)
        is_better = row is not None and row.turns and row.turns[0][0] != line.text
        before, after = (round(100 * share) for share in (swing.before, swing.after))
        return Turned(swing, line, before, after, self.choice(swing.number) if is_better else None)

    @cached_property
    def accuracies(self) -> list[int | None]:
        """How near to the bots' choice each played; empty while nothing is known."""
        found = course.accuracy(self.seen, self.outlooks, self.course)
        return found if any(mark is not None for mark in found) else []

    @property
    def table(self) -> list[Played]:
        """The result, the winner first."""
        marks = self.accuracies or [None] * len(self.seats)
        last = [stand.supply for stand in self.positions[-1].stands]
        rows = [Played(*row) for row in zip(self.seats, last, marks, strict=True)]
        return sorted(rows, key=lambda row: row.seat.place or len(rows))


def ended(request: HttpRequest, key: str) -> Match:
    """A match that was played to its end, if this person may see it."""
    match = queries.match_for(key, viewer(request))
    if match.state != State.FINISHED:
        raise Http404
    return match


def match_course(request: PageRequest, key: str) -> HttpResponse:
    match = ended(request, key)
    return render(request, "games/course.html", CoursePage(request, match, match.turn_number).context())


@login_required
@require_POST
@refused_to("match-course")
def analysis_ask(request: MemberRequest, key: str) -> HttpResponse:
    """The bots begin to look at the match, and the page shows how far they are."""
    match = queries.match_for(key, request.user)
    analysis.ask(match=match, user=request.user, address=address_of(request), now=timezone.now())
    return see_other(f"{reverse('match-course', args=[key])}#analysis")


@login_required
@require_POST
def analysis_cancel(request: MemberRequest, key: str) -> HttpResponse:
    analysis.cancel(match=queries.match_for(key, request.user), user=request.user)
    return see_other(f"{reverse('match-course', args=[key])}#analysis")
