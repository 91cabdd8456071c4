"""What the naive rules say to each printed example of V-25, by the word that tells what it asks."""

import hashlib
from collections.abc import Callable
from typing import cast

from tests.volcanique.naive import answers, buying, changes, drifting, ending, facts, moving, prices
from tests.volcanique.naive.chance import Dice
from tests.volcanique.naive.grid import (
    Hex,
    distance,
    edges,
    hex_text,
    parts,
    read_hex,
    read_tile,
    sector_text,
    step,
)
from tests.volcanique.naive.notation import Action
from tests.volcanique.naive.position import Flow, Member, Position, Refused, Unit
from tests.volcanique.naive.power_grid import deal
from tests.volcanique.naive.printed_positions import LETTERS, Json, laid, texts


def names(seats: set[int]) -> str:
    return "".join(LETTERS[seat] for seat in sorted(seats))


def say_edges(example: Json) -> object:
    return [edges(*read_tile(text)) for text in texts(example["args"])]


def gap(one: list[Hex], other: list[Hex]) -> int:
    return min(distance(a, b) for a in one for b in other)


def say_setup_gap(example: Json) -> object:
    old = list(map(read_hex, texts(example["board"])))
    gaps = [gap(old, list(map(read_hex, texts(cells)))) for cells in cast("list[object]", example["args"])]
    return [[found, "legal" if found == 3 else "illegal"] for found in gaps]


def say_biomes(example: Json) -> object:
    p = laid(example)
    return sorted(
        [
            biome.colour,
            sorted(map(hex_text, biome.hexes)),
            facts.edge_count(p, biome),
            names(facts.controllers(p, biome)),
        ]
        for biome in facts.biomes(p)
    )


def say_place(example: Json) -> object:
    p, cell = laid(example), read_hex(str(example["hex"]))
    return [facts.matching(p, cell, edges(*read_tile(text))) for text in texts(example["args"])]


def say_moves(example: Json) -> object:
    p = laid(example)
    return {sector_text(unit.sector): sorted(plain_moves(p, unit)) for unit in p.units}


def plain_moves(p: Position, unit: Unit) -> list[str]:
    p.turn.moves = 1
    said = [(s, Action("M", "", source=unit.sector, target=s)) for s in facts.all_sectors(p)]
    return [sector_text(s) for s, action in said if buying.is_legal(p, unit.seat, moving.check_move, action)]


def say_stack(example: Json) -> object:
    p, cell = laid(example), read_hex(str(example["hex"]))
    found = [facts.destinations(p, unit) for unit in facts.units_on(p, cell)]
    return {
        "matching": facts.matching(p, cell, edges(*read_tile(str(example["tile"])))),
        "destinations": [sector_text(sector) for sectors in found for sector in sectors],
    }


def say_claims(example: Json) -> object:
    p = laid(example)
    free = [sector for sector in facts.all_sectors(p) if not facts.units_on(p, sector[0])]
    return [sector_text(sector) for sector in free if facts.is_uncontrolled(p, sector)]


def say_pay(example: Json) -> object:
    return [prices.is_price(*texts(pair)) for pair in cast("list[object]", example["args"])]


def say_conflict(example: Json) -> object:
    return [winner_of(laid(example), LETTERS.index(player)) for player in texts(example["args"])]


def winner_of(p: Position, instigator: int) -> str:
    changes.settle(p, changes.Before(p), instigator)
    return names({unit.seat for unit in p.units})


def say_conflict_keys(example: Json) -> object:
    return [key_winner(cast("Json", case)) for case in cast("list[object]", example["cases"])]


def key_winner(case: Json) -> str:
    """Build a long L biome with the units of the case in it, each in a part of the size it names."""
    p = laid({"seats": list(LETTERS)})
    before = changes.Before(p)
    for column, (player, said) in enumerate(sorted(cast("dict[str, dict[str, int]]", case["units"]).items())):
        seat = LETTERS.index(player)
        pieces = said.get("pack", said.get("herd", 0))
        hold_power(p, seat, "pack" if "pack" in said else "herding")
        cells = [(column, row) for row in range(3)]
        for cell in cells:
            p.stacks[cell] = [Member("L")]
        for cell in cells[: said.get("part", 1)]:
            before.holders[id(p.stacks[cell][-1]), "L"] = {seat}
        singles = 0 if pieces else said.get("pieces", 1)
        p.units += [Unit(seat, cell, "L") for cell in cells[:singles]]
        p.units += [Unit(seat, cells[0], "L", pieces)] if pieces else []
    changes.settle(p, before, LETTERS.index(str(case["instigator"])))
    return names({unit.seat for unit in p.units})


def hold_power(p: Position, seat: int, power: str) -> None:
    """Give a seat a power of its own, whatever was dealt."""
    p.grid[f"{power} {seat}"] = power
    p.slots[seat].append(f"{power} {seat}")


def say_lava(example: Json) -> object:
    found: Json = {}
    for height in ("storey", "ground"):
        p = laid(example, lava_height=height, lava_prefers_land="off")
        flow = Flow(0, read_hex(str(example["hex"])), visited=set(map(read_hex, texts(example["visited"]))))
        found[height] = [hex_text(cell) for cell in answers.lava_candidates(p, flow)]
    return found


def say_summon(example: Json) -> object:
    p = laid(example)
    shapes = [sorted(map(read_hex, texts(cells))) for cells in cast("list[object]", example["args"])]
    return ["legal" if is_island_place(p, shape) else "illegal" for shape in shapes]


def is_island_place(p: Position, shape: list[Hex]) -> bool:
    return buying.is_legal(p, 0, lambda p, seat, action: buying.check_island_place(p, shape), Action("I", ""))


def say_deal(example: Json) -> object:
    dice = Dice(str(example["seed"]))
    return deal(dice) | {"counter": dice.counter}


def say_plates(example: Json) -> object:
    p = laid(example)
    island = drifting.island_of(p, read_hex(str(example["from"])))
    others, steps = set(facts.land(p)) - island, 0
    for direction in cast("list[int]", example["path"]):
        drifting.shift(p, island, direction)
        island, steps = {step(cell, direction) for cell in island}, steps + 1
    nearest = gap(sorted(island), sorted(others))
    return {"hexes": [hex_text(cell) for cell in sorted(island)], "steps": steps, "gap": nearest}


def say_rift(example: Json) -> object:
    return [rift_case(cast("Json", case)) for case in cast("list[object]", example["cases"])]


def rift_case(case: Json) -> str:
    land, part = set(map(read_hex, texts(case["land"]))), set(map(read_hex, texts(case["part"])))
    island = next(found for found in parts(land) if part & found)
    return drifting.why_no_rift(land, island, part, int(str(case["d"]))) or "ok"


def say_engagement(example: Json) -> object:
    found: Json = {}
    for rule in ("left", "symbiosis"):
        p = laid(example, engagement=rule)
        seat = texts(example["seats"]).index(str(example["active"]))
        allowed = buying.engaged_hexes(p, seat) or set(facts.land(p))
        soil = {cell for cell in facts.land(p) if facts.is_soil(p, cell)}
        found[rule] = sorted(map(hex_text, allowed | soil))
    return found


def book(p: Position, extra: dict[str, Json], seats: list[str]) -> None:
    """Add what an example of scoring says beside the board."""
    for player, said in extra.items():
        seat = seats.index(player)
        p.activations[seat] = int(str(said.get("volcanoes", 0)))
        p.track[seat] = p.activations[seat] - int("exalted" in said)
        p.craters[seat] = int(str(said.get("crater", 0)))
        p.points[seat] = int(str(said.get("bought", 0)))
        if "exalted" in said:
            hold_power(p, seat, "exalted")


def say_score(example: Json) -> object:
    seats = ["B", "P"]
    p = laid(example)
    book(p, cast("dict[str, Json]", example["extra"]), seats)
    return {
        "edges": {player: ending.matched_edges(p, seat) for seat, player in enumerate(seats)},
        "total": {player: ending.score(p, seat) for seat, player in enumerate(seats)},
        "tallest": best(ending.tallest(p), seats),
        "largest": best(ending.largest(p), seats),
        "diversified": {player: ending.diversified(p, seat) for seat, player in enumerate(seats)},
        "claims": say_claims(example),
    }


def best(points: dict[int, int], seats: list[str]) -> str:
    return "".join(seats[seat] for seat, count in points.items() if count == 3)


def say_score2(example: Json) -> object:
    seats = ["P1", "P2"]
    p = laid(example)
    book(p, cast("dict[str, Json]", example["extra"]), seats)
    new = (1, -1)
    return {
        "edges": {player: ending.matched_edges(p, seat) for seat, player in enumerate(seats)},
        "total": {player: ending.score(p, seat) for seat, player in enumerate(seats)},
        "matching_of_1,-1": facts.matching(p, new, facts.edges_at(p, new)),
        "hand": {player: facts.hand(p, seat) for seat, player in enumerate(seats)},
    }


def say_winter(example: Json) -> object:
    p = laid(example)
    p.frozen = {(0, 0), *(step((0, 0), direction) for direction in range(6))}
    found = []
    for _ in range(4):
        found.append(len(p.frozen))
        p.frozen |= facts.beside_frozen(p)
    return found


def say_rng(example: Json) -> object:
    seed = str(example["seed"])
    dice = Dice(seed)
    rolls = [dice.roll(int(sides)) for sides in texts(example["dice"])]
    return {"rolls": rolls, "counter": dice.counter, "sha256": hashlib.sha256(seed.encode()).hexdigest()}


def say_takeover(example: Json) -> object:
    return [takeover_case(cast("Json", case)) for case in cast("list[object]", example["cases"])]


def takeover_case(case: Json) -> bool:
    """Judge the case with the units of the example in one L biome."""
    p = laid({"seats": ["B", "P"]})
    pieces, power = int(str(case["pieces"])), str(case["with"])
    hold_power(p, 0, {"coop": "cooperative", "pack": "pack"}[power])
    against = texts(case["against"])
    if any("herd" in text for text in against):
        hold_power(p, 1, "herding")
    units = [foreign(text, (column, 0)) for column, text in enumerate(against)]
    mover = Unit(0, (9, 9), "L", pieces)
    try:
        moving.check_takeover(p, mover, pieces, units)
    except Refused:
        return False
    return True


def foreign(text: str, cell: Hex) -> Unit:
    kind, _, pieces = text.partition(" ")
    return Unit(1, cell, "L", 2 if kind == "colossal" else int(pieces or 1), kind == "colossal")


SAY: dict[str, Callable[[Json], object]] = {
    name.removeprefix("say_"): found for name, found in list(globals().items()) if name.startswith("say_")
}
