"""What lies where: every tile of the log, what is on top, and what a tile or a build of the draft would change."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.hexes import DIRECTIONS, Cell, triangle
from games.taluva.rules import Game, building, placement
from games.taluva.rules.building import Build
from games.taluva.rules.formats import notation
from games.taluva.rules.placement import Placement
from games.taluva.rules.position import Hex, Position


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile on the table: its index in the draw, its three cells (volcano first), their terrains, its level."""

    index: int
    cells: tuple[Cell, Cell, Cell]
    direction: str
    terrains: tuple[str, str, str]
    level: int

    @property
    def volcano(self) -> Cell:
        return self.cells[0]


@dataclass(frozen=True, slots=True)
class Top:
    """What one sees of a cell from above."""

    cell: Cell
    level: int
    terrain: str
    direction: str | None
    tile: int
    owner: int | None = None
    piece: str | None = None
    huts: int = 0


@dataclass(frozen=True, slots=True)
class Island:
    """Every tile in the order placed, the position that they led to, and the top of every cell."""

    tiles: tuple[Tile, ...]
    position: Position
    tops: Mapping[Cell, Top]

    def level(self, cell: Cell) -> int:
        """Return the number of tiles on the cell (T-3.3); 0 is sea."""
        return self.position.level(cell)


def island_of(game: Game) -> Island:
    """Return the island of a game as it now is."""
    turns = (notation.read_turn(entry.text) for entry in game.entries)
    return island_after((turn.placement for turn in turns if isinstance(turn, notation.TurnParts)), game.position)


def island_after(placements: Iterable[Placement], position: Position) -> Island:
    """Return the island of these placements, each one level above what lay there."""
    tiles: list[Tile] = []
    height: dict[Cell, int] = {}
    for index, placed in enumerate(placements):
        tile = laid_tile(placed, index, height.get(placed.volcano, 0) + 1)
        height.update(dict.fromkeys(tile.cells, tile.level))
        tiles.append(tile)
    return tiles_seen(tuple(tiles), position)


def tiles_seen(tiles: tuple[Tile, ...], position: Position) -> Island:
    return Island(tiles, position, {cell: top_of(cell, hexagon) for cell, hexagon in position.cells.items()})


def laid_tile(placed: Placement, index: int, level: int) -> Tile:
    cells = triangle(placed.volcano, placed.direction)
    return Tile(index, cells, DIRECTIONS[placed.direction], ("V", placed.tile[0], placed.tile[1]), level)


def top_of(cell: Cell, hexagon: Hex) -> Top:
    return Top(
        cell=cell,
        level=hexagon.level,
        terrain=hexagon.terrain,
        direction=None if hexagon.direction is None else DIRECTIONS[hexagon.direction],
        tile=hexagon.tile,
        owner=hexagon.owner,
        piece=hexagon.piece.value if hexagon.piece else None,
        huts=hexagon.huts,
    )


def read_placement(text: str) -> Placement:
    """Return the placement of a text that the rules wrote."""
    placed = notation.read_placement(text)
    if placed is None:
        raise ValueError(f"not a placement: {text!r}")
    return placed


def volcano_of(text: str) -> Cell:
    return read_placement(text).volcano


def tile_cells(text: str) -> tuple[Cell, ...]:
    """Return the three cells that the tile of a placement covers."""
    placed = read_placement(text)
    return triangle(placed.volcano, placed.direction)


def direction_of(text: str) -> str:
    return DIRECTIONS[read_placement(text).direction]


def with_tile(island: Island, text: str) -> Island:
    """Return the island after a legal placement, before anything is built: what lay below is gone (T-4.4)."""
    placed, index = read_placement(text), len(island.tiles)
    tile = laid_tile(placed, index, island.level(placed.volcano) + 1)
    return tiles_seen((*island.tiles, tile), placement.place_tile(island.position, placed, index))


def with_build(island: Island, build: Build, seat: int) -> Island:
    """Return the island after a legal build of that seat."""
    return tiles_seen(island.tiles, building.place_build(island.position, seat, build))


def built_cells(island: Island, build: Build, seat: int) -> tuple[Cell, ...]:
    """Return the cells that the build fills."""
    return tuple(sorted(building.build_fields(island.position, seat, build)))


def settlement_size(island: Island, top: Top) -> int:
    """Return the number of cells of the settlement that a building belongs to (T-5.1)."""
    return 0 if top.owner is None else len(island.position.settlement(top.owner, top.cell).cells)
