"""Random games of Volcanique with the naive rules: who plays what, with tastes that differ from game to game."""

import hashlib
import random
from collections.abc import Iterator

from tests.volcanique.naive import NaiveGame, candidates, drifting, facts, judge, prices
from tests.volcanique.naive.buying import movers
from tests.volcanique.naive.chance import Dice
from tests.volcanique.naive.grid import (
    CLASS_OF,
    COLOURS,
    Hex,
    around,
    distance,
    hex_text,
    rotations,
    sector_text,
    within,
)
from tests.volcanique.naive.notation import read
from tests.volcanique.naive.options import PRESETS, RANGES
from tests.volcanique.naive.position import Position
from tests.volcanique.naive.power_grid import LEVELS, available_slots, deal

WEIGHTS = {  # how soon each kind of action is tried in a turn, before tastes
    "M": 2.0, "F": 2.0, "B": 4.0, "V": 12.0, "I": 12.0, "K!": 0.5, "Q": 0.7, "X": 2.0, "C": 8.0,
    "U": 4.0, "W": 2.0, "K": 0.7, "K$": 1.0, "E": 1.5,
}  # fmt: skip
TASTES = (0.0, 0.3, 1.0, 1.0, 3.0)
ANSWERS = ("migrate", "evacuate", "vmigrate", "colossal", "divert", "bomb")
RICH = {"base_cap": "9", "resources_per_type_per_player": "12", "bonus_resources": "3"}
TRIES = 400  # how many candidates of a kind are looked at before it is given up

Taste = dict[str, float]


def random_settings(rng: random.Random) -> dict[str, object]:
    """Return a preset, some options changed, or all of them drawn."""
    players = rng.choice([2, 2, 3, 3, 4, 5])
    chance = rng.random()
    if chance < 0.3:
        return {"players": players, **rng.choice(list(PRESETS.values()))}
    drawn = {name: str(rng.choice(list(values))) for name, values in RANGES.items()}
    names = list(drawn) if chance > 0.8 else rng.sample(sorted(drawn), rng.randint(1, 6))
    settings: dict[str, object] = {"players": players, **{name: drawn[name] for name in names}}
    if rng.random() < 0.4:
        settings |= RICH
    if rng.random() < 0.85:
        settings |= {"powers": "on"}
    return settings


def random_policies(rng: random.Random, players: int) -> list[dict[str, str]]:
    """Return for each seat what it leaves to be answered by itself."""
    kinds = [["ask", "auto", *(["always", "never"] if kind in ("divert", "bomb") else [])] for kind in ANSWERS]
    return [
        {kind: rng.choice(said) for kind, said in zip(ANSWERS, kinds, strict=True) if rng.random() < 0.6}
        for _ in range(players)
    ]


def random_seed(rng: random.Random, number: int, seats_drawn: int) -> str:
    """Return a seed of the game's own; often one that deals two powers drawn before, as low as can be."""
    seeds = [hashlib.sha256(f"game {number} {n}".encode()).hexdigest() for n in range(60)]
    if rng.random() < 0.3:
        return seeds[0]
    wanted = rng.sample(sorted(LEVELS), 2)

    def depth(seed: str) -> int:
        dice = Dice(seed)
        dice.shuffle([""] * seats_drawn)
        dealt = {power: int(slot[1]) for slot, power in deal(dice).items()}
        return sum(dealt.get(power, 9) for power in wanted)

    return min(seeds, key=depth)


class Players:
    """Everybody at a table: tastes and habits are drawn once for each game."""

    def __init__(self, rng: random.Random, players: int) -> None:
        self.rng = rng
        self.tastes: list[Taste] = [{kind: rng.choice(TASTES) for kind in WEIGHTS} for _ in range(players)]
        for taste in self.tastes:
            taste |= {"C": max(1.0, taste["C"]), "E": max(0.3, taste["E"])}
        self.saves = [rng.random() < 0.6 for _ in range(players)]
        self.ends_games = rng.random() < 0.6
        self.leaves = 0.004 if rng.random() < 0.2 else 0.0
        self.undoes = 0.012 if rng.random() < 0.5 else 0.0
        self.says_migrations = rng.random() < 0.5
        self.lands, self.fights = rng.random() < 0.7, rng.random() < 0.5
        self.arms = rng.choice([0.0, 0.2])
        self.drifts = 0.01 if self.arms else rng.choice([0.02, 0.2])

    def next_entry(self, game: NaiveGame) -> tuple[int, str]:
        """Return what comes next: chance, an answer, a departure, something out of turn, or an action."""
        p = game.position
        if automatic := game.automatic():
            return p.active, automatic
        seats = game.awaited()
        seat = self.rng.choice(seats)
        if left := self.something_rare(game, seat):
            return left
        if question := game.question(seat):
            return seat, self.rng.choice(question.answers)
        if p.wait.kind == "setup":
            return seat, self.any_setup(game, seat)
        return seat, self.action(game, seat)

    def something_rare(self, game: NaiveGame, seat: int) -> tuple[int, str] | None:
        """Return a departure, an undo or a limited power, now and then."""
        if self.rng.random() < self.leaves:
            stayed = [who for who in range(game.options.players) if who not in game.position.departed]
            return self.rng.choice(stayed), self.rng.choice(["resign", "timeout"])
        if self.rng.random() < self.undoes:
            text = self.rng.choice(["undo", "undo", "undo 2", "undo 3"])
            return (seat, text) if game.allows(seat, text) else None
        if game.is_quiet() and self.rng.random() < self.drifts:
            seat = self.rng.randrange(game.options.players)
            found = self.drift(game, seat)
            return (seat, found) if found else None
        return None

    def drift(self, game: NaiveGame, seat: int) -> str | None:
        """Return a use of a limited power of the seat."""
        kind = self.rng.choice("TZ")
        texts = judge.limited_texts(game.position, seat, kind)
        if kind == "Z" and drifting.is_usable(game.position, seat, "rift"):
            texts = self.some_rifts(game, seat)
        found = list(texts)
        return self.rng.choice(found) if found else None

    def armed_orders(self, game: NaiveGame) -> dict[int, tuple[int, str]]:
        """Return limited powers that are legal now, armed by their holders for one and the same turn (V-22.9)."""
        if not game.is_quiet() or self.rng.random() >= self.arms:
            return {}
        turn = game.position.turns_begun + self.rng.randint(1, game.options.players)
        texts = {seat: self.drift(game, seat) for seat in range(game.options.players)}
        return {seat: (turn, text) for seat, text in texts.items() if text}

    def some_rifts(self, game: NaiveGame, seat: int) -> Iterator[str]:
        """Return rifts along random parts of islands."""
        for _ in range(60):
            island = self.rng.choice(facts.islands(game.position))
            centre = self.rng.choice(sorted(island))
            by_distance = sorted(island, key=lambda cell: distance(cell, centre))
            part = sorted(by_distance[: self.rng.randint(1, len(island))])
            text = f"Z {self.rng.randrange(6)} {';'.join(map(hex_text, part))}"
            if game.allows(seat, text):
                yield text

    def action(self, game: NaiveGame, seat: int) -> str:
        """Return an action of the turn: kinds are tried in an order that tastes decide."""
        p, taste = game.position, self.tastes[seat]
        weights = {kind: weight * taste[kind] for kind, weight in WEIGHTS.items() if weight * taste[kind]}
        if self.saves[seat] and facts.total(p.resources[seat]) < 9:
            weights |= {"B": weights.get("B", 0) / 8}
        if self.fights and facts.has(p, seat, "pack"):
            weights |= {"M": 12.0}
        order = sorted(weights, key=lambda kind: -(self.rng.random() ** (1 / (weights[kind] or 1e-9))))
        for kind in order:
            if text := self.pick(game, seat, kind):
                return text
        return "E"

    def pick(self, game: NaiveGame, seat: int, kind: str) -> str | None:
        """Return a legal action of the kind out of some candidates."""
        p = game.position
        if judge.step_of(p, "W+" if kind == "W" else kind) < p.turn.step:
            return None
        texts = self.some_candidates(p, seat, kind)
        if not self.ends_games:
            texts = [text.replace(" super", "").replace(" winter", "") for text in texts]
        self.rng.shuffle(texts)
        if kind == "W" and self.lands:
            texts.sort(key=lambda text: landing_order(p, text))
        if kind == "M" and self.fights and facts.powers(p, seat) & {"pack", "cooperative"}:
            texts.sort(key=lambda text: attack_order(p, seat, text))
        found = next((text for text in texts[:TRIES] if game.allows(seat, text)), None)
        return self.with_migrations(p, seat, found) if found and kind in "BV" and self.says_migrations else found

    def with_migrations(self, p: Position, seat: int, text: str) -> str:
        """Return the purchase with the migrations that the buyer has to choose (A-12)."""
        action = read(text)
        if action.kind == "B":
            units = movers(p, seat, action.placed[0][2])
        else:
            units = [unit for unit in movers(p, seat, action.hex) if unit.colossal and unit.seat == seat]
        for unit in units:
            target = self.rng.choice(facts.destinations(p, unit))
            text += f" m {sector_text(unit.sector)}>{sector_text(target)}"
        return text

    def some_candidates(self, p: Position, seat: int, kind: str) -> list[str]:
        if kind == "I":
            return self.some_islands(p, seat)
        if kind == "V":
            return self.some_volcanoes(p, seat)
        if kind == "B":
            return self.some_tiles(p, seat)
        return list(candidates.LISTS[kind](p, seat))

    def some_tiles(self, p: Position, seat: int) -> list[str]:
        """Return random tiles on random land, with a payment that is held: all of them are thousands."""
        ways = {name: prices.ways_to_pay(p, seat, name) for name in ("uno", "duo", "trio")}
        stock = [tile for tile in candidates.tiles() if p.supply[tile[:-1]] and ways[CLASS_OF[tile[:-1]]]]
        cells, found = facts.land(p), []
        for _ in range(TRIES // 2 if stock else 0):
            tile = self.rng.choice(stock)
            way = self.rng.choice(ways[CLASS_OF[tile[:-1]]])
            found.append(f"B {tile}@{hex_text(self.rng.choice(cells))} ${way}")
        return found

    def some_volcanoes(self, p: Position, seat: int) -> list[str]:
        """Return volcanoes with random extras: all of them are up to a million."""
        slots, found = available_slots(p, seat) or ["-"], []
        cells = [cell for cell in facts.land(p) if facts.is_biome_land(p, cell)]
        for _ in range(120 if cells else 0):
            cell = self.rng.choice(cells)
            ways = prices.ways_to_pay(p, seat, prices.volcano_price(p, cell))
            if ways:
                turn, extra = self.rng.choice(rotations(facts.top(p, cell))), self.extra(p, seat, cell)
                way, slot = self.rng.choice(ways), self.rng.choice(slots)
                found.append(f"V {hex_text(cell)}/{turn} ${way} P={slot}{extra}")
        return found

    def extra(self, p: Position, seat: int, cell: Hex) -> str:
        """Return something that may stand behind the slot of a volcano."""
        held, found = facts.powers(p, seat), self.rng.choice(["", "", " super", " winter"])
        found = found if found.strip() in held else ""
        if "lateral" in held:
            found += self.rng.choice(["", *(f" arc={start}" for start in range(6))])
        if "landslide" in held and self.rng.random() < 0.9:
            tile = self.rng.choice(around(cell))
            found += f" slide={hex_text(tile)}"
            if p.options.word("landslide_target") == "choice":
                found += f">{hex_text(self.rng.choice(around(tile)))}"
        return found

    def some_islands(self, p: Position, seat: int) -> list[str]:
        """Return islands of random tiles on random shapes."""
        ways = [""] if prices.island_is_free(p, seat) else prices.ways_to_pay(p, seat, "island")
        size = min(3, facts.total(p.supply))
        if p.craters[seat] < 3 or not ways or not size:
            return []
        shapes = list(candidates.island_shapes(p, size))
        stock = [tile for tile in candidates.tiles() for _ in range(p.supply[tile[:-1]])]
        found = []
        for _ in range(40 if shapes else 0):
            shape, chosen = self.rng.choice(shapes), self.rng.sample(stock, size)
            placed = " ".join(f"{t}@{hex_text(c)}" for t, c in zip(chosen, shape, strict=True))
            found.append(f"I {placed} ${self.rng.choice(ways)}")
        return found

    def some_setup(self, uno: Hex, duo: Hex, trio: Hex) -> str:
        """Return a setup island of random tiles on these hexes."""
        placed = [
            f"{self.rng.choice([tile for tile in candidates.tiles() if CLASS_OF[tile[:-1]] == name])}@{hex_text(cell)}"
            for name, cell in (("uno", uno), ("duo", duo), ("trio", trio))
        ]
        return f"S {' '.join(placed)} {self.rng.choice(COLOURS)}"

    def any_setup(self, game: NaiveGame, seat: int) -> str:
        """Return a legal starting island, found by guessing."""
        p = game.position
        near = sorted(within(facts.land(p), 6)) if p.stacks else [(0, 0)]
        while True:
            uno = self.rng.choice(near)
            duo = self.rng.choice(around(uno))
            trio = self.rng.choice([*around(uno), *around(duo)])
            text = self.some_setup(uno, duo, trio)
            if game.allows(seat, text):
                return text


def attack_order(p: Position, seat: int, text: str) -> int:
    """Return 0 for moves into biomes that others hold, 1 for what forms groups, 2 for the rest (V-5.7)."""
    action = read(text)
    if action.word == "+":
        return 1
    biome = facts.biome_of(p, action.target)
    return 2 if action.source[0] in biome.hexes or facts.controllers(p, biome) <= {seat} else 0


def landing_order(p: Position, text: str) -> int:
    """Return 0 for landings, 1 for what brings a sea critter to where it could land, 2 for the rest (V-16.20)."""
    action = read(text)
    if action.kind == "W>":
        return 0 if action.target[0] in around(action.hex) else 2
    return 1 if is_shore(p, action.onto or action.hex) else 2


def is_shore(p: Position, cell: Hex) -> bool:
    """Return whether an edge of an uncontrolled biome faces this hex."""
    facing = [(beside, facts.edges_at(p, beside)) for beside in around(cell)]
    sectors = [(beside, edges[(way + 3) % 6]) for way, (beside, edges) in enumerate(facing) if edges]
    return any(facts.is_uncontrolled(p, sector) for sector in sectors)
