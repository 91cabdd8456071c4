"""What surrounds the land: the picture's box, the sea, outlines of what a cliff hides, numbers for who wants all."""

from collections.abc import Iterable

from games.hexes import Cell, neighbours
from games.taluva.board.drawing.coordinates import COAST, HEXAGON, RISE, Point, by_row, centre, corner, shape
from games.taluva.board.drawing.shapes import Box, Number, Outline, Sea, Shoals
from games.taluva.board.island import Island, Tile, Top

ROOM, MARGIN = 100, 56  # between the outermost land, the outermost sign and the edge of the picture
LEAST = 560  # the width for an island that has only begun
TAPPED, SEEN = 24, 12  # px of a cell: a finger finds it; one still sees what it is
WAVES = ((6, 9), (93, 15), (90, 92), (5, 86), (50, 4), (36, 96), (72, 6), (97, 60))  # in hundredths of the box
SHOALS, SHOALS_REACH = 130, 3  # how far they are drawn from the middles of a tile; in cells, what may touch them there
ROOF = 56  # how high a building rises above the middle of its cell, at most
HIDING = 4  # levels by which both southern neighbours together are higher than a cell that they hide


def box_around(land: Iterable[tuple[Cell, int]], signs: Iterable[Cell] = ()) -> Box:
    """Return the picture with room around the land, cells with their levels, and the signs on the sea.

    At most 4 to 3, and never higher than wide.
    """
    land = list(land)
    places = [(centre(cell, level), ROOM) for cell, level in land] + [(centre(cell), ROOM) for cell, _ in land]
    places += [(centre(cell), MARGIN) for cell in signs]
    left, right = min(p.x - room for p, room in places), max(p.x + room for p, room in places)
    top, bottom = min(p.y - room for p, room in places), max(p.y + room for p, room in places)
    width = max(right - left, bottom - top, LEAST)
    height = max(bottom - top, -(-width * 3 // 4))
    return Box((left + right - width) // 2, (top + bottom - height) // 2, width, height)


def land_box(*islands: Island) -> Box:
    """Return the picture of the land alone, of islands that are seen at once: what a small screen shows."""
    tops = [top for island in islands for top in island.tops.values()]
    middles = [centre(top.cell, level) for top in tops for level in (1, top.level)] or [centre((0, 0))]
    left, top = min(at.x for at in middles) - 35, min(at.y for at in middles) - 40
    return Box(left, top, max(at.x for at in middles) + 35 - left, max(at.y for at in middles) + 40 - top)


def widen_box(box: Box, ratio: tuple[int, int] | None) -> Box:
    """Return the box with more sea at two sides, so that it has that ratio of width to height."""
    if ratio is None:
        return box
    width = max(box.width, box.height * ratio[0] // ratio[1])
    height = width * ratio[1] // ratio[0]
    return Box(box.x - (width - box.width) // 2, box.y - (height - box.height) // 2, width, height)


def least_width(box: Box, cell: int = TAPPED) -> int:
    """Return the width in px at which a cell, 70 wide in the drawing, has so many."""
    return -(-box.width * cell // 70)


def tile_outline(tile: Tile) -> Outline:
    return Outline(shape(tile.direction), *corner(tile.volcano, tile.direction, tile.level))


def draw_sea(island: Island, box: Box) -> Sea:
    """Return the water with waves only where it is deep; all cells together make the coast."""
    cells = [centre(cell) for cell in island.tops]
    spots = ((box.x + box.width * x // 100, box.y + box.height * y // 100) for x, y in WAVES)
    deep = (spot for spot in spots if all(abs(spot[0] - p.x) > 130 or abs(spot[1] - p.y) > 115 for p in cells))
    return Sea(tuple(deep), coast_path(island.tops))


def coast_path(cells: Iterable[Cell]) -> str:
    """Return the outlines of cells at the height of the lowest land as one path."""
    return "".join(f"M{x},{y - 40}{HEXAGON}" for x, y in (centre(cell) for cell in sorted(cells, key=by_row)))


def draw_shoals(island: Island, tile: Tile) -> Shoals:
    """Return the sea around a tile that is not settled yet, as it will look; `island` has it.

    Land further off changes nothing there.
    """
    near = set(tile.cells)
    for _ in range(SHOALS_REACH):
        near.update(*(neighbours(cell) for cell in tuple(near)))
    land = [top for top in island.tops.values() if top.cell in near]
    middles = [centre(cell) for cell in tile.cells]
    left, top = min(at.x for at in middles) - SHOALS, min(at.y for at in middles) - SHOALS
    box = Box(left, top, max(at.x for at in middles) + SHOALS - left, max(at.y for at in middles) + SHOALS - top)
    others = sorted((top for top in land if top.cell not in tile.cells), key=lambda top: by_row(top.cell))
    return Shoals(box, coast_path(top.cell for top in land), "".join(map(silhouette, others)))


def silhouette(top: Top) -> str:
    """Return a column of land with what stands on it as a path."""
    (x, y), deep = centre(top.cell, top.level), 40 + RISE * (top.level - 1) + COAST
    roof = f"M{x - 20},{y - ROOF}h40v{ROOF}h-40z" if top.piece else ""
    return f"M{x},{y - 40}l35,20v{deep}l-35,20-35-20v-{deep}z{roof}"


def hidden_outline(island: Island) -> str:
    """Return the outlines, through the cliffs, of cells that stand in a pit behind much higher ones."""
    hidden = (top for top in island.tops.values() if is_behind_cliffs(island, top.cell))
    middles = (centre(top.cell, top.level) for top in sorted(hidden, key=lambda top: by_row(top.cell)))
    return "".join(f"M{x - 33},{y - 19}v38l33,19 33-19v-38" for x, y in middles)


def is_behind_cliffs(island: Island, cell: Cell) -> bool:
    southern = neighbours(cell)[1:3]
    return sum(max(0, island.level(other) - island.level(cell)) for other in southern) >= HIDING


def sea_spot(island: Island, cell: Cell) -> Point:
    """Return where a sign on a sea cell is seen: where southern neighbours hide its middle, further north."""
    x, y = centre(cell)
    hidden = max((island.level(other) for other in neighbours(cell)[1:3]), default=0)
    return Point(x, y + (max(-30, min(6, 48 - 18 * hidden))))


def draw_numbers(island: Island) -> tuple[Number, ...]:
    """Return the levels that no crater shows: for who wants a number on every cell."""
    tops = sorted(island.tops.values(), key=lambda top: by_row(top.cell))
    shown = (top for top in tops if top.terrain != "V" or top.level == 1)
    return tuple(Number(*level_place(top.cell, top.level), top.level) for top in shown)


def level_place(cell: Cell, level: int) -> Point:
    x, y = centre(cell, level)
    return Point(x - 24, y - 16)
