"""One cell as it is drawn: its cliffs, its top, what shades it, the edge of its tile, and what stands on it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.hexes import DIRECTIONS, Cell, neighbours
from games.taluva.board.draft import cell_key
from games.taluva.board.drawing.coordinates import RISE, Point, centre, corner, corner_index
from games.taluva.board.drawing.shadows import cast_shadows
from games.taluva.board.drawing.shapes import Number, PieceDrawing, Spot
from games.taluva.board.island import Island, Top

MOST_HOUSES = 5  # that one field shows
CRATER = -8  # the middle of a volcano's crater, from the cell's middle
SIDES = ((2, "l"), (1, "r"))  # the neighbours to the south-west and to the south-east, with the sign of their cliff
UNMARKED: Mapping[int, int] = {}
NO_LOOKS: Mapping[Cell, str] = {}


@dataclass(frozen=True, slots=True)
class CellDrawing:
    """Everything of a cell that can be seen. Two that are equal look alike.

    `corner`: which of its corners the cells of its tile share. `roads`: the neighbours that it is joined to, by level.
    """

    top: Top
    x: int
    y: int
    corner: int
    cliffs: tuple[tuple[int, Spot], ...]
    shadows: tuple[tuple[Point, ...], ...]
    roads: tuple[tuple[Cell, int], ...]
    marked: int | None
    piece: PieceDrawing | None

    @property
    def cell(self) -> Cell:
        return self.top.cell

    @property
    def surface(self) -> tuple[Spot, ...]:
        """The ground; of a volcano also its crater, and the lava that flows over its rim."""
        ground = Spot(self.top.terrain, self.x, self.y)
        if self.top.direction is None:
            return (ground,)
        lava = Spot(f"s{DIRECTIONS.index(self.top.direction)}", self.x, self.y)
        return (ground, Spot("K", self.x, self.y), lava)

    @property
    def number(self) -> Number | None:
        """The level in the crater, from 2 on."""
        is_shown = self.top.terrain == "V" and self.top.level > 1
        return Number(self.x, self.y + CRATER, self.top.level) if is_shown else None


def draw_cells(
    island: Island, marked: Mapping[int, int] = UNMARKED, looks: Mapping[Cell, str] = NO_LOOKS
) -> dict[Cell, CellDrawing]:
    """Return every cell of the island as it is drawn.

    `marked`: the seat whose last turn a tile was, by tile. `looks`: classes of the buildings that are special.
    """
    levels = {cell: top.level for cell, top in island.tops.items()}
    return {cell: draw_cell(island, top, levels, marked, looks) for cell, top in island.tops.items()}


def draw_cell(
    island: Island, top: Top, levels: Mapping[Cell, int], marked: Mapping[int, int], looks: Mapping[Cell, str]
) -> CellDrawing:
    x, y = centre(top.cell, top.level)
    tile = island.tiles[top.tile]
    return CellDrawing(
        top=top,
        x=x,
        y=y,
        corner=corner_index(top.cell, corner(tile.volcano, tile.direction)),
        cliffs=tuple(draw_cliffs(top, levels, x, y)),
        shadows=tuple(cast_shadows(levels, top.cell)),
        roads=joined_neighbours(island, top),
        marked=marked.get(top.tile),
        piece=draw_piece(top, x, y, looks.get(top.cell, "")),
    )


def draw_cliffs(top: Top, levels: Mapping[Cell, int], x: int, y: int) -> Iterable[tuple[int, Spot]]:
    """Yield a band for each level by which the cell is higher than its southern neighbours; at the sea the coast."""
    for side, sign in SIDES:
        below = levels.get(neighbours(top.cell)[side], 0)
        for level in range(top.level, max(below, 1), -1):
            yield level, Spot(f"w{sign}", x, y + RISE * (top.level - level))
        if below == 0:
            yield 1, Spot(f"c{sign}", x, y + RISE * (top.level - 1))


def joined_neighbours(island: Island, top: Top) -> tuple[tuple[Cell, int], ...]:
    """Return the neighbours of the same settlement (T-5.1), with their levels."""
    if top.owner is None:
        return ()
    beside = (island.tops.get(cell) for cell in neighbours(top.cell))
    return tuple((other.cell, other.level) for other in beside if other and other.owner == top.owner)


def draw_piece(top: Top, x: int, y: int, look: str) -> PieceDrawing | None:
    if top.owner is None or top.piece is None:
        return None
    symbol = f"h{min(top.huts, MOST_HOUSES)}" if top.piece == "hut" else top.piece
    return PieceDrawing(top.owner, symbol, x, y, cell_key(top.cell), look)
