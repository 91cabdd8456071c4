"""Matches, their figures, and the line protocol."""

import math
import sys
from pathlib import Path
from random import Random

import pytest

from games.bots import arena, matches, protocol
from games.management.commands.bots import table_of_match
from games.rules import taluva
from tests.bots.games import dealt, played

ROOT = Path(__file__).parents[2]
EXAMPLE = f"{sys.executable} {ROOT / 'docs' / 'example_bot.py'}"
SCORES = [(0.5, 0.0), (0.75, 190.8), (0.9, 381.7), (1.0, math.inf), (0.0, -math.inf)]


@pytest.fixture(autouse=True)
def _plain_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.bots.engine.has_numba", lambda: False)


@pytest.mark.parametrize(("score", "elo"), SCORES)
def test_elo_of_a_score(score: float, elo: float) -> None:
    assert matches.elo_of(score) == pytest.approx(elo, abs=0.1)


def test_the_interval_comes_from_pairs_of_games() -> None:
    result = matches.measured([(1.0, 0.5), (1.0, 1.0), (0.5, 0.5), (1.0, 0.0)])
    assert (result.score, result.games) == (0.6875, 8)
    assert result.low < result.elo < result.high


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_is_played_by_both_sides(players: int) -> None:
    one = arena.seats_of_a(players, 3, swapped=False)
    assert arena.seats_of_a(players, 3, swapped=True) == [not is_a for is_a in one]
    assert any(one)
    assert not all(one)


def test_the_score_counts_pairs_of_seats() -> None:
    assert arena.score_of_a([1, 2], [True, False]) == 1.0
    assert arena.score_of_a([1, 2, 2, 4], [True, False, True, False]) == pytest.approx(0.875)


def test_a_match_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    contest = matches.Contest("builder", "seedling", 4, taluva.Options())
    assert matches.play_match(contest, tmp_path, 1, print, until=0.0).games == 0
    first = matches.play_match(contest, tmp_path, 1, lambda line: None)
    log = tmp_path / f"{contest.name}.jsonl"
    lines = log.read_text().splitlines()
    log.write_text(lines[0] + "\n")

    assert matches.play_match(contest, tmp_path, 1, lambda line: None) == first
    assert sorted(log.read_text().splitlines()) == sorted(lines)


def test_a_program_plays_a_whole_game() -> None:
    sides: list[arena.Side] = [protocol.ProgramSide(EXAMPLE), arena.LevelSide.named("seedling")]
    places = arena.play_game(taluva.Options(), sides, "a", "b")
    assert min(places) == 1


def test_a_level_serves_as_a_program() -> None:
    game = played(taluva.Options(), 6)
    said: list[str] = []
    lines = [protocol.HELLO, *protocol.request_lines(game), "quit"]

    protocol.serve("builder", (f"{line}\n" for line in lines), said.append, seed=1)

    assert said[0] == "name Builder"
    assert game.why_not(said[1].removeprefix("turn ")) is None


def test_a_program_that_plays_against_the_rules_is_told_the_clause() -> None:
    code = "import sys\\nprint('name x', flush=True)\\nprint('turn JJ@9,9E H@0,0', flush=True)\\nsys.stdin.read()"
    program = protocol.Program(f'{sys.executable} -c "exec(\\"{code}\\")"')
    with pytest.raises(protocol.ProtocolError, match=r"T-2\.7"):
        program.choose(dealt(taluva.Options()))
    program.process.kill()
    program.process.wait()


def test_the_example_is_as_short_as_promised() -> None:
    assert len((ROOT / "docs" / "example_bot.py").read_text().splitlines()) <= 50


def test_a_draw_is_the_same_for_both_ways_to_sit() -> None:
    contest = matches.Contest("seedling", "seedling", 2, taluva.Options())
    one, two = matches.play_numbered(contest, Random(1).randrange(10))
    assert 0 <= one <= 1
    assert 0 <= two <= 1


def test_the_bar_shows_how_far_it_is() -> None:
    assert [matches.bar(done, 400) for done in (0, 100, 400)] == [
        "[                    ] 0/400",
        "[#####               ] 100/400",
        "[####################] 400/400",
    ]


def test_games_of_a_level_that_was_changed_are_not_taken_up() -> None:
    one, other = (matches.Contest(name, "seedling", 4, taluva.Options()) for name in ("volcano", "volcano:77"))
    assert one.fingerprint != other.fingerprint


def test_a_match_is_told_as_a_table() -> None:
    result = matches.Elo(0.75, 190.8, 142.6, 250.2, 400)
    assert table_of_match("volcano:2000", "breaker", result) == (
        "side          share     Elo  interval 95 %   games\n"
        "volcano:2000  0.750    +191    [+143, +250]    400\n"
        "breaker       0.250    -191    [-250, -143]    400"
    )
