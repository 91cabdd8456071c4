"""Hexagons: cells, directions, neighbours. What every game on a hex grid shares."""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple, TypeAlias

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


MIDDLE = 0.36  # of the way from the middle of an island to its edge, in either direction


class Extent(NamedTuple):
    """How far cells reach, in cells: from the west and the north, and how wide and high."""

    west: float
    north: float
    width: float
    height: float

    def part_at(self, cells: Collection[Cell]) -> tuple[int, int]:
        """Return the row and the column, of three, in which the middle of these cells lies."""
        x = sum(across(cell) for cell in cells) / len(cells)
        y = sum(cell[1] for cell in cells) / len(cells)
        return third_of(y - self.north, self.height), third_of(x - self.west, self.width)


def across(cell: Cell) -> float:
    """Return how far east a cell lies, in cells."""
    return cell[0] + cell[1] / 2


def extent_of(cells: Collection[Cell]) -> Extent:
    xs, ys = [across(cell) for cell in cells] or [0.0], [cell[1] for cell in cells] or [0]
    return Extent(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def third_of(offset: float, length: float) -> int:
    """Return 0, 1 or 2: before the middle, in it, behind it."""
    way = 2 * offset / length - 1 if length else offset
    return 1 + (way > MIDDLE) - (way < -MIDDLE)
