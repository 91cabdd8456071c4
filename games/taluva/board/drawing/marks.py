"""What was played lately: outlines of last turns, badges in the order played, ashes of buried huts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.hexes import Cell
from games.taluva.board.drawing.coordinates import Point, by_row, centre
from games.taluva.board.drawing.layers import is_on_top, piece_place, tile_outline
from games.taluva.board.drawing.shapes import Ash, Badge, Label, LevelDrawing
from games.taluva.board.island import Island, Tile, Top
from games.taluva.board.text import cell_name

REACH = 186  # how far out a badge sits, in hundredths of the way from the shared corner to the cell's middle
APART = 34  # two badges nearer than this would overlap
NORTH, SOUTH = -22, 27  # the baseline of a field's name, from the cell's middle
BEGINS, BESIDE_A_SPIRE, WEST = -7, 7, -32  # and where it begins: east of a level's number, of a tower, or in the west
LONGEST, HALF = 34, 14  # the width of a name, and half of a badge
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


def with_outlines(levels: Sequence[LevelDrawing], island: Island, marks: Sequence[Mark]) -> tuple[LevelDrawing, ...]:
    """Return the levels, each with the outlines of the marked tiles that lie on it."""
    tiles = [(island.tiles[mark.tile], mark.seat) for mark in marks if mark.tile is not None]
    return tuple(
        replace(level, marked=tuple(tile_outline(tile, seat) for tile, seat in tiles if tile.level == level.number))
        for level in levels
    )


def draw_badges(island: Island, marks: Sequence[Mark]) -> tuple[Badge, ...]:
    """Return a badge beside each marked tile, with the place of its turn in the order played: others left no tile."""
    placed: list[Badge] = []
    for place, mark in enumerate(marks, start=1):
        if mark.tile is not None:
            spots = list(badge_spots(island, island.tiles[mark.tile]))
            x, y = free_spot(spots, [Point(badge.x, badge.y) for badge in placed])
            placed.append(Badge(mark.seat, x, y, str(place)))
    return tuple(placed)


def clear_of(badges: Sequence[Badge], cells: Sequence[Point]) -> tuple[Badge, ...]:
    """Return the badges that don't lie on these cells."""
    return tuple(b for b in badges if all(abs(b.x - c.x) > 48 or abs(b.y - c.y) > 52 for c in cells))


def draw_labels(island: Island, badges: Sequence[Badge]) -> tuple[Label, ...]:
    """Return the name of each field in its north, which no neighbour hides."""
    tops = sorted(island.tops.values(), key=lambda top: by_row(top.cell))
    return tuple(draw_label(top, badges) for top in tops)


def draw_label(top: Top, badges: Sequence[Badge]) -> Label:
    spot = next((spot for spot in label_spots(top) if not any(hides_name(badge, spot) for badge in badges)), None)
    return Label(cell_name(top.cell), *(spot or label_spots(top)[0]), top.terrain in DARK)


def label_spots(top: Top) -> list[Point]:
    """Where the name may begin: a badge may lie on the first of them. In the south it would lie on a building."""
    x, y = centre(top.cell, top.level)
    other = Point(x + WEST, y + NORTH) if top.piece else Point(x + BEGINS, y + SOUTH)
    return [Point(x + (BESIDE_A_SPIRE if top.piece == "tower" else BEGINS), y + NORTH), other]


def hides_name(badge: Badge, spot: Point) -> bool:
    """Whether the badge lies on a name that begins there."""
    return -HALF < badge.x - spot.x < LONGEST + HALF and -18 < badge.y - spot.y < 12


def badge_spots(island: Island, tile: Tile) -> Iterable[Point]:
    """Where the badge could sit: at the outer edge of each cell that is still seen, the volcano first."""
    out = tile_outline(tile)
    for cell in [cell for cell in tile.cells if is_on_top(island, tile, cell)] or tile.cells:
        x, y = centre(cell, tile.level)
        yield Point(out.x + (x - out.x) * REACH // 100, out.y + (y - out.y) * REACH // 100)


def free_spot(spots: Sequence[Point], taken: Sequence[Point]) -> Point:
    """Return the first spot that is clear of the others, or just the first."""
    clear = (s for s in spots if all(abs(s.x - t.x) > APART or abs(s.y - t.y) > APART for t in taken))
    return next(clear, spots[0])


def draw_ashes(island: Island, marks: Sequence[Mark], moved: int | None = None) -> tuple[Ash, ...]:
    """Ashes where the marked turns buried huts, unless something stands there again."""
    burials = ((burial, mark.tile is not None and mark.tile == moved) for mark in marks for burial in mark.buried)
    return tuple(draw_ash(island.tops[b.cell], b, m) for b, m in burials if island.tops[b.cell].piece is None)


def draw_ash(top: Top, burial: Burial, moved: bool = False) -> Ash:
    return Ash(burial.seat, *piece_place(top), burial.huts, moved)
