"""What is measured of Volcanique's rules (bench/rules.py).

Games are random with fixed seeds and the default options: each kind of entry is as likely as any other, but for the end
of a turn, which comes half as often, and taking back, which never does. Questions are answered by the policies.
"""

import random
from collections.abc import Callable
from functools import partial

from bench.yardsticks import Measure, chess_random_plies, seconds_each
from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.entries import notation
from games.volcanique.rules.entries.actions import Action, Die
from games.volcanique.rules.position.position import Position, Stage, Step
from games.volcanique.rules.records import lines, reading, record
from games.volcanique.rules.turns import judging

RULES = Volcanique()
GAMES = 6


def random_game(players: int, seed: int) -> Game:
    """Return a whole random game."""
    rng, game = random.Random(seed), RULES.start({"players": players}, f"{seed:064x}", draw_seats=False).game
    assert isinstance(game, Game)
    while not game.over:
        carried = game.ordered({})
        if carried is not None and carried.text is not None:
            game.play(carried.text, carried.seat)
        else:
            seat = game.awaited()[0]
            game.play(random_entry(game.choices(seat), rng), seat)
    return game


def random_entry(texts: list[str], rng: random.Random) -> str:
    """Return one of these entries: first its kind, then one of that kind."""
    kinds: dict[str, list[str]] = {}
    for text in texts:
        kinds.setdefault(text.split(" ")[0], []).append(text)
    kinds.pop("undo", None)
    if len(kinds) > 1 and rng.random() < 0.5:
        kinds.pop("E", None)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def play_games() -> int:
    for seed in range(2):
        random_game(2, seed)
    return 2


def play_entries(games: list[Game]) -> int:
    for game in games:
        again = game.at(0)
        for seat, text in game.entries:
            again.play(text, seat)
    return sum(game.turn for game in games)


def check_entries(games: list[tuple[Game, int, str]]) -> int:
    for game, seat, text in games:
        game.why_not(text, seat)
    return len(games)


def middles(games: list[Game]) -> list[Game]:
    """Return each game at the first turn of its second half in which everything is still to be done."""
    found = []
    for game in games:
        for number in range(game.turn // 2, game.turn):
            pos = game.at(number).position
            if pos.wait is None and pos.stage is Stage.NORMAL and pos.step is Step.MOVE and pos.moves == 0:
                found.append(game.at(number))
                break
    return found


def list_choices(games: list[Game]) -> int:
    for game in games:
        game.copy().choices(game.position.active)  # a copy has listed nothing yet
    return len(games)


def replay(texts: list[str]) -> int:
    for text in texts:
        RULES.from_record(text)
    return len(texts)


def copy_games(games: list[Game]) -> int:
    for game in games:
        for _ in range(50):
            game.copy()
    return 50 * len(games)


# Where the time of one entry goes.


class Played:
    """One entry of a game with all that its parts take and give."""

    def __init__(self, game: Game, number: int) -> None:
        self.game = game.at(number)
        self.seat, self.text = game.entries[number]
        self.before = self.game.position
        said = notation.read_entry(self.text)
        assert said is not None
        self.action: Action = said
        self.due = str(said.result) if isinstance(said, Die) else self.text.rpartition("/")[2]
        self.done = self.do()

    def judge(self) -> object:
        action = judging.normalise_action(self.before, self.action)
        return judging.why_not(self.before, self.seat, action, self.due, knows_all=True)

    def do(self) -> Position:
        new = self.before.copy()
        judging.do_action(new, self.seat, self.action)
        return new

    def follow(self) -> None:
        judging.advance_rules(self.done.copy())


PARTS: dict[str, Callable[[Played], object]] = {
    "read the text": lambda step: notation.read_entry(step.text),
    "judge the entry (V-4 to V-22)": Played.judge,
    "do it, on a copy": Played.do,
    "what follows (T0, T5, T6)": Played.follow,
    "write the text": lambda step: notation.write_entry(step.action),
}


# Where the time of a replay goes, besides that of its entries.


def read_lines(texts: list[str]) -> int:
    for text in texts:
        record.read_parts(text)
    return len(texts)


def check_seeds(records: list[record.Record]) -> int:
    for read in records:
        reading.knowledge_of(read, record.read_grid(read.heads["grid"], read.options))
    return len(records)


def write_engine_lines(games: list[Game]) -> int:
    for game in games:
        for number in range(1, game.turn + 1):
            list(lines.derived_lines(game.events(number)))
    return len(games)


def count_points(games: list[Game]) -> int:
    return sum(bool(game.result) for game in games)


def do_part(part: Callable[[Played], object], all_steps: list[Played]) -> int:
    for step in all_steps:
        part(step)
    return len(all_steps)


# One run.


def run() -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """Return the figures by name, and the microseconds of each part of an entry and of a replay."""
    games, long_games = [random_game(2, seed) for seed in range(GAMES)], [random_game(4, seed) for seed in range(3)]
    entries = [(game.at(number), *game.entries[number]) for game in games for number in range(game.turn)]
    all_steps = [Played(game, number) for game in games for number in range(game.turn)]
    in_the_middle = middles(games)
    measures: dict[str, Measure] = {
        "ply": chess_random_plies,
        "game": play_games,
        "entry": partial(play_entries, games),
        "check": partial(check_entries, entries),
        "list": partial(list_choices, in_the_middle),
        "replay": partial(replay, [game.to_record() for game in games]),
        "replay4": partial(replay, [game.to_record() for game in long_games]),
        "copy": partial(copy_games, in_the_middle),
    }
    measures |= {name: partial(do_part, part, all_steps) for name, part in PARTS.items()}
    records = [game.to_record() for game in games]
    around: dict[str, Measure] = {
        "read the lines and what is above them": partial(read_lines, records),
        "check seed and powers (V-15.3, V-21.4)": partial(check_seeds, list(map(record.read_parts, records))),
        "compare the engine lines (V-23.7)": partial(write_engine_lines, games),
        "count the points (V-20.1)": partial(count_points, games),
    }
    took = seconds_each(measures | around)
    sizes = {
        "entries_of_a_game": len(entries) / len(games),
        "entries_of_a_game_of_4": sum(game.turn for game in long_games) / len(long_games),
        "choices_in_the_middle": sum(len(game.choices(game.position.active)) for game in in_the_middle) / GAMES,
    }
    entry = {name: took[name] * 1e6 for name in PARTS}
    entries_of_all = {f"entries: {name}": part * sizes["entries_of_a_game"] for name, part in entry.items()}
    rest = {name: took[name] * 1e6 for name in around}
    return sizes | figures(took), {"an entry": entry, "the replay of a game of two": entries_of_all | rest}


def figures(took: dict[str, float]) -> dict[str, float]:
    """Return the figures as they are published; each name ends in its unit."""
    return {
        "chess_random_plies_per_s": 1 / took["ply"],
        "random_games_per_s": 1 / took["game"],
        "check_and_play_an_entry_us": took["entry"] * 1e6,
        "check_an_entry_us": took["check"] * 1e6,
        "choices_in_the_middle_ms": took["list"] * 1e3,
        "replay_a_record_ms": took["replay"] * 1e3,
        "replay_a_record_of_4_ms": took["replay4"] * 1e3,
        "copy_a_game_us": took["copy"] * 1e6,
        "entry_in_chess_plies": took["entry"] / took["ply"],
        "choices_in_chess_plies": took["list"] / took["ply"],
    }
