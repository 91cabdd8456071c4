"""The rules package against the naive rules, in random games (differential.py)."""

import pytest

from tests.volcanique.rules.differential import known_clauses, load_rules, play_games
from tests.volcanique.rules.naive.power_grid import LEVELS

ENDS = {"land", "critters", "super", "winter", "stall", "alone"}
QUESTIONS = {"V-7.3", "V-14.5", "V-14.6", "V-16.21", "V-16.3 volcano", "V-16.14 d y", "V-16.14 d n", "V-16.18 b y"}


@pytest.mark.parametrize(("first", "games"), [(0, 4), pytest.param(4, 60, marks=pytest.mark.long)])
def test_random_games_agree(first: int, games: int) -> None:
    report = play_games(load_rules(), range(first, first + games))

    assert report.games == games
    assert report.entries > 100 * games


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_many_random_games_agree_and_reach_every_clause() -> None:
    report = play_games(load_rules(), range(1000, 3000))

    assert set(report.reasons) == ENDS
    assert {f"power {power}" for power in LEVELS} | QUESTIONS <= set(report.applied)
    assert known_clauses() - set(report.applied) == set()
