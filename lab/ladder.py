"""The published ladder: every level against the one below, for two, three and four players, and what follows."""

import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import TypedDict, cast

from games.bot_contract import LevelRating
from games.taluva import rules
from games.taluva.bots.levels import LADDER, RATINGS
from lab import keeping
from lab.matches import Contest, Elo, play_match

Say = Callable[[str], None]
PLAYED = Path(__file__).parent / "ladder_games"
# Between two players the ratings are measured, with more the order is: with four the neighbours are closest.
SHARE = {2: 1.0, 3: 0.5, 4: 1.0}
# Before that many games nothing is published.
ENOUGH = 40


class MatchRow(TypedDict):
    """A published match of two levels, as far as it is read again."""

    players: int
    a: str
    b: str
    games: int


@dataclass(frozen=True)
class LadderPlan:
    """How many games each pair of neighbours plays between two players, and where and how long."""

    games: int = 400
    directory: Path = PLAYED
    workers: int = 1
    until: float = math.inf
    """Of `time.monotonic`."""

    @property
    def ratings(self) -> Path:
        """Where the ratings go: beside the games that they follow from."""
        return RATINGS if self.directory == PLAYED else self.directory / RATINGS.name

    @classmethod
    def lasting(cls, minutes: float, games: int, directory: Path, workers: int) -> "LadderPlan":
        """Return a plan that is broken off after some minutes, to be taken up another day."""
        return cls(games, directory, workers, time.monotonic() + 60 * minutes if minutes else math.inf)


def ladder_contests(games: int) -> list[Contest]:
    """Return the neighbours of the ladder for each number of players, the shortest games first."""
    pairs = [(players, below, above) for players in SHARE for below, above in pairwise(LADDER)]
    pairs.sort(key=lambda pair: pair[0] * pair[2].simulations)
    return [
        Contest(above.key, below.key, 2 * math.ceil(games * SHARE[players] / 2), rules.Options(players=players))
        for players, below, above in pairs
    ]


def rate_ladder(plan: LadderPlan, command: str, commit: str, say: Say, progress: Say) -> dict[str, LevelRating]:
    """Play what is missing, the shortest games first, and write the ratings that follow from all that was played.

    They stay as they are where more games are behind them.
    """
    results = {}
    for contest in ladder_contests(plan.games):
        results[contest] = play_match(contest, plan.directory, plan.workers, progress, plan.until)
        say(f"\n{contest.options.players} players, {contest.a} – {contest.b}: {results[contest]}")
    ratings = ratings_of({(contest.a, contest.b): elo for contest, elo in results.items() if is_of_two(contest)})
    rows = [row_of(contest, elo) for contest, elo in results.items() if is_measured(elo)]
    short = shrunk_matches(rows, published_matches(plan.ratings))
    if short:
        say(f"{plan.ratings} stays as it is, since it follows from more games: {', '.join(short)}")
        return ratings
    made = {"made_by": command, "on": datetime.now(UTC).date().isoformat(), "commit": commit}
    keeping.replace_file(plan.ratings, json.dumps(made | {"matches": rows, "ratings": ratings}, indent=1) + "\n")
    return ratings


def row_of(contest: Contest, elo: Elo) -> MatchRow:
    """Return a match as it is published."""
    return cast("MatchRow", {"players": contest.options.players, "a": contest.a, "b": contest.b, **vars(elo)})


def published_matches(path: Path) -> list[MatchRow]:
    """Return the matches that are published already."""
    return cast("list[MatchRow]", json.loads(path.read_text())["matches"]) if path.exists() else []


def shrunk_matches(rows: list[MatchRow], before: list[MatchRow]) -> list[str]:
    """Return the matches of which there are fewer games than before, each with both numbers."""
    games = {(row["players"], row["a"], row["b"]): row["games"] for row in rows}
    now = [(row, games.get((row["players"], row["a"], row["b"]), 0)) for row in before]
    return [
        f"{row['a']} – {row['b']} of {row['players']} players, {many} instead of {row['games']}"
        for row, many in now
        if many < row["games"]
    ]


def is_of_two(contest: Contest) -> bool:
    """Return whether two players meet."""
    return contest.options.players == 2


def is_measured(elo: Elo) -> bool:
    """Return whether there are games enough to say how far the two are apart."""
    return elo.games >= ENOUGH and math.isfinite(elo.elo) and math.isfinite(elo.low) and math.isfinite(elo.high)


def ratings_of(results: Mapping[tuple[str, str], Elo]) -> dict[str, LevelRating]:
    """Return the levels' strength, the lowest being 0, as far up as neighbours have met.

    The errors of the steps up to a level add up in its interval, as those of independent matches do.
    """
    ratings: dict[str, LevelRating] = {LADDER[0].key: {"elo": 0, "low": 0, "high": 0, "games": 0}}
    total = down = up = 0.0
    for below, above in pairwise(LADDER):
        result = results[above.key, below.key]
        if not is_measured(result):
            break
        total += result.elo
        down, up = math.hypot(down, result.elo - result.low), math.hypot(up, result.high - result.elo)
        low, high = round(total - down), round(total + up)
        ratings[above.key] = {"elo": round(total), "low": low, "high": high, "games": result.games}
    return ratings
