"""Records for the ways that have none yet, from random games: python -m tests.volcanique.recorded.make_records.

Games are played until every way (ways.py) is shown by one, or --games are played; then as few as need be are written.
"""

import argparse
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from games.contract import Order
from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.option_table import OPTIONS
from games.volcanique.rules.position.grid import POWERS
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.tiles import SOIL
from games.volcanique.rules.position.words import hex_words
from tests.volcanique.recorded.power_ways import moved_into
from tests.volcanique.recorded.ways import ENDS, WAYS, values, ways_of
from tests.volcanique.rules.random_games import lengthened

RULES = Volcanique()
RECORDS = Path(__file__).parents[2] / "records" / "volcanique"
WEIGHTS = {  # how gladly each kind of entry is played
    "V": 8.0, "I": 20.0, "U": 6.0, "T": 0.5, "Z": 0.5, "F": 2.0, "X": 3.0, "C": 8.0, "M": 3.0, "B": 1.0, "W+": 2.0,
    "W~": 0.3, "W>": 5.0, "K": 0.3, "K$": 1.0, "K!": 1.0, "Q": 1.0, "E": 0.5, "undo": 0.0,
}  # fmt: skip
BUILDERS = WEIGHTS | {"B": 12.0, "V": 4.0}
IDLERS = dict.fromkeys(WEIGHTS, 0.0) | {"E": 1.0}


def play(
    settings: Mapping[str, object], seed: str, rng: random.Random, weights: Mapping[str, float], leaves: float
) -> Game:
    """Return a random game; where somebody leaves often, all but one do."""
    game = RULES.start(settings, seed, draw_seats=rng.random() < 0.5).game
    assert isinstance(game, Game)
    policies = {seat: some_policies(rng) for seat in game.position.seats}
    while not game.over:
        carried = game.ordered(policies)
        if carried is not None and carried.text is not None:
            game.play(carried.text, carried.seat)
        elif rng.random() < leaves and (leaves > 0.01 or len(game.position.left) + 2 < len(game.places)):
            staying = [seat for seat in game.position.seats if seat not in game.position.left]
            if rng.random() < 0.5:
                game.resign(rng.choice(staying))
            else:
                game.timeout(game.awaited()[0])
        else:
            seat = rng.choice(game.may_play() if rng.random() < 0.1 else game.awaited())
            game.play(entry(game, seat, rng, weights), seat)
    return game


def some_policies(rng: random.Random) -> Sequence[Order]:
    """Return what a seat leaves for its questions."""
    kinds = ("migrate", "evacuate", "vmigrate", "colossal", "divert", "bomb")
    return [Order(kind, rng.choice(["ask", "auto"])) for kind in kinds]


def entry(game: Game, seat: int, rng: random.Random, weights: Mapping[str, float]) -> str:
    """Return an entry of this seat, those that need a power or a volcano more gladly."""
    kinds: dict[str, list[str]] = {}
    for text in game.choices(seat):
        kinds.setdefault(text.split(" ")[0], []).append(text)
    names = sorted(kinds)
    chances = [weights.get(name, 1.0) for name in names]
    kind = rng.choices(names, chances if any(chances) else None)[0]
    if kind == "undo":
        return "E"
    if game.position.has(seat, "crafty") and "B" in kinds and rng.random() < 0.7:
        return rng.choice(crafty_purchases(game.position, kinds["B"]))
    text = rng.choice(eager_moves(game, seat, kinds[kind]) if kind == "M" and rng.random() < 0.7 else kinds[kind])
    if kind in ("S", "I", "Z") or (kind == "V" and rng.random() < 0.8):
        text = lengthened(game, rng, seat, text)
    return text


def crafty_purchases(pos: Position, texts: list[str]) -> list[str]:
    """Return the trios that lead to a third purchase (V-16.6): the first on soil, the second not; else all tiles."""
    cheap = [text for text in texts if text.startswith("B L") and text[2:5] in ("LMD", "LDM")] or texts
    soil = {hex_words(cell) for cell, stack in pos.stacks.items() if stack[-1] == SOIL}
    fitting = [text for text in cheap if (text.split(" ")[1].partition("@")[2] in soil) == (not pos.bought)]
    return fitting or cheap


def eager_moves(game: Game, seat: int, texts: list[str]) -> list[str]:
    """Return the moves into biomes of others, else those that form groups, else all."""
    attacks = [text for text in texts if moved_into(game.position, seat, text)[0]]
    return attacks or [text for text in texts if text.endswith("+")] or texts


def some_settings(rng: random.Random, lacking: set[str]) -> dict[str, object]:
    """Return settings with some of the values that have no record yet."""
    settings: dict[str, object] = {"players": rng.choice([2, 2, 2, 3, 4, 5])}
    for option in OPTIONS:
        wanted = [value for value in values(option.name) if f"{option.name}-{value}" in lacking]
        if wanted and rng.random() < (0.25 if len(lacking) > 5 else 0.8):
            settings[option.name] = rng.choice(wanted)
    if "pooled_lava" in settings:
        settings["lava_height"] = "ground"  # where lava finds its way more rarely
    return settings


def some_seed(rng: random.Random, lacking: set[str]) -> str:
    """Return a seed; mostly one that deals a power that has no record yet as low as can be."""
    wanted = [power for power in POWERS if f"power-{power}" in lacking]
    seeds = [f"{rng.getrandbits(256):064x}" for _ in range(30)]
    if not wanted:
        return seeds[0]
    power = rng.choice(wanted)
    return min(seeds, key=lambda seed: level_of(seed, power))


def level_of(seed: str, power: str) -> int:
    """Return the level on which a seed deals a power, for seats that are not drawn."""
    game = RULES.start({"players": 2}, seed, draw_seats=False).game
    assert isinstance(game, Game)
    return min((int(slot[1]) for slot, dealt in game.grid.items() if dealt == power), default=9)


def some_game(number: int, rng: random.Random, lacking: set[str]) -> Game:
    """Return a game of eager players; later also of builders, of idlers, and of people who leave."""
    settings, seed = some_settings(rng, lacking), some_seed(rng, lacking)
    leaves = 0.005 if number % 4 == 0 else 0.0
    style = number % 8 if number > 20 else 0
    if style in (1, 3, 5):
        players = [number for number in RULES.seats if f"players-{number}" in lacking]
        small = {"uno_per_player": "1", "trio_per_player": "1", "players": rng.choice(players or [2])}
        return play(settings | (small if style == 1 else {}), seed, rng, BUILDERS, leaves)
    if style == 7 and "end-shared" in lacking:
        return play({"players": 2}, seed, rng, IDLERS, 0.0)
    return play(settings, seed, rng, WEIGHTS, 0.02 if style == 2 and "end-alone" in lacking else leaves)


def search(lacking: set[str], games: int, first: int) -> list[tuple[set[str], str]]:
    """Return records that show what is lacking, and what each shows."""
    found: list[tuple[set[str], str]] = []
    for number in range(first, first + games):
        if not lacking:
            break
        rng = random.Random(number)
        game = some_game(number, rng, lacking)
        for one in map(read_again, (game, *cut(game, rng, lacking))):
            if shown := ways_of(one, {name: way for name, way in WAYS.items() if name in lacking}):
                found.append((ways_of(one, WAYS), one.to_record()))
                lacking -= shown
                print(
                    f"{number}: {len(one.entries)} entries show {', '.join(sorted(shown))}; {len(lacking)} lack",
                    flush=True,
                )
    print("lacking:", ", ".join(sorted(lacking)) or "-")
    return found


def read_again(game: Game) -> Game:
    """Return the game that its record gives."""
    return RULES.from_record(game.to_record())


def cut(game: Game, rng: random.Random, lacking: set[str]) -> list[Game]:
    """Return a game that goes on, as a spectator and as a player see it, where one is lacking."""
    if not {"running", "running-as-reader"} & lacking:
        return []
    past = game.at(game.turn // 2)
    return [past.seen_by(viewer) for viewer in (None, *past.position.seats)]


def fewest(found: list[tuple[set[str], str]], lacking: set[str]) -> dict[str, str]:
    """Return as few of the records as show what is lacking, each named after the rarest that it shows."""
    often = Counter(way for shown, _ in found for way in shown & lacking)
    left, chosen = set(often), {}
    while left:
        shown, text = max(found, key=lambda one: (len(one[0] & left), -len(one[1])))
        chosen[min(shown & left, key=lambda way: (way not in ENDS, often[way], way))] = text
        left -= shown
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    said = parser.parse_args()
    RECORDS.mkdir(parents=True, exist_ok=True)
    have = [RULES.from_record(file.read_text(encoding="utf-8")) for file in RECORDS.glob("*.txt")]
    lacking = set(WAYS) - {way for game in have for way in ways_of(game, WAYS)}
    for name, text in fewest(search(set(lacking), said.games, said.first), lacking).items():
        (RECORDS / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
