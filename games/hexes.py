"""Hexagons: cells, directions, neighbours. What every game on a hex grid shares."""

from functools import lru_cache
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Triangle: TypeAlias = tuple[Cell, Cell, Cell]

# T-3.1: clockwise from the east; r grows downward.
DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@lru_cache(maxsize=1 << 15)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells around `cell`, clockwise from the east."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in STEPS)


def triangle(corner: Cell, direction: int) -> Triangle:
    """Return the corner, its neighbour in that direction, and the one that follows clockwise."""
    around = neighbours(corner)
    return corner, around[direction], around[direction - 5]
