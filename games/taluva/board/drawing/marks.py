"""What was played lately: flags on the tiles of last turns, ruins of buried huts; and the names of fields."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.hexes import Cell
from games.taluva.board.drawing.coordinates import Point, by_row, centre, corner
from games.taluva.board.drawing.shapes import Flag, Label, Ruin
from games.taluva.board.island import Island, Tile, Top
from games.taluva.board.text import cell_name

REACH = 182  # how far out a flag stands, in hundredths of the way from the shared corner to the cell's middle
APART = 34  # two flags nearer than this would overlap
NORTH, SOUTH = -22, 27  # the baseline of a field's name, from the cell's middle
BEGINS, WEST = -14, -32  # and where it begins
LONGEST = 34  # the width of a name
MAST, CLOTH = 30, 20  # how high and how wide a flag is
DARK = "LJV"  # the terrains on which a name is light


@dataclass(frozen=True, slots=True)
class Burial:
    """Huts of a seat that a tile buried on a cell."""

    cell: Cell
    seat: int
    huts: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn to be shown: who, which tile of the draw (None if none was placed), what was built and buried."""

    number: int
    seat: int
    tile: int | None
    built: tuple[Cell, ...] = ()
    buried: tuple[Burial, ...] = ()


def draw_flags(island: Island, marks: Sequence[Mark], moved: int | None = None) -> tuple[Flag, ...]:
    """Return a flag on each marked tile, the northern ones first; `moved`: the number of the turn in motion."""
    placed: list[Flag] = []
    for mark in marks:
        if mark.tile is not None:
            spots = list(flag_spots(island, island.tiles[mark.tile]))
            x, y = free_spot(spots, [Point(flag.x, flag.y) for flag in placed])
            placed.append(Flag(mark.seat, x, y, mark.number == moved))
    return tuple(sorted(placed, key=lambda flag: flag.y))


def flag_spots(island: Island, tile: Tile) -> Iterable[Point]:
    """Yield where the flag could stand: at the outer edge of each cell that is still seen, the volcano first."""
    shared = corner(tile.volcano, tile.direction, tile.level)
    for cell in [cell for cell in tile.cells if is_on_top(island, tile, cell)] or tile.cells:
        x, y = centre(cell, tile.level)
        yield Point(shared.x + (x - shared.x) * REACH // 100, shared.y + (y - shared.y) * REACH // 100)


def is_on_top(island: Island, tile: Tile, cell: Cell) -> bool:
    return island.tops[cell].tile == tile.index


def free_spot(spots: Sequence[Point], taken: Sequence[Point]) -> Point:
    """Return the first spot that is clear of the others, or just the first."""
    clear = (s for s in spots if all(abs(s.x - t.x) > APART or abs(s.y - t.y) > APART for t in taken))
    return next(clear, spots[0])


def clear_of(flags: Sequence[Flag], cells: Sequence[Point]) -> tuple[Flag, ...]:
    """Return the flags that don't stand on these cells."""
    return tuple(f for f in flags if all(abs(f.x - c.x) > 40 or abs(f.y - c.y) > 44 for c in cells))


def draw_ruins(island: Island, marks: Sequence[Mark], moved: int | None = None) -> tuple[Ruin, ...]:
    """Return ruins where the marked turns buried huts, unless something stands there again."""
    burials = [(burial, mark.number == moved) for mark in marks for burial in mark.buried]
    return tuple(draw_ruin(island.tops[b.cell], b, m) for b, m in burials if island.tops[b.cell].piece is None)


def draw_ruin(top: Top, burial: Burial, moved: bool = False) -> Ruin:
    return Ruin(burial.seat, *centre(top.cell, top.level), moved)


def draw_labels(island: Island, flags: Sequence[Flag]) -> tuple[Label, ...]:
    """Return the name of each field in its north, which no neighbour hides."""
    tops = sorted(island.tops.values(), key=lambda top: by_row(top.cell))
    return tuple(draw_label(top, flags) for top in tops)


def draw_label(top: Top, flags: Sequence[Flag]) -> Label:
    spot = next((spot for spot in label_spots(top) if not any(hides_name(flag, spot) for flag in flags)), None)
    return Label(cell_name(top.cell), *(spot or label_spots(top)[0]), top.terrain in DARK)


def label_spots(top: Top) -> list[Point]:
    """Return where the name may begin: the second place is for when a flag hangs over the first."""
    x, y = centre(top.cell, top.level)
    other = Point(x + WEST, y + NORTH) if top.piece else Point(x + BEGINS, y + SOUTH)
    return [Point(x + BEGINS, y + NORTH), other]


def hides_name(flag: Flag, spot: Point) -> bool:
    """Return whether the flag hangs over a name that begins there."""
    return -CLOTH < flag.x - spot.x < LONGEST and -12 < flag.y - spot.y < MAST + 4
