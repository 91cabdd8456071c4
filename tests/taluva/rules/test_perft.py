"""Counts of the whole tree of legal turns, found by the package and confirmed by the naive implementation."""

from pathlib import Path

import pytest

from games.taluva.rules import Game, Options
from tests.taluva.rules import naive
from tests.taluva.rules.islands import game_after

RECORDS = Path(__file__).parents[2] / "records" / "taluva"

# players, founding, draw: the lines of 1, 2 and 3 turns from the start
FROM_THE_START = [
    (2, "apart", "JC SJ CL RJ", (12, 2592, 986_964)),
    (2, "anywhere", "JC SJ CL RJ", (12, 2592, 1_273_236)),
    (2, "apart", "JJ CC SS RR", (12, 2592, 995_016)),
    (3, "apart", "LR CS JJ SC", (12, 2592, 1_003_716)),
]
# recorded game, turns played: the legal turns that follow
IN_A_GAME = [
    ("early-temples-towers", 8, 1398),
    ("early-temples-towers", 16, 4792),
    ("early-temples-towers", 20, 5810),
    ("teams-early", 12, 2669),
    ("teams-early", 24, 5963),
    ("teams-early", 40, 13_991),
    ("founding-anywhere-5", 30, 5657),
    ("founding-anywhere-5", 55, 12_483),
    ("out-then-early", 30, 6277),
    ("out-then-early", 44, 11_098),
    ("tiles-per-player-all-2", 24, 4168),
    ("tiles-per-player-all-2", 45, 5731),
    ("ranking-early-then-tiles", 16, 2632),
    ("ranking-early-then-tiles", 34, 10_616),
]
# Ranking, and seat 0 is placed after its first hut (T-8.1): seats 2 and 1 play the turns that are counted.
PLACED = Options(players=3, ranking=True)
PLACED_DRAW, PLACED_SUPPLIES = ["JC", "SJ", "CL", "RJ"], [(1, 0, 2), (20, 3, 2), (20, 3, 2)]
PLACED_TURNS, PLACED_COUNTS = ["JC@0,0SE H@-1,1", "SJ@2,-1SW H@1,-1"], (361, 203_665)


def perft(game: Game, depth: int) -> int:
    """How many lines of `depth` legal turns follow."""
    if game.to_move is None:
        return int(depth == 0)
    turns = game.choices(game.to_move)
    if depth == 1:
        return len(turns)
    return sum(perft(after(game, turn), depth - 1) for turn in turns)


def after(game: Game, turn: str) -> Game:
    twin = game.copy()
    twin.play(turn)
    return twin


def recorded(name: str) -> Game:
    return Game.from_record((RECORDS / f"{name}.txt").read_text())


def naive_after(game: Game, turns: int) -> naive.NaiveGame:
    """The same game in the naive implementation."""
    options = game.options
    twin = naive.NaiveGame(options.players, game.tiles, options.founding, options.ranking, options.teams)
    for _, text in game.entries[:turns]:
        twin.play(text)
    return twin


@pytest.mark.parametrize(("players", "founding", "draw", "counts"), FROM_THE_START)
def test_lines_of_two_turns(players: int, founding: str, draw: str, counts: tuple[int, ...]) -> None:
    game = Game(Options(players=players, founding=founding), draw.split())
    plain = naive.NaiveGame(players, draw.split(), founding)

    assert (perft(game, 1), perft(game, 2)) == counts[:2]
    assert (naive.perft(plain, 1), naive.perft(plain, 2)) == counts[:2]


def test_lines_of_three_turns() -> None:
    players, founding, draw, counts = FROM_THE_START[1]

    assert perft(Game(Options(players=players, founding=founding), draw.split()), 3) == counts[2]


def naive_with_a_placed_seat() -> naive.NaiveGame:
    twin = naive.NaiveGame(3, PLACED_DRAW, ranking=True, supplies=PLACED_SUPPLIES)
    for text in PLACED_TURNS:
        twin.play(text)
    return twin


def test_lines_of_two_turns_past_a_placed_seat() -> None:
    game = game_after(PLACED_TURNS, " ".join(PLACED_DRAW), PLACED, supplies=PLACED_SUPPLIES)

    assert (game.places, game.to_move) == ((1, None, None), 2)
    assert (perft(game, 1), perft(game, 2)) == PLACED_COUNTS
    assert naive.perft(naive_with_a_placed_seat(), 1) == PLACED_COUNTS[0]


@pytest.mark.long
def test_naive_confirms_two_turns_past_a_placed_seat() -> None:
    assert naive.perft(naive_with_a_placed_seat(), 2) == PLACED_COUNTS[1]


@pytest.mark.parametrize(("name", "turns", "count"), IN_A_GAME)
def test_turns_in_a_recorded_game(name: str, turns: int, count: int) -> None:
    assert perft(recorded(name).at(turns), 1) == count


@pytest.mark.parametrize(("name", "turns", "count"), IN_A_GAME[:2])
def test_naive_count_in_a_recorded_game(name: str, turns: int, count: int) -> None:
    assert naive.perft(naive_after(recorded(name), turns), 1) == count


@pytest.mark.long
@pytest.mark.parametrize(("players", "founding", "draw", "counts"), FROM_THE_START)
def test_both_count_the_lines_of_three_turns(players: int, founding: str, draw: str, counts: tuple[int, ...]) -> None:
    assert perft(Game(Options(players=players, founding=founding), draw.split()), 3) == counts[2]
    assert naive.perft(naive.NaiveGame(players, draw.split(), founding), 3) == counts[2]


@pytest.mark.long
@pytest.mark.parametrize(("name", "turns", "count"), IN_A_GAME)
def test_naive_confirms_the_turns_in_a_recorded_game(name: str, turns: int, count: int) -> None:
    assert naive.perft(naive_after(recorded(name), turns), 1) == count
