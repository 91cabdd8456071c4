"""Every text that might be an action, without asking whether it is legal: judge.py tries them."""

from collections.abc import Callable, Iterator
from itertools import combinations, product

from tests.volcanique.naive import facts, prices
from tests.volcanique.naive.grid import (
    BASE,
    CLASS_OF,
    COLOURS,
    Hex,
    around,
    hex_text,
    parts,
    rotations,
    sector_text,
    within,
)
from tests.volcanique.naive.notation import Action, read
from tests.volcanique.naive.position import Position
from tests.volcanique.naive.power_grid import available_slots

Check = Callable[[Position, int, Action], None]
Texts = Iterator[str]


def actions(p: Position, seat: int, kind: str) -> Iterator[Action]:
    """Return the candidates of a kind as actions."""
    return (read(text) for text in LISTS[kind](p, seat))


def tiles() -> list[str]:
    return [f"{kind}{rotation}" for kind in BASE for rotation in rotations(kind)]


def sectors(p: Position) -> list[str]:
    return [sector_text(sector) for sector in facts.all_sectors(p)]


def own_sectors(p: Position, seat: int) -> list[str]:
    return sorted(sector_text(unit.sector) for unit in p.units if unit.seat == seat)


def counts(p: Position, seat: int, sector: str) -> list[str]:
    """Return the numbers of pieces that may be written for a unit (A-41)."""
    unit = next(unit for unit in p.units if unit.seat == seat and sector_text(unit.sector) == sector)
    return ["", *(f"*{count}" for count in range(1, unit.pieces))] if unit.is_group else [""]


def setups(p: Position, seat: int) -> Texts:
    """Return setup islands near (0,0) and near the other islands (V-3.4)."""
    near = within(facts.land(p) or [(0, 0)], 6)
    for uno in sorted(near if p.stacks else [(0, 0)]):
        beside = around(uno)
        for duo in beside:
            for trio in sorted({*beside, *around(duo)} - {uno, duo}):
                yield from setup_texts(uno, duo, trio)


def setup_texts(uno: Hex, duo: Hex, trio: Hex) -> Texts:
    by_class = {name: [tile for tile in tiles() if CLASS_OF[tile[:-1]] == name] for name in ("uno", "duo", "trio")}
    for one, two, three in product(by_class["uno"], by_class["duo"], by_class["trio"]):
        for colour in COLOURS:
            yield f"S {one}@{hex_text(uno)} {two}@{hex_text(duo)} {three}@{hex_text(trio)} {colour}"


def moves(p: Position, seat: int) -> Texts:
    for source in own_sectors(p, seat):
        for target in sectors(p):
            yield from (f"M {source}>{target}{count}" for count in ["+", *counts(p, seat, source)])


def flights(p: Position, seat: int) -> Texts:
    for source in own_sectors(p, seat):
        for target in sectors(p):
            yield from (f"F {source}>{target}{count}" for count in counts(p, seat, source) if count in ("", "*1"))


def lands(p: Position, seat: int) -> Texts:
    """Return all tiles in all rotations on all land, with every payment that is held."""
    for tile in tiles():
        ways = prices.ways_to_pay(p, seat, CLASS_OF[tile[:-1]])
        for cell in facts.land(p) if ways and p.supply[tile[:-1]] else []:
            yield from (f"B {tile}@{hex_text(cell)} ${way}" for way in ways)


def volcanoes(p: Position, seat: int) -> Texts:
    """Return volcanoes everywhere in every rotation, with every extra."""
    for cell, text in plain_volcanoes(p, seat):
        yield from (text + extra for extra in volcano_extras(p, seat, cell))


def plain_volcanoes(p: Position, seat: int) -> Iterator[tuple[Hex, str]]:
    """Return volcanoes everywhere in every rotation, with their hexes."""
    slots = available_slots(p, seat) or ["-"]
    for cell in facts.land(p):
        ways = prices.ways_to_pay(p, seat, prices.volcano_price(p, cell))
        if not ways or not facts.is_biome_land(p, cell):
            continue
        turns = rotations(facts.top(p, cell))
        for turn, way, slot in product(turns, ways, slots):
            yield cell, f"V {hex_text(cell)}/{turn} ${way} P={slot}"


def volcano_extras(p: Position, seat: int, cell: Hex) -> list[str]:
    """Return everything that may stand behind the slot of a volcano."""
    held = facts.powers(p, seat)
    words = ["", *(f" {word}" for word in ("super", "winter") if word in held)]
    arcs = ["", *(f" arc={start}" for start in range(6))] if "lateral" in held else [""]
    slides = [""]
    for tile in around(cell) if "landslide" in held else []:
        slides += [f" slide={hex_text(tile)}"]
        slides += [f" slide={hex_text(tile)}>{hex_text(target)}" for target in around(tile)]
    return ["".join(parts) for parts in product(words, arcs, slides)]


def islands(p: Position, seat: int) -> Texts:
    """Return all sets of tiles on all connected shapes off the coast."""
    ways = [""] if prices.island_is_free(p, seat) else prices.ways_to_pay(p, seat, "island")
    if p.craters[seat] < 3 or not ways or not p.options.on("islands"):
        return
    size = min(3, facts.total(p.supply))
    stock = [tile for tile in tiles() if p.supply[tile[:-1]]]
    for shape in island_shapes(p, size) if size else ():
        for chosen in product(stock, repeat=size):
            placed = " ".join(f"{tile}@{hex_text(cell)}" for tile, cell in zip(chosen, shape, strict=True))
            yield from (f"I {placed} ${way}" for way in ways)


def island_shapes(p: Position, size: int) -> Iterator[tuple[Hex, ...]]:
    """Return the connected shapes of ocean hexes near land, without frozen hexes and sea critters."""
    land = set(facts.land(p))
    barred = within(land, 1) | p.frozen | set(p.sea)
    coast = sorted(within(land, 2) - barred)
    seen = set()
    for start in coast:
        for others in combinations(sorted(within([start], size - 1) - barred - {start}), size - 1):
            shape = tuple(sorted((start, *others)))
            if shape not in seen and len(parts(shape)) == 1:
                seen.add(shape)
                yield shape


def erosions(p: Position, seat: int) -> Texts:
    return (f"X {hex_text(cell)}" for cell in facts.land(p))


def claims(p: Position, seat: int) -> Texts:
    return (f"C {sector}" for sector in sectors(p))


def upgrades(p: Position, seat: int) -> Texts:
    ways = facts.hands_of(p.resources[seat], 4)
    return (f"U {sector} ${way}" for sector, way in product(own_sectors(p, seat), ways))


def sea_actions(p: Position, seat: int) -> Texts:
    """Return what sea critters may try (V-16.20)."""
    ocean = [hex_text(cell) for cell in sorted(within(facts.land(p), 4) - set(facts.land(p)))]
    own = [hex_text(cell) for cell, owner in sorted(p.sea.items()) if owner == seat]
    yield from (f"W+ {cell}" for cell in ocean)
    for source in own:
        yield from (f"W~ {source}>{cell}" for cell in ocean)
        yield from (f"W> {source}>{sector}" for sector in sectors(p))


def map_sacrifices(p: Position, seat: int) -> Texts:
    return (f"K {sector}" for sector in own_sectors(p, seat))


def paid_sacrifices(p: Position, seat: int) -> Texts:
    return (f"K$ ${way}" for way in facts.hands_of(p.resources[seat], prices.sacrifice_price(p, seat)))


def points(p: Position, seat: int) -> Texts:
    return (f"Q ${way}" for count in (3, 6, 9) for way in facts.hands_of(p.resources[seat], count))


def plates(p: Position, seat: int) -> Texts:
    paths = ["".join(way) for count in (1, 2) for way in product("012345", repeat=count)]
    return (f"T {hex_text(min(island))}>{way}" for island in facts.islands(p) for way in paths)


def rifts(p: Position, seat: int) -> Texts:
    """Return every part of every island, up to eight hexes of it: more are too many to try (V-16.19)."""
    for island in facts.islands(p):
        for size in range(1, min(len(island), 9)):
            for part in combinations(sorted(island), size):
                text = ";".join(map(hex_text, part))
                yield from (f"Z {direction} {text}" for direction in range(6))


LISTS: dict[str, Callable[[Position, int], Texts]] = {
    "S": setups,
    "M": moves,
    "F": flights,
    "B": lands,
    "V": volcanoes,
    "I": islands,
    "K!": lambda p, seat: iter(["K!"]),
    "Q": points,
    "X": erosions,
    "C": claims,
    "U": upgrades,
    "W": sea_actions,
    "K": map_sacrifices,
    "K$": paid_sacrifices,
    "E": lambda p, seat: iter(["E"]),
    "T": plates,
    "Z": rifts,
}
