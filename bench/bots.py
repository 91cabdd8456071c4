"""The bots' core against known programs, in one run on one core: games, turns and values a second; and how long a bot
takes for a turn.

    python -m bench.bots [--json] [--seconds 3]

Every rate is by CPU time of this process, the best of three slices. Of the yardsticks, python-chess counts the leaves
of a perft in bulk, and open_spiel (a C++ engine) is driven from Python. What a turn takes is CPU time as well, so on an
idle machine it is the time to the answer: the p95 over positions of games of two and of four, from the record to the
text of the turn.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import NamedTuple

from games.taluva import rules
from games.taluva.bots import engine
from games.taluva.bots.levels import LEVELS, SearchLevel
from games.taluva.bots.thinking import choose_number, sight_of
from games.taluva.bots.weights import weights_for
from games.taluva.rules.tiles import full_set

# Of how many seconds the p95 is to stay below, for a turn of the third level and of the highest.
GOALS = {"builder": 2.0, "elder": 5.0}


class Measurement(NamedTuple):
    """One row of the table: what was counted, by whom, and how many a second."""

    what: str
    by: str
    rate: float


def rate_of(work: Callable[[], int], seconds: float) -> float:
    """Return how much of its work a function does in a second of CPU time: the best of three slices."""
    work()
    return max(slice_of(work, seconds / 3) for _ in range(3))


def slice_of(work: Callable[[], int], seconds: float) -> float:
    done, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        done += work()
    return done / (time.process_time() - started)


def core_rates(seconds: float, *, compiled: bool) -> list[Measurement]:
    """Measure random games, listed turns and valued turns of two players, 24 tiles."""
    by = "compiled" if compiled else "plain Python"
    meter = engine.meter_class(compiled=compiled)([str(tile) for tile in full_set(2)], weights_for(2, "apart"))
    many = 20 if compiled else 1
    return [
        Measurement("random games", by, rate_of(lambda: meter.random_games(many * 10), seconds)),
        Measurement("listed turns", by, rate_of(lambda: meter.listed_turns(many), seconds)),
        Measurement("valued turns", by, rate_of(lambda: meter.valued_turns(many), seconds)),
        Measurement("simulations", by, rate_of(lambda: meter.simulations(200 if compiled else 10), seconds)),
    ]


def perft(board: object, depth: int) -> int:
    """Return the leaves of the tree of moves; those of the last move are counted in bulk."""
    import chess

    assert isinstance(board, chess.Board)
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def yardsticks(seconds: float) -> list[Measurement]:
    """Return the programs that the core is held against."""
    import chess
    import pyspiel

    hexes, rng = pyspiel.load_game("hex(board_size=11)"), random.Random(1)

    def hex_game() -> int:
        state = hexes.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        return 1

    return [
        Measurement("perft leaves", "python-chess", rate_of(lambda: perft(chess.Board(), 4), seconds)),
        Measurement("11x11 hex games", "open_spiel", rate_of(hex_game, seconds)),
    ]


class Answers(NamedTuple):
    """What a turn of a level takes, in seconds."""

    level: str
    by: str
    p95: float


def positions(players: int, every: int) -> list[rules.Game]:
    """Return every so many turns of a game that Builder plays against itself, as the seat to move sees it."""
    tiles = list(full_set(players))
    random.Random(players).shuffle(tiles)
    options = rules.Options(players=players)
    game, seen = rules.Game(options, tiles[: options.tile_count]), []
    while game.to_move is not None:
        if game.turn % every == 0:
            seen.append(game.seen_by(game.to_move))
        game.play(answer(LEVELS["builder"], game, compiled=True))
    return seen


def answer(level: SearchLevel, game: rules.Game, *, compiled: bool) -> str:
    """Return the turn of a level, thought out with the core or in plain Python."""
    sight = sight_of(game, compiled=compiled)
    return sight.position.turn_name(choose_number(sight, level, random.Random(game.turn)), sight.tile)


def seconds_of(level: SearchLevel, game: rules.Game, *, compiled: bool) -> float:
    started = time.process_time()
    answer(level, game, compiled=compiled)
    return time.process_time() - started


def answers() -> list[Answers]:
    """Return the p95 of a turn by level: with the core, and in plain Python for those that can do without."""
    games = positions(2, 2) + positions(4, 4)
    found = []
    for compiled in (True, False):
        for level in LEVELS.values():
            if compiled or not level.needs_core:
                taken = sorted(seconds_of(level, game, compiled=compiled) for game in games)
                by = "compiled" if compiled else "plain Python"
                found.append(Answers(level.key, by, round(taken[len(taken) * 95 // 100], 3)))
    return found


def ratios(rows: list[Measurement]) -> dict[str, float]:
    """Return the figures that the goals name."""
    rate = {(row.what, row.by): row.rate for row in rows}
    leaves = rate["perft leaves", "python-chess"]
    return {
        "games_vs_hex": round(rate["random games", "compiled"] / rate["11x11 hex games", "open_spiel"], 2),
        "turns_vs_perft": round(rate["listed turns", "compiled"] / leaves, 1),
        "evals_vs_perft": round(rate["valued turns", "compiled"] / leaves, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each row")
    options = parser.parse_args()
    rows = yardsticks(options.seconds) + core_rates(options.seconds, compiled=True)
    rows += core_rates(options.seconds, compiled=False)
    turns = answers()
    if options.json:
        rates = {f"{row.what}, {row.by}": round(row.rate) for row in rows}
        print(json.dumps(ratios(rows) | rates | {f"p95 of a turn, {row.level}, {row.by}": row.p95 for row in turns}))
        return
    for row in rows:
        print(f"{row.what:16} {row.by:14} {row.rate:16,.0f} /s")
    for turn in turns:
        goal = f"   (goal: {GOALS[turn.level]:g})" if turn.level in GOALS else ""
        print(f"p95 of a turn    {turn.level:10} {turn.by:14} {turn.p95:8.3f} s{goal}")
    print(*(f"{name} {value}" for name, value in ratios(rows).items()), sep="\n")


if __name__ == "__main__":
    main()
