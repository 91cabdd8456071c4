"""The tokens of the grammar as text (V-23.1), for the notation and for events."""

from collections.abc import Iterable

from games.hexes import Cell
from games.volcanique.rules.position.tiles import COLOURS, NAMES


def hex_words(cell: Cell) -> str:
    """Return a hex as 0,-1."""
    return f"{cell[0]},{cell[1]}"


def sector_words(cell: Cell, colour: int) -> str:
    """Return a sector as 0,-1:M."""
    return f"{cell[0]},{cell[1]}:{COLOURS[colour]}"


def placed_words(tile: int, cell: Cell) -> str:
    """Return a tile on a hex as LMD4@0,1."""
    return f"{NAMES[tile]}@{hex_words(cell)}"


def ordered_points(cells: Iterable[Cell]) -> list[list[int]]:
    """Hexes as plain data, in order."""
    return [list(cell) for cell in sorted(cells)]
