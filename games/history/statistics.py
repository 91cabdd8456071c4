"""The club in numbers: how much is played, which seat wins, how games end. Public finished games alone count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from math import sqrt
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import BooleanField, Count, ExpressionWrapper, Q, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

from games.matches.tables.match_lists import option_choices
from games.models import Match, MatchState, Seat, Visibility
from games.registry import RULES

KEPT_FOR = 3600
MONTHS = 24
CERTAIN = 1.96  # standard errors on either side of an interval of 95 %


class StatisticsFilter(NamedTuple):
    """Which games count; what is empty does not narrow them."""

    rules: str = ""
    players: int | None = None
    rated: str = ""

    def conditions(self, prefix: str = "") -> dict[str, Any]:
        """Return the conditions on a match, or with a prefix on what refers to one."""
        conditions: dict[str, Any] = {"state": MatchState.FINISHED, "visibility": Visibility.PUBLIC}
        conditions |= {name: value for name, value in (("rules", self.rules), ("players", self.players)) if value}
        if self.rated:
            conditions["rated"] = self.rated == "rated"
        return {f"{prefix}{name}": value for name, value in conditions.items()}


class Month(NamedTuple):
    begin: date
    games: int
    turns: int


class Proportion(NamedTuple):
    """A part of some games in percent, and between what the true one lies, nineteen times of twenty."""

    number: int
    of: int

    @property
    def percent(self) -> float:
        return round(100 * self.number / self.of, 1)

    @property
    def low(self) -> float:
        return self.edge(-1)

    @property
    def high(self) -> float:
        return self.edge(1)

    def edge(self, sign: int) -> float:
        """Return one end of Wilson's interval in percent, which holds for few games too."""
        share, spread = self.number / self.of, CERTAIN**2 / self.of
        wide = CERTAIN * sqrt(share * (1 - share) / self.of + spread / (4 * self.of))
        return round(100 * (share + spread / 2 + sign * wide) / (1 + spread), 1)


class FigureTable(NamedTuple):
    """For one number of players, or for teams, how often each seat has won."""

    players: int
    is_teams: bool
    seats: list[Proportion]


class EndingRow(NamedTuple):
    """Some games (of so many players, or with an option): how many, their turns, and how they ended."""

    what: int | str
    games: int
    turns: int
    reasons: dict[str, Proportion]

    @property
    def mean(self) -> float:
        return round(self.turns / self.games, 1)


@dataclass(frozen=True)
class Figures:
    at: datetime
    games: int
    turns: int
    months: list[Month]
    tables: list[FigureTable]
    by_players: list[EndingRow]
    by_option: list[EndingRow]

    @property
    def reasons(self) -> list[str]:
        """Return how these games ended, in the order of their rules."""
        met = {reason for ends in self.by_players for reason in ends.reasons}
        return [reason for rules in RULES.values() for reason in rules.endings if reason in met]


def cached_figures(wish: StatisticsFilter) -> Figures:
    """Return the figures, at most an hour old."""
    key = f"statistics-1-{wish.rules}-{wish.players}-{wish.rated}"
    found: Figures | None = cache.get(key)
    if found is None:
        found = compute_figures(wish)
        cache.set(key, found, KEPT_FOR)
    return found


def compute_figures(wish: StatisticsFilter) -> Figures:
    """Return the figures by three queries, which give few rows however many games there are."""
    months, settings = months_of(wish), settings_of(wish)
    return Figures(
        at=timezone.now(),
        games=sum(row.games for row in settings),
        turns=sum(row.turns for row in settings),
        months=without_gaps(months)[-MONTHS:],
        tables=list(tables_of(wish)),
        by_players=list(count_endings(settings, lambda row: [row.players])),
        by_option=list(count_endings(settings, lambda row: row.unusual)),
    )


def months_of(wish: StatisticsFilter) -> list[Month]:
    """Return games and turns by month in UTC, the earliest first."""
    month = TruncMonth("ended_at", tzinfo=UTC)
    rows = Match.objects.filter(**wish.conditions()).order_by().values(month=month)
    rows = rows.annotate(games=Count("pk"), all_turns=Sum("turn_number")).order_by("month")
    return [Month(row["month"].date(), row["games"], row["all_turns"]) for row in rows]


def without_gaps(months: list[Month]) -> list[Month]:
    known, whole = {month.begin: month for month in months}, []
    if months:
        begin = months[0].begin
        while begin <= months[-1].begin:
            whole.append(known.get(begin, Month(begin, 0, 0)))
            begin = date(begin.year + begin.month // 12, begin.month % 12 + 1, 1)
    return whole


class GameGroup(NamedTuple):
    """Games of one kind that ended in one way."""

    players: int
    unusual: list[str]
    reason: str
    games: int
    turns: int


def settings_of(wish: StatisticsFilter) -> list[GameGroup]:
    rows = Match.objects.filter(**wish.conditions()).order_by().values("rules", "players", "options", "reason")
    rows = rows.annotate(games=Count("pk"), all_turns=Sum("turn_number"))
    return [
        GameGroup(
            row["players"], unusual_options(row["rules"], row["options"]), row["reason"], row["games"], row["all_turns"]
        )
        for row in rows
    ]


def unusual_options(rules: str, options: dict[str, object]) -> list[str]:
    """Return what differs from the usual in this game, as an address names it."""
    known = option_choices(rules)
    return [name for item in options.items() if (name := "{}={}".format(*item)) in known]


def count_endings(settings: Iterable[GameGroup], keys: Any) -> Iterator[EndingRow]:
    """Yield, for each key, how the games that have it ended."""
    games: dict[Any, Counter[str]] = defaultdict(Counter)
    turns: Counter[Any] = Counter()
    for row in settings:
        for key in keys(row):
            games[key][row.reason] += row.games
            turns[key] += row.turns
    for key, reasons in sorted(games.items()):
        number = reasons.total()
        yield EndingRow(key, number, turns[key], {reason: Proportion(n, number) for reason, n in reasons.items()})


def tables_of(wish: StatisticsFilter) -> Iterator[FigureTable]:
    """Return which seat wins how often; whoever shares the first place has won, too."""
    in_team = ExpressionWrapper(Q(team__isnull=False), output_field=BooleanField())
    rows = Seat.objects.filter(**wish.conditions("match__")).order_by().values("match__players", "index", teams=in_team)
    rows = rows.annotate(games=Count("pk"), won=Count("pk", filter=Q(place=1)))
    found: dict[tuple[int, bool], list[Proportion]] = defaultdict(list)
    for row in rows.order_by("match__players", "teams", "index"):
        found[row["match__players"], row["teams"]].append(Proportion(row["won"], row["games"]))
    return (FigureTable(players, teams, seats) for (players, teams), seats in found.items())
