"""Places in words: in which part of the island something lies, and beside what.

"on the north shore, beside Mira's temple". Of the landmarks there, the first one is named that leaves few other places
which the phrase fits too, or else the one that leaves the fewest.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from games.boards.extent import Extent, extent_of
from games.boards.translatable import Words, say
from games.hexes import Cell, neighbours
from games.taluva.rules.position import Piece, Position
from games.taluva.rules.tiles import VOLCANO

HIGH, LARGE = 2, 3  # a volcano is a landmark from this level on, a settlement is named by its size from so many fields
FEW = (2, 4, 8)  # how many places a phrase may fit: the first that fits two is taken, or else four, or else eight
ON_THE_NEW_TILE = say("on the new tile")
BESIDE = {
    "J": say("beside a jungle"),
    "C": say("beside a clearing"),
    "S": say("beside sand"),
    "R": say("beside rock"),
    "L": say("beside a lake"),
}
SHORES = (
    (say("on the northwest shore"), say("on the north shore"), say("on the northeast shore")),
    (say("on the west shore"), say("by the sea in the middle"), say("on the east shore")),
    (say("on the southwest shore"), say("on the south shore"), say("on the southeast shore")),
)
INLAND = (
    (say("in the northwest"), say("in the north"), say("in the northeast")),
    (say("in the west"), say("in the middle"), say("in the east")),
    (say("in the southwest"), say("in the south"), say("in the southeast")),
)


class Landmark(NamedTuple):
    """What a place may be beside or near to, and the two phrases."""

    cells: frozenset[Cell]
    beside: Words
    near: Words


class LastTile(NamedTuple):
    """The tile of the turn before, and whose it was."""

    seat: int
    cells: tuple[Cell, ...]


class PlaceMap(NamedTuple):
    """An island on which places are named: its builders, the tile of the turn before, and how far it reaches."""

    position: Position
    names: Sequence[str]
    last: LastTile | None
    extent: Extent

    def part_of(self, cells: Collection[Cell], parts: Sequence[Sequence[Words]]) -> Words:
        """Return the part of the island around the middle of these cells."""
        row, column = self.extent.part_at(cells)
        return parts[row][column]


def place_map(position: Position, names: Sequence[str], last: LastTile | None = None) -> PlaceMap:
    """Return the island as places on it are named."""
    return PlaceMap(position, names, last, extent_of(position.cells))


def landmarks_near(island: PlaceMap, near: Collection[Cell]) -> Iterator[Landmark]:
    """Yield the landmarks that have one of these cells, the most striking first."""
    position, last = island.position, island.last
    built = [cell for cell in near if cell in position.cells and position.cells[cell].owner is not None]
    owners = sorted({position.cells[cell].owner or 0 for cell in built})
    for seat in owners:
        yield from buildings_of(position, seat, island.names[seat])
    for seat in owners:
        yield from settlements_of(position, seat, island.names[seat], built)
    if last is not None:
        name = island.names[last.seat]
        beside, close = say("beside %(name)s's last tile", name=name), say("near %(name)s's last tile", name=name)
        yield Landmark(frozenset(last.cells), beside, close)
    yield from volcanoes_near(position, near)


def buildings_of(position: Position, seat: int, name: str) -> Iterator[Landmark]:
    """Yield the temples of a seat, and its towers."""
    temples, towers = (cells_with_piece(position, seat, piece) for piece in (Piece.TEMPLE, Piece.TOWER))
    yield Landmark(temples, say("beside %(name)s's temple", name=name), say("near %(name)s's temple", name=name))
    yield Landmark(towers, say("beside %(name)s's tower", name=name), say("near %(name)s's tower", name=name))


def cells_with_piece(position: Position, seat: int, piece: Piece) -> frozenset[Cell]:
    return frozenset(cell for cell in position.owned[seat] if position.cells[cell].piece is piece)


def settlements_of(position: Position, seat: int, name: str, near: Iterable[Cell]) -> Iterator[Landmark]:
    """Yield the seat's settlements with one of these cells: the large ones by their size, then the small ones."""
    found = {position.settlement(seat, cell).cells for cell in near if cell in position.owned[seat]}
    for cells in sorted(found, key=lambda cells: (-len(cells), min(cells))):
        if len(cells) >= LARGE:
            yield Landmark(
                cells,
                say("beside %(name)s's settlement of %(size)d", name=name, size=len(cells)),
                say("near %(name)s's settlement of %(size)d", name=name, size=len(cells)),
            )
    huts = frozenset[Cell]().union(*(cells for cells in found if len(cells) < LARGE))
    yield Landmark(huts, say("beside %(name)s's huts", name=name), say("near %(name)s's huts", name=name))


def volcanoes_near(position: Position, near: Iterable[Cell]) -> Iterator[Landmark]:
    """Yield the high volcanoes of each level that is among these cells, the highest first."""
    tops = [position.cells[cell] for cell in near if cell in position.cells]
    for level in sorted({top.level for top in tops if top.terrain == VOLCANO and top.level >= HIGH}, reverse=True):
        yield Landmark(
            frozenset(cell for cell, top in position.cells.items() if top.terrain == VOLCANO and top.level == level),
            say("beside a volcano of level %(level)d", level=level),
            say("near a volcano of level %(level)d", level=level),
        )


def shore_place(island: PlaceMap, cells: Sequence[Cell]) -> Words:
    """Return where a tile with these cells lies by the sea, the volcano's cell first."""
    return name_place(island, cells, {cells[0], *island.position.shore}, SHORES)


def eruption_place(island: PlaceMap, cells: Sequence[Cell]) -> Words:
    """Return where a tile with these cells lies on land, the volcano's cell first."""
    volcanoes = {cell for cell, top in island.position.cells.items() if top.terrain == VOLCANO}
    return name_place(island, cells, volcanoes, INLAND)


def field_place(island: PlaceMap, cells: Sequence[Cell], tile: Collection[Cell]) -> Words:
    """Return where these fields of one terrain lie, on the tile of the same turn or elsewhere."""
    if set(cells) <= set(tile):
        return ON_THE_NEW_TILE
    terrain = island.position.cells[cells[0]].terrain
    alike = {cell for cell in island.position.free if island.position.cells[cell].terrain == terrain}
    return name_place(island, cells, alike.union(cells), INLAND)


def name_place(
    island: PlaceMap, cells: Sequence[Cell], alike: Iterable[Cell], parts: Sequence[Sequence[Words]]
) -> Words:
    """Return where the cells lie, so that few others of those `alike` are meant by it, too."""
    part = island.part_of(cells, parts)
    same = [cell for cell in alike if island.part_of([cell], parts) is part]
    fits = []
    for phrase, around in phrases_for(island, cells):
        words = part if phrase is None else say("%(part)s, %(landmark)s", part=part, landmark=phrase)
        fits.append((len(same) if phrase is None else sum(cell in around for cell in same), words))
    least = min(number for number, _ in fits)
    most = next((few for few in FEW if few >= least), least)
    return next(words for number, words in fits if number <= most)


def phrases_for(island: PlaceMap, cells: Sequence[Cell]) -> Iterator[tuple[Words | None, set[Cell]]]:
    """Yield what is true of the cells, each with all cells of which it is; None: that no landmark is needed."""
    far: list[tuple[Words, set[Cell]]] = []
    beside = cells_around(cells)
    near = cells_around(beside.union(cells)) | beside
    for landmark in landmarks_near(island, near):
        around = cells_around(landmark.cells)
        if not around.isdisjoint(cells):
            yield landmark.beside, around
        else:
            far.append((landmark.near, cells_around(around | landmark.cells)))
    yield from (one for one in far if not one[1].isdisjoint(cells))
    yield None, set()
    yield from terrains_beside(island.position, beside)


def terrains_beside(position: Position, beside: Iterable[Cell]) -> Iterator[tuple[Words, set[Cell]]]:
    """Yield the terrains among these cells, each with all cells that are beside one."""
    terrains = {position.cells[cell].terrain for cell in beside if cell in position.cells}
    for terrain in sorted(terrains - {VOLCANO}):
        yield BESIDE[terrain], cells_around([cell for cell, top in position.cells.items() if top.terrain == terrain])


def cells_around(cells: Collection[Cell]) -> set[Cell]:
    """Return every cell beside one of these, some of these among them."""
    return set(chain.from_iterable(map(neighbours, cells)))
