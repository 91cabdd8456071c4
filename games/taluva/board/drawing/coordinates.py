"""Where things lie: points are whole units of the drawing, y grows downward as r does (T-3.1)."""

from typing import NamedTuple

from games.hexes import DIRECTIONS, Cell

CORNERS = ((35, 20), (0, 40), (-35, 20), (-35, -20), (0, -40), (35, -20))
HEXAGON = "l35,20v40l-35,20-35-20v-40z"  # the path around a cell from its northern corner on
RISE = 18  # a level lifts a cell by this much
COAST = 13  # a cell of level 1 stands so far out of the water


class Point(NamedTuple):
    x: int
    y: int


def centre(cell: Cell, level: int = 1) -> Point:
    """Return the middle of the cell's hexagon at that level."""
    q, r = cell
    return Point(70 * q + 35 * r, 60 * r - RISE * (level - 1))


def corner(volcano: Cell, direction: str, level: int = 1) -> Point:
    """Return the corner that the three cells of a tile share: the lava flows there."""
    (x, y), (dx, dy) = centre(volcano, level), CORNERS[DIRECTIONS.index(direction)]
    return Point(x + dx, y + dy)


def corner_index(cell: Cell, point: Point) -> int:
    """Return which corner of the cell, at level 1, the point is."""
    x, y = centre(cell)
    return CORNERS.index((point.x - x, point.y - y))


def shape(direction: str) -> str:
    """Return `v` when the tile has two cells above one, `a` when one above two."""
    return "v" if direction in ("E", "SW", "NW") else "a"


def by_row(cell: Cell) -> Cell:
    """Return the key that sorts cells as they are read and drawn: from the north, then from the west."""
    return cell[1], cell[0]
