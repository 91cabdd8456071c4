"""Where things lie: points are whole units of the drawing, y grows downward as r does (T-3.1)."""

from typing import NamedTuple

from games.hexes import DIRECTIONS, Cell

CORNERS = ((35, 20), (0, 40), (-35, 20), (-35, -20), (0, -40), (35, -20))
RISE = 8  # a level lifts a cell by this much


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


def shape(direction: str) -> str:
    """`v` when the tile has two cells above one, `a` when one above two."""
    return "v" if direction in ("E", "SW", "NW") else "a"


def lava_angle(direction: str) -> int:
    """By how many degrees the lava that flows east is turned."""
    return 30 + 60 * DIRECTIONS.index(direction)


def by_row(cell: Cell) -> Cell:
    """Return the key that sorts cells as they are read: from the north, then from the west."""
    return cell[1], cell[0]
