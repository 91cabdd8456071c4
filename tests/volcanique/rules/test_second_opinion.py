"""The rules package against the naive rules, in random games (differential.py)."""

import pytest

from games.volcanique.rules import Game
from tests.volcanique.rules.differential import load_rules, play_games, unreached
from tests.volcanique.rules.naive import NaiveGame
from tests.volcanique.rules.naive.power_grid import LEVELS
from tests.volcanique.rules.reading import read_naive, read_state
from tests.volcanique.rules.test_naive_examples import EVERY, play_example
from tests.volcanique.rules.test_recorded_games import FILES, read

ENDS = {"land", "critters", "super", "winter", "stall", "alone"}
QUESTIONS = {"V-7.3", "V-14.5", "V-14.6", "V-16.21", "V-16.3 volcano", "V-16.14 d y", "V-16.14 d n", "V-16.18 b y"}


@pytest.mark.parametrize(
    ("first", "games"), [(0, 4), pytest.param(4, 60, marks=[pytest.mark.long, pytest.mark.timeout(1200)])]
)
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
    assert unreached(report.applied) - {"A-7", "A-35", "A-11 no longer legal", "V-8.4 cooperator stays"} == set()


def replayed(game: Game) -> NaiveGame:
    """Return what the naive rules make of a recorded game."""
    naive = NaiveGame(dict(game.settings), str(game.knowledge.seed), draw_seats=game.knowledge.is_drawn)
    for seat, text in game.entries:
        assert naive.refusal(seat, text) is None or text in ("resign", "timeout"), text
        naive.play(seat, text)
    return naive


def test_examples_and_records_agree_and_reach_every_clause() -> None:
    """What random games seldom reach is written down: played examples, and whole games."""
    applied: set[str] = set()
    for example in EVERY:
        played = play_example(example)
        applied |= set(played.position.applied)
    for file in FILES:
        game = read(file)
        if game.over:
            naive = replayed(game)
            read_off = read_naive(naive)
            assert {name: read_off[name] for name in read_state(game)} == read_state(game), file.stem
            applied |= set(naive.position.applied)

    assert unreached(applied) == set()
