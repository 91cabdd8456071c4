"""The setup: starting islands, starting resources, the bonus (V-3)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Final

from games.hexes import Cell, neighbours
from games.volcanique.rules.entries.actions import Choose, Found, PlacedTile
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.biomes import Biome, grow_biome
from games.volcanique.rules.position.effects import change_hand, put_unit, receive_resources, replace_stacks, take_tile
from games.volcanique.rules.position.geometry import distance, hexes_within
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import Counts, covers, letters_of
from games.volcanique.rules.position.tiles import (
    COLOURS,
    EDGES,
    MEMBER_OF,
    NAMES,
    PLACEABLE,
    SHOWN_COLOURS,
    class_of,
    kind_of,
)
from games.volcanique.rules.position.waits import Bonus, StartingIsland
from games.volcanique.rules.position.words import placed_words, sector_words

GAP: Final = 3  # D-11
# V-3.8: where the islands lie that the engine lays out.
BASES: Final[Mapping[int, tuple[Cell, ...]]] = {
    2: ((0, 0), (4, 0)),
    3: ((0, 0), (4, 0), (0, 4)),
    4: ((0, 0), (4, 0), (0, 4), (4, -4)),
    5: ((4, 0), (0, 4), (-4, 4), (-4, 0), (0, -4)),
}


def preset_island(base: Cell) -> Found:
    """V-3.8: the island that suits everybody."""
    q, r = base
    return Found(
        PlacedTile(MEMBER_OF["L0"], base),
        PlacedTile(MEMBER_OF["LM2"], (q + 1, r)),
        PlacedTile(MEMBER_OF["LMD4"], (q, r + 1)),
        COLOURS.index("D"),
    )


def tiles_of(found: Found) -> tuple[PlacedTile, PlacedTile, PlacedTile]:
    """Uno, duo and trio."""
    return found.uno, found.duo, found.trio


def stacks_of(found: Found) -> dict[Cell, tuple[int, ...]]:
    """Return the island alone."""
    return {placed.cell: (placed.tile,) for placed in tiles_of(found)}


def are_facing(one: PlacedTile, other: PlacedTile) -> bool:
    """Return whether two tiles are neighbours with a matched edge."""
    around = neighbours(one.cell)
    if other.cell not in around:
        return False
    direction = around.index(other.cell)
    return EDGES[one.tile][direction] == EDGES[other.tile][direction - 3]


def colour_of_uno(found: Found) -> int:
    """V-3.5: where the first critter stands."""
    return SHOWN_COLOURS[found.uno.tile][0]


def colour_on_duo(found: Found) -> int:
    """V-3.5: the duo's colour that is not the uno's; of two such the one that does not face the uno is never needed."""
    return next(colour for colour in SHOWN_COLOURS[found.duo.tile] if colour != colour_of_uno(found))


def is_asked(pos: Position, seat: int, found: Found) -> bool:
    """Return whether the seat builds its island now."""
    return isinstance(pos.wait, StartingIsland)


def has_one_of_each(pos: Position, seat: int, found: Found) -> bool:
    """V-3.4: an uno, a duo and a trio from the supply."""
    kinds = [kind_of(placed.tile) for placed in tiles_of(found)]
    return [class_of(kind) for kind in kinds] == ["uno", "duo", "trio"] and all(pos.tiles[kind] for kind in kinds)


def has_three_hexes(pos: Position, seat: int, found: Found) -> bool:
    """V-3.4: on three different hexes."""
    return len(stacks_of(found)) == 3


def uno_matches_duo(pos: Position, seat: int, found: Found) -> bool:
    """V-3.4a: the duo matches the uno."""
    return are_facing(found.uno, found.duo)


def trio_matches_island(pos: Position, seat: int, found: Found) -> bool:
    """V-3.4b: the trio matches the uno or the duo."""
    return are_facing(found.uno, found.trio) or are_facing(found.duo, found.trio)


def starts_at_the_origin(pos: Position, seat: int, found: Found) -> bool:
    """V-3.4c: the first uno lies on 0,0."""
    return bool(pos.stacks) or found.uno.cell == (0, 0)


def has_gap_to_other_islands(pos: Position, seat: int, found: Found) -> bool:
    """V-3.4d: the nearest other island is just 3 away."""
    return not pos.stacks or gap_to_land(pos, stacks_of(found)) == GAP


def gap_to_land(pos: Position, cells: Iterable[Cell]) -> int:
    """Return the smallest distance to other land."""
    return min(distance(cell, other) for cell in cells for other in pos.stacks)


def has_wild_trio(pos: Position, seat: int, found: Found) -> bool:
    """V-3.5: the third critter stands in a biome of the island with neither of the first two."""
    return found.colour in wild_colours(found)


def wild_colours(found: Found) -> list[int]:
    """V-3.5: the colours of the trio on which the third critter may stand."""
    stacks = stacks_of(found)
    taken: list[Biome] = [
        grow_biome(stacks, found.uno.cell, colour_of_uno(found)),
        grow_biome(stacks, found.duo.cell, colour_on_duo(found)),
    ]
    return [
        colour
        for colour in SHOWN_COLOURS[found.trio.tile]
        if all(biome.colour != colour or found.trio.cell not in biome.cells for biome in taken)
    ]


def found_island(pos: Position, seat: int, found: Found) -> None:
    """V-3.4, V-3.5: lay the island and place the critters."""
    pos.wait, pos.committed = None, True
    lay_island(pos, seat, found)


def lay_island(pos: Position, seat: int, found: Found) -> None:
    """Set up the island with its critters."""
    for placed in tiles_of(found):
        take_tile(pos, kind_of(placed.tile))
    replace_stacks(pos, stacks_of(found))
    pos.tell("founded", seat=seat, tiles=[[NAMES[tile], *cell] for tile, cell in tiles_of(found)])
    colours = (colour_of_uno(found), colour_on_duo(found), found.colour)
    for placed, colour in zip(tiles_of(found), colours, strict=True):
        put_unit(pos, Unit(placed.cell, colour, seat))
        change_hand(pos, seat, -1)
        pos.tell("claim", seat=seat, sector=sector_words(placed.cell, colour))


def give_starting_resources(pos: Position) -> None:
    """V-3.7, V-24.1: after the last island everybody takes a resource for each critter."""
    for seat in pos.seats:
        colours = [unit.colour for unit in pos.units_of(seat)]
        resources = (colours.count(0), colours.count(1), colours.count(2))
        receive_resources(pos, seat, resources)
        pos.tell("start", seat=seat, resources=letters_of(resources))


FOUND = Rule(
    Found,
    (
        Clause("V-3.3", "You can't build an island now.", is_asked),
        Clause("V-3.4", "An island has one uno, one duo and one trio, of kinds that are left.", has_one_of_each),
        Clause("V-3.4", "The three tiles have to lie on three different hexes.", has_three_hexes),
        Clause("V-3.4a", "The duo has to match the uno.", uno_matches_duo),
        Clause("V-3.4b", "The trio has to match the uno or the duo.", trio_matches_island),
        Clause("V-3.4c", "The uno of the first island has to lie on 0,0.", starts_at_the_origin),
        Clause(
            "V-3.4d",
            "Exactly two ocean hexes have to lie between the island and the nearest other one.",
            has_gap_to_other_islands,
        ),
        Clause("V-3.5", "The third critter needs a biome of its own on the trio.", has_wild_trio),
    ),
    found_island,
)


def preset_bases(pos: Position) -> list[Cell]:
    """Where the preset island may be built, in the order of V-22.7."""
    if not pos.stacks:
        return [(0, 0)]
    near = hexes_within(pos.stacks, GAP + 2)
    bases = sorted(near, key=lambda cell: (distance(cell, (0, 0)), cell))
    return [base for base in bases if gap_to_land(pos, stacks_of(preset_island(base))) == GAP]


def tiles_left(pos: Position, name: str) -> list[int]:
    """Return the tiles of a class that the supply has, in every rotation."""
    return [tile for tile in PLACEABLE if pos.tiles[kind_of(tile)] and class_of(kind_of(tile)) == name]


def islands_with_uno(pos: Position, seat: int, word: str) -> Iterator[Found]:
    """Yield an island for every uno, written so at its beginning, with which there is one."""
    for cell in sorted(hexes_within(pos.stacks, GAP + 2)) if pos.stacks else [(0, 0)]:
        for uno in (PlacedTile(tile, cell) for tile in tiles_left(pos, "uno")):
            if placed_words(*uno).startswith(word):
                found = next((one for one in islands_around(pos, uno) if FOUND.why_not(pos, seat, one) is None), None)
                if found is not None:
                    yield found


def islands_around(pos: Position, uno: PlacedTile) -> Iterator[Found]:
    """Yield islands around an uno that keep the gap to others."""
    for one in neighbours(uno.cell):
        for other in sorted({*neighbours(uno.cell), *neighbours(one)} - {uno.cell, one}):
            if not pos.stacks or gap_to_land(pos, (uno.cell, one, other)) == GAP:
                duos = [
                    duo for duo in (PlacedTile(tile, one) for tile in tiles_left(pos, "duo")) if are_facing(uno, duo)
                ]
                trios = [PlacedTile(tile, other) for tile in tiles_left(pos, "trio")]
                yield from (Found(uno, *pair, colour) for pair in product(duos, trios) for colour in range(3))


def some_islands(pos: Position, seat: int, given: tuple[PlacedTile, ...], word: str) -> Iterator[Found]:
    """Islands that begin with the given tiles, or with an uno that is begun so; without both the preset ones."""
    if not given:
        yield from islands_with_uno(pos, seat, word) if word else map(preset_island, preset_bases(pos))
        return
    duos, trios, uno = tiles_left(pos, "duo"), tiles_left(pos, "trio"), given[0]
    for duo in given[1:2] or [PlacedTile(tile, cell) for cell in neighbours(uno.cell) for tile in duos]:
        if not are_facing(uno, duo):
            continue
        cells = {*neighbours(uno.cell), *neighbours(duo.cell)} - {uno.cell, duo.cell}
        for trio in given[2:] or [PlacedTile(tile, cell) for cell in cells for tile in trios]:
            yield from (Found(uno, duo, trio, colour) for colour in range(3))


def is_bonus_due(pos: Position, seat: int, choose: Choose) -> bool:
    """Return whether the seat chooses its bonus now."""
    return isinstance(pos.wait, Bonus)


def is_whole_bonus(pos: Position, seat: int, choose: Choose) -> bool:
    """V-23.1: just as many as there are."""
    return isinstance(pos.wait, Bonus) and sum(choose.resources) == pos.wait.size


def is_supplied(pos: Position, seat: int, choose: Choose) -> bool:
    """V-3.7: whether the supply has them."""
    return covers(pos.supply, choose.resources)


def take_bonus(pos: Position, seat: int, choose: Choose) -> None:
    """Give the resources to the seat."""
    pos.wait = None
    give_bonus(pos, seat, choose.resources)


def give_bonus(pos: Position, seat: int, resources: Counts) -> None:
    """V-3.7: bonus resources from the supply."""
    receive_resources(pos, seat, resources)
    pos.tell("bonus", seat=seat, resources=letters_of(resources))


BONUS = Rule(
    Choose,
    (
        Clause("V-3.7", "There is no bonus to choose now.", is_bonus_due),
        Clause("V-3.7", "Take exactly as many resources as the bonus has.", is_whole_bonus),
        Clause("V-3.7", "The supply does not have these resources.", is_supplied),
    ),
    take_bonus,
)
