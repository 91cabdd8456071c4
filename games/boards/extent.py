"""How far an island reaches, and in which part of it something lies."""

from collections.abc import Collection
from typing import NamedTuple

from games.hexes import Cell

MIDDLE = 0.36  # of the way from the middle of an island to its edge, in either direction


class Extent(NamedTuple):
    """How far cells reach, in cells: from the west and the north, and how wide and high."""

    west: float
    north: float
    width: float
    height: float

    def part_at(self, cells: Collection[Cell]) -> tuple[int, int]:
        """Return the row and the column, of three, in which the middle of these cells lies."""
        x = sum(distance_east(cell) for cell in cells) / len(cells)
        y = sum(cell[1] for cell in cells) / len(cells)
        return third_of(y - self.north, self.height), third_of(x - self.west, self.width)


def distance_east(cell: Cell) -> float:
    """Return how far east a cell lies, in cells."""
    return cell[0] + cell[1] / 2


def extent_of(cells: Collection[Cell]) -> Extent:
    xs, ys = [distance_east(cell) for cell in cells] or [0.0], [cell[1] for cell in cells] or [0]
    return Extent(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def third_of(offset: float, length: float) -> int:
    """Return 0, 1 or 2: before the middle, in it, behind it."""
    way = 2 * offset / length - 1 if length else offset
    return 1 + (way > MIDDLE) - (way < -MIDDLE)
