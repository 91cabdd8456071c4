"""What is measured of Taluva's rules (bench/rules.py).

Games are random with fixed seeds: two players and 24 tiles, or four and 48.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from bench.yardsticks import Measure, chess_perft_leaves, chess_perft_nodes, chess_random_plies, seconds_each
from games.taluva.rules import Game, Options, building, ending, placement
from games.taluva.rules.formats import notation
from games.taluva.rules.formats.notation import TurnParts
from games.taluva.rules.rules import start_game

GAMES = 8


# The rules.


def random_game(options: Options, seed: int) -> Game:
    """Return a whole random game: a legal placement, then a legal build, each as likely as any other."""
    rng = random.Random(seed)
    _, game = start_game(options, f"bench {seed}", draw_seats=False)
    while not game.over:
        place = rng.choice(game.legal_placements())
        game.play(f"{place} {rng.choice(game.legal_builds(place))}")
    return game


def whole_games(options: Options, count: int) -> list[Game]:
    """Return random games that lasted to the last tile."""
    games = (random_game(options, seed) for seed in range(10 * count))
    return [game for game in games if game.tiles_placed == options.tile_count][:count]


def play_games() -> int:
    for seed in range(3):
        random_game(Options(), seed)
    return 3


def list_turns(games: list[Game], turn: int) -> int:
    past = [game.at(turn - 1) for game in games[:3]]
    return sum(len(game.choices(game.awaited()[0])) for game in past)


def play_turns(games: list[Game]) -> int:
    for game in games:
        again = game.at(0)
        for _, text in game.entries:
            again.play(text)
    return sum(game.turn for game in games)


def check_turns(games: list[tuple[Game, str]]) -> int:
    for game, text in games:
        game.why_not(text)
    return len(games)


def list_placements(games: list[Game]) -> int:
    for game in games:
        game.legal_placements()
    return len(games)


def list_builds(games: list[tuple[Game, str]]) -> int:
    for game, text in games:
        game.legal_builds(text.split()[0])
    return len(games)


def replay(records: list[str]) -> int:
    for record in records:
        Game.from_record(record)
    return len(records)


def copy_games(games: list[Game]) -> int:
    for game in games:
        for _ in range(50):
            game.copy()
    return 50 * len(games)


# Where the time of one turn goes.


class Step:
    """One turn of a recorded game with all that its parts take and give."""

    def __init__(self, before: Game, after: Game, text: str) -> None:
        turn = notation.read_turn(text)
        assert isinstance(turn, TurnParts)
        assert turn.build is not None
        self.text, self.turn, self.build = text, turn, turn.build
        self.seat, self.founding, self.options = before.awaited()[0], before.options.founding, before.options
        self.position, self.standing, self.index = before.position, before.standing, before.tiles_placed
        self.land = placement.place_tile(self.position, turn.placement, self.index)
        self.supplies = after.position.supplies


def steps(games: list[Game]) -> Iterator[Step]:
    for game in games:
        pasts = [game.at(number) for number in range(game.turn + 1)]
        for (before, after), (_, text) in zip(pairwise(pasts), game.entries, strict=True):
            if not text.endswith("-"):
                yield Step(before, after, text)


PARTS: dict[str, Callable[[Step], object]] = {
    "read the text": lambda step: notation.read_turn(step.text),
    "judge the placement (T-4)": lambda step: placement.first_violation(step.position, step.turn.placement),
    "lay the tile": lambda step: placement.place_tile(step.position, step.turn.placement, step.index),
    "judge the build (T-5)": lambda step: building.first_violation(step.land, step.seat, step.build, step.founding),
    "build": lambda step: building.place_build(
        step.land, step.seat, building.canonical_build(step.land, step.seat, step.build)
    ),
    "who is next (T-6 to T-9)": lambda step: ending.after_turn(
        step.standing, step.seat, step.supplies, step.options, has_built=True, is_last=False
    ),
    "write the text": lambda step: notation.turn_text(*step.turn),
}


def do_part(part: Callable[[Step], object], all_steps: list[Step]) -> int:
    for step in all_steps:
        part(step)
    return len(all_steps)


# One run.


def run() -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """Return the figures by name, and the microseconds of each part of a turn."""
    games, long_games = whole_games(Options(), GAMES), whole_games(Options(players=4), 4)
    at24 = [game.at(23) for game in games]
    turns = [(game.at(number), game.entries[number].text) for game in games for number in range(game.turn)]
    all_steps = list(steps(games))
    measures: dict[str, Measure] = {
        "ply": chess_random_plies,
        "node": chess_perft_nodes,
        "leaf": chess_perft_leaves,
        "game": play_games,
        "turn": partial(play_turns, games),
        "check": partial(check_turns, turns),
        "placements": partial(list_placements, at24),
        "builds": partial(list_builds, turns),
        "replay": partial(replay, [game.to_record() for game in long_games]),
        "copy": partial(copy_games, at24),
    }
    measures |= {f"listed{turn}": partial(list_turns, games, turn) for turn in (8, 16, 24)}
    measures |= {name: partial(do_part, part, all_steps) for name, part in PARTS.items()}
    took = seconds_each(measures)
    return figures(took), {"a turn": {name: took[name] * 1e6 for name in PARTS}}


def figures(took: dict[str, float]) -> dict[str, float]:
    """Return the figures as they are published; each name ends in its unit."""
    return {
        "chess_random_plies_per_s": 1 / took["ply"],
        "chess_perft_nodes_per_s": 1 / took["node"],
        "chess_perft_bulk_leaves_per_s": 1 / took["leaf"],
        "random_games_per_s": 1 / took["game"],
        "legal_turns_at_turn_8_per_s": 1 / took["listed8"],
        "legal_turns_at_turn_16_per_s": 1 / took["listed16"],
        "legal_turns_at_turn_24_per_s": 1 / took["listed24"],
        "check_and_play_a_turn_us": took["turn"] * 1e6,
        "check_a_turn_us": took["check"] * 1e6,
        "placements_at_turn_24_us": took["placements"] * 1e6,
        "builds_after_a_placement_us": took["builds"] * 1e6,
        "replay_a_48_turn_record_ms": took["replay"] * 1e3,
        "copy_a_game_us": took["copy"] * 1e6,
        "turn_in_chess_plies": took["turn"] / took["ply"],
        "placements24_in_chess_plies": took["placements"] / took["ply"],
    }
