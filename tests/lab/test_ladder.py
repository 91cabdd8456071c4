"""The published ratings: how they follow from matches, and that they are those of the games in the repository."""

import json
import math
from itertools import pairwise
from pathlib import Path

import pytest

from games.taluva import rules
from games.taluva.bots.levels import LADDER, RATINGS, measured_ratings
from lab import ladder, matches
from lab.matches import Elo

NEIGHBOURS = list(pairwise(level.key for level in LADDER))
TABLE = json.loads(RATINGS.read_text())
CONTESTS = ladder.ladder_contests(400)
# The strongest level and a player that takes the best turn by the same weights and looks no further
ONE_TURN_AHEAD = matches.Contest("elder", "elder:0", 200, rules.Options())
CHEAP = [contest for contest in CONTESTS if contest.a in ("settler", "builder")]


def result(elo: float) -> Elo:
    return Elo(0.7, elo, elo - 50, elo + 60, 400)


def test_ratings_add_up_from_the_lowest_level() -> None:
    results = {(above, below): result(100 + number) for number, (below, above) in enumerate(NEIGHBOURS)}

    ratings = ladder.ratings_of(results)

    assert [row["elo"] for row in ratings.values()] == [0, 100, 201, 303, 406, 510]
    assert ratings["settler"] == {"elo": 100, "low": 50, "high": 160, "games": 400}
    assert ratings["builder"] == {"elo": 201, "low": 130, "high": 286, "games": 400}


def test_ratings_end_where_neighbours_have_not_met() -> None:
    results = {(above, below): result(100) for below, above in NEIGHBOURS}
    for unclear in (Elo(1.0, math.inf, math.inf, math.inf, 100), Elo(0.6, 70.0, -90.0, 230.0, 38)):
        results["breaker", "builder"] = unclear
        assert list(ladder.ratings_of(results)) == ["seedling", "settler", "builder"]


def test_the_published_table_is_that_of_the_games_in_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No game is played: the levels and the weights are those of the games that are kept."""
    monkeypatch.setattr("lab.ladder.RATINGS", tmp_path / "ratings.json")
    plan = ladder.LadderPlan(until=0.0)

    ladder.rate_ladder(plan, TABLE["made_by"], TABLE["commit"], print, print)

    again = json.loads((tmp_path / "ratings.json").read_text())
    assert (again["matches"], again["ratings"]) == (TABLE["matches"], TABLE["ratings"])
    assert measured_ratings() == TABLE["ratings"]


def test_the_strongest_level_is_far_above_who_looks_one_turn_ahead() -> None:
    kept = matches.read_pairs(ladder.PLAYED / f"{ONE_TURN_AHEAD.name}.jsonl")
    result = matches.measure_pairs([kept[number] for number in sorted(kept)])

    assert (result.games, result.low > 450) == (200, True)


@pytest.mark.parametrize("contest", CHEAP, ids=lambda contest: contest.name)
def test_a_kept_game_is_played_again_with_the_same_end(
    contest: matches.Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In plain Python, though it was played compiled."""
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)
    kept = matches.read_pairs(ladder.PLAYED / f"{contest.name}.jsonl")
    number = min(kept)

    assert matches.play_numbered(contest, number) == kept[number]


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("contest", [*CONTESTS, ONE_TURN_AHEAD], ids=lambda contest: contest.name)
def test_kept_games_of_every_contest_are_played_again_with_the_same_end(contest: matches.Contest) -> None:
    kept = matches.read_pairs(ladder.PLAYED / f"{contest.name}.jsonl")
    for number in sorted(kept)[: 3 if ladder.is_of_two(contest) else 1]:
        assert matches.play_numbered(contest, number) == kept[number]
