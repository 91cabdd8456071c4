"""What follows from the position, computed anew at every question."""

from itertools import product
from typing import NamedTuple, Protocol

from tests.volcanique.naive.grid import BASE, COLOURS, Hex, Sector, around, edges, parts
from tests.volcanique.naive.position import HOT, Member, Position, Unit


class Biome(NamedTuple):
    """A maximal set of connected sectors of one colour (V-2.9)."""

    colour: str
    hexes: frozenset[Hex]


class Stacks(Protocol):
    """Anything with tiles on a map: what geometry alone needs."""

    stacks: dict[Hex, list[Member]]


def height(p: Stacks, cell: Hex) -> int:
    """Return the number of storeys, hot tiles included (V-2.5)."""
    return len(p.stacks.get(cell, []))


def top(p: Stacks, cell: Hex) -> str:
    """Return the kind of the top member, or nothing for ocean."""
    stack = p.stacks.get(cell)
    return stack[-1].kind if stack else ""


def is_land(p: Stacks, cell: Hex) -> bool:
    return bool(p.stacks.get(cell))


def is_hot(p: Stacks, cell: Hex) -> bool:
    return top(p, cell) in HOT


def is_soil(p: Stacks, cell: Hex) -> bool:
    return top(p, cell) == "soil"


def is_biome_land(p: Stacks, cell: Hex) -> bool:
    return top(p, cell) in BASE


def land(p: Stacks) -> list[Hex]:
    return sorted(cell for cell, stack in p.stacks.items() if stack)


def edges_at(p: Stacks, cell: Hex) -> str:
    """Return the six edges of the top tile, or nothing where there are none (V-2.6)."""
    stack = p.stacks.get(cell)
    return edges(stack[-1].kind, stack[-1].rotation) if stack and stack[-1].kind in BASE else ""


def sectors_at(p: Stacks, cell: Hex) -> list[Sector]:
    """Return the sectors of the top tile in the order L, M, D (V-2.7)."""
    return [(cell, colour) for colour in COLOURS if colour in edges_at(p, cell)]


def all_sectors(p: Stacks) -> list[Sector]:
    return [sector for cell in land(p) for sector in sectors_at(p, cell)]


def matching(p: Stacks, cell: Hex, ring: str) -> list[int]:
    """Return the directions in which these six edges match the neighbours' (V-2.8)."""
    facing = [edges_at(p, beside) for beside in around(cell)]
    return [way for way in range(6) if facing[way] and facing[way][(way + 3) % 6] == ring[way]]


def linked(p: Stacks, sector: Sector) -> list[Sector]:
    """Return the sectors that a matched edge connects with this one (V-2.8)."""
    cell, colour = sector
    ring, beside, found = edges_at(p, cell), around(cell), []
    for way in range(6) if ring else ():
        facing = edges_at(p, beside[way]) if ring[way] == colour else ""
        if facing and facing[(way + 3) % 6] == colour:
            found.append((beside[way], colour))
    return found


def biome_of(p: Stacks, sector: Sector) -> Biome:
    """Return the biome that contains the sector."""
    found, edge = {sector}, [sector]
    while edge:
        new = set(linked(p, edge.pop())) - found
        found |= new
        edge += new
    return Biome(sector[1], frozenset(cell for cell, _ in found))


def biomes(p: Stacks) -> list[Biome]:
    """Return all biomes of the map (V-2.9)."""
    found: list[Biome] = []
    for cell, colour in all_sectors(p):
        if not any(biome.colour == colour and cell in biome.hexes for biome in found):
            found.append(biome_of(p, (cell, colour)))
    return found


def edge_count(p: Stacks, biome: Biome, hexes: frozenset[Hex] | None = None) -> int:
    """Return the matched edges inside a biome, or inside these hexes of it; a pair counts once (V-20.1)."""
    cells = biome.hexes if hexes is None else hexes
    return sum(other in cells for cell in cells for other, _ in linked(p, (cell, biome.colour))) // 2


def units_in(p: Position, biome: Biome) -> list[Unit]:
    return [unit for unit in p.units if unit.colour == biome.colour and unit.hex in biome.hexes]


def controllers(p: Position, biome: Biome) -> set[int]:
    """Return the players with a critter in it (V-2.10)."""
    return {unit.seat for unit in units_in(p, biome)}


def controlled(p: Position, seat: int) -> list[Biome]:
    """Return the biomes that this player controls, alone or with others."""
    found: list[Biome] = []
    for unit in p.units:
        if unit.seat == seat and not any(unit.colour == biome.colour and unit.hex in biome.hexes for biome in found):
            found.append(biome_of(p, unit.sector))
    return found


def is_uncontrolled(p: Position, sector: Sector) -> bool:
    return not controllers(p, biome_of(p, sector))


def unit_at(p: Position, seat: int, sector: Sector) -> Unit | None:
    return next((unit for unit in p.units if unit.seat == seat and unit.sector == sector), None)


def units_on(p: Position, cell: Hex) -> list[Unit]:
    """Return the units on a tile, in the order L, M, D of their sectors."""
    return sorted((unit for unit in p.units if unit.hex == cell), key=lambda unit: COLOURS.index(unit.colour))


def is_open(p: Position, sector: Sector, seat: int) -> bool:
    """Return whether a unit of this owner finds room there (V-2.14)."""
    return sector[0] not in p.frozen and unit_at(p, seat, sector) is None


def destinations(p: Position, unit: Unit, *barred: Hex) -> list[Sector]:
    """Return the open sectors of its biome on hexes other than its own and the barred ones (V-7.3, V-14.5)."""
    cells = biome_of(p, unit.sector).hexes - {unit.hex, *barred}
    found = [(cell, unit.colour) for cell in sorted(cells) if is_open(p, (cell, unit.colour), unit.seat)]
    return [] if unit.hex in p.frozen else found


def pieces_on(p: Position, cell: Hex, seat: int | None = None) -> int:
    """Return the pieces on a hex, sea critters too, of everybody or of one player."""
    on_land = sum(unit.pieces for unit in p.units if unit.hex == cell and seat in (None, unit.seat))
    at_sea = cell in p.sea and seat in (None, p.sea[cell])
    return on_land + int(at_sea)


def seats_on(p: Position, cell: Hex) -> set[int]:
    """Return the players with a critter on this hex, sea critters too (A-19)."""
    return {seat for seat in range(p.options.players) if pieces_on(p, cell, seat)}


def hand(p: Position, seat: int) -> int:
    """Return the pieces in hand: all that are nowhere else (V-1.8)."""
    away = sum(unit.pieces for unit in p.units if unit.seat == seat)
    away += list(p.sea.values()).count(seat) + len(p.slots[seat]) + p.track[seat] + p.craters[seat]
    return p.options.number("critters_per_player") - away


def seat_order(p: Position, start: int | None = None) -> list[int]:
    """Return the seats in turn order, the active one first."""
    first = p.active if start is None else start
    return [(first + i) % p.options.players for i in range(p.options.players)]


def powers(p: Position, seat: int) -> set[str]:
    return {p.grid[slot] for slot in p.slots[seat]}


def has(p: Position, seat: int, power: str) -> bool:
    return power in powers(p, seat)


def cooperate(p: Position, one: int, other: int) -> bool:
    """Return whether two players mutually cooperate (V-16.5)."""
    return one == other or (has(p, one, "cooperative") and has(p, other, "cooperative"))


def is_pack(p: Position, unit: Unit) -> bool:
    return unit.is_group and has(p, unit.seat, "pack")


def is_herd(p: Position, unit: Unit) -> bool:
    return unit.is_group and has(p, unit.seat, "herding")


def islands(p: Stacks) -> list[set[Hex]]:
    """Return the maximal connected sets of land (V-2.12)."""
    return parts(land(p))


def total(held: dict[str, int]) -> int:
    return sum(held.values())


def letters(held: dict[str, int]) -> str:
    return "".join(colour * held[colour] for colour in COLOURS)


def hands_of(held: dict[str, int], count: int) -> list[str]:
    """Return every way to take so many resources out of these, letters sorted."""
    counts = product(*(range(held[colour], -1, -1) for colour in COLOURS))
    return ["L" * light + "M" * medium + "D" * dark for light, medium, dark in counts if light + medium + dark == count]


def can_pay(p: Position, seat: int, pay: str) -> bool:
    return all(pay.count(colour) <= p.resources[seat][colour] for colour in COLOURS)


def most_held(held: dict[str, int], tie: str) -> str:
    """Return the type held most; the order of `tie` decides among equals."""
    return max(tie, key=lambda colour: (held[colour], -tie.index(colour)))


def beside_frozen(p: Position) -> set[Hex]:
    return {beside for cell in p.frozen for beside in around(cell)} - p.frozen


def top_member(p: Stacks, cell: Hex) -> Member:
    return p.stacks[cell][-1]
