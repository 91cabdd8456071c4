"""Matches and their figures."""

import math
import sys
from pathlib import Path
from random import Random

import pytest

from games.taluva import rules
from lab import arena, matches
from lab.__main__ import table_of_match

SCORES = [(0.5, 0.0), (0.75, 190.8), (0.9, 381.7), (1.0, math.inf), (0.0, -math.inf)]


@pytest.fixture(autouse=True)
def _plain_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)


@pytest.mark.parametrize(("score", "elo"), SCORES)
def test_elo_of_a_score(score: float, elo: float) -> None:
    assert matches.elo_of(score) == pytest.approx(elo, abs=0.1)


def test_the_interval_comes_from_pairs_of_games() -> None:
    result = matches.measure_pairs([(1.0, 0.5), (1.0, 1.0), (0.5, 0.5), (1.0, 0.0)])
    assert (result.score, result.games) == (0.6875, 8)
    assert result.low < result.elo < result.high


@pytest.mark.parametrize(("pair", "low", "high"), [((1.0, 1.0), 0.9, 1.0), ((1.0, 0.0), 0.4, 0.6)])
def test_pairs_that_all_end_alike_leave_a_doubt(pair: tuple[float, float], low: float, high: float) -> None:
    result = matches.measure_pairs([pair] * 20)
    assert (result.low, result.high) == pytest.approx((matches.elo_of(low), matches.elo_of(high)))


def test_no_interval_is_told_of_too_few_games() -> None:
    few, enough = (matches.measure_pairs([(1.0, 1.0), (0.5, 0.5)] * many) for many in (1, 5))
    assert (few.low, few.high) == (-math.inf, math.inf)
    assert str(few) == "0.750 of 4 games, Elo +191, too few games"
    assert str(enough) == "0.750 of 20 games, Elo +191, [+35, +512]"


def test_what_is_infinite_is_null_in_json() -> None:
    result = matches.measure_pairs([(1.0, 1.0)] * 20)
    assert result.as_json() == {"score": 1.0, "elo": None, "low": result.low, "high": None, "games": 40}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_is_played_by_both_sides(players: int) -> None:
    one = arena.seats_of_a(players, 3, swapped=False)
    assert arena.seats_of_a(players, 3, swapped=True) == [not is_a for is_a in one]
    assert any(one)
    assert not all(one)


def test_the_score_counts_pairs_of_seats() -> None:
    assert arena.score_of_a([1, 2], [True, False]) == 1.0
    assert arena.score_of_a([1, 2, 2, 4], [True, False, True, False]) == pytest.approx(0.875)


BUILDER = matches.Contest("builder", "seedling", 4, rules.Options())


@pytest.mark.parametrize("rest", ["", "[1, 1.0"], ids=["after a line", "within a line"])
def test_a_match_is_taken_up_where_it_was_left(tmp_path: Path, rest: str) -> None:
    assert matches.play_match(BUILDER, tmp_path, 1, print, until=0.0).games == 0
    first = matches.play_match(BUILDER, tmp_path, 1, lambda line: None)
    log = tmp_path / f"{BUILDER.name}.jsonl"
    lines = log.read_text().splitlines()
    log.write_text(f"{lines[0]}\n{rest}")
    told: list[str] = []

    assert matches.play_match(BUILDER, tmp_path, 1, told.append) == first
    assert sorted(log.read_text().splitlines()) == sorted(lines)
    assert [line.split(" builder")[0] for line in told] == ["[####################] 4/4"]


def test_a_match_begins_anew_where_the_levels_play_otherwise_now(tmp_path: Path) -> None:
    log = tmp_path / f"{BUILDER.name}.jsonl"
    log.write_text("[1, 0.0, 0.0]\n")
    told: list[str] = []

    result = matches.play_match(BUILDER, tmp_path, 1, told.append)

    assert told[0] == "builder – seedling: what was kept would end otherwise now, so it begins anew.\n"
    assert (result.games, len(log.read_text().splitlines())) == (4, 2)
    assert matches.read_pairs(log)[1] != (0.0, 0.0)


class Watching:
    """Plays anything legal, and remembers at which tables it sat where."""

    def __init__(self) -> None:
        self.tables: list[tuple[list[str], list[str]]] = []  # the draw, and the turns before its first own
        self.seats: list[int] = []

    def choose(self, table: arena.ArenaGame, rng: Random) -> int:
        players = table.options.players
        if len(table.texts) < 2 * players:
            self.tables.append((table.draw, table.texts[:players]))
            self.seats.append(table.position.mover())
        return rng.choice(table.position.turns_named(table.tile))


@pytest.mark.parametrize("players", [2, 3])
def test_both_games_of_a_pair_have_the_same_draw_and_the_same_first_turns(players: int) -> None:
    a, b = Watching(), Watching()
    arena.play_pair(rules.Options(players=players), a, b, seed=1, number=4)

    (draw, first), *others = a.tables + b.tables
    assert (len(draw), len(set(first))) == (12 * players, players)
    assert others == [(draw, first)] * (2 * players - 1)
    assert sorted(a.seats) == sorted(b.seats) == list(range(players))


def test_another_pair_has_another_draw_and_other_first_turns() -> None:
    one, other = Watching(), Watching()
    for number, side in enumerate((one, other)):
        arena.play_pair(rules.Options(), side, side, seed=1, number=number)
    assert one.tables[0][0] != other.tables[0][0]
    assert one.tables[0][1] != other.tables[0][1]


def test_the_bar_shows_how_far_it_is() -> None:
    assert [matches.progress_bar(done, 400) for done in (0, 100, 400)] == [
        "[                    ] 0/400",
        "[#####               ] 100/400",
        "[####################] 400/400",
    ]


def test_games_of_a_level_that_was_changed_are_not_taken_up() -> None:
    one, other = (matches.Contest(name, "seedling", 4, rules.Options()) for name in ("navigator", "navigator:77"))
    assert one.fingerprint != other.fingerprint


def test_games_of_a_program_that_was_changed_are_not_taken_up(tmp_path: Path) -> None:
    source = tmp_path / "bot.py"
    source.write_text("print(1)")
    contest = matches.Contest(f"program:{sys.executable} {source}", "seedling", 4, rules.Options())
    before = contest.name
    assert contest.name == before

    source.write_text("print(2)")

    assert contest.name != before


def test_a_program_with_a_long_command_line_has_a_match_of_its_own(tmp_path: Path) -> None:
    lines = [f"program:{sys.executable} -c 'print(\"é\")' {'x' * 5000} {last}" for last in ("one", "two")]
    a, b = (matches.Contest(line, line, 2, rules.Options()) for line in lines)

    assert a.name != b.name
    assert matches.play_match(a, tmp_path, 1, print, until=0.0).games == 0
    (tmp_path / f"{a.name}.jsonl").touch()


def test_a_match_of_levels_is_named_by_them() -> None:
    contest = matches.Contest("navigator:2000", "builder", 4, rules.Options(), seed=7)
    assert contest.name == f"navigator_2000-builder-2-12-apart-off-off-off-7-{contest.fingerprint}"


def test_a_match_is_told_as_a_table() -> None:
    result = matches.Elo(0.75, 190.8, 142.6, 250.2, 400)
    assert table_of_match("navigator:2000", "breaker", result) == (
        "side            share     Elo  interval 95 %   games\n"
        "navigator:2000  0.750    +191    [+143, +250]    400\n"
        "breaker         0.250    -191    [-250, -143]    400"
    )
