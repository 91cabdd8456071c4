"""The island drawn in text, to be read in a terminal and in a failing test."""

from games.hexes import DIRECTIONS, Cell
from games.taluva.rules.ending import Standing
from games.taluva.rules.position import Hex, Piece, Position

WIDTH = 6
SEA = "·"
SIGNS = {Piece.TEMPLE: "T", Piece.TOWER: "W"}
LEGEND = "Terrain (V volcano), level, then the volcano's direction, or seat a to e with its huts, T temple or W tower."


def draw_text(position: Position, standing: Standing, tile: str | None) -> str:
    """Return the island row by row, the supplies, and what comes next."""
    lines = [*island_lines(position), LEGEND, *seat_lines(position, standing)]
    if standing.to_move is not None:
        lines.append(f"{seat_letter(standing.to_move)} to move with {tile or 'a tile that is not known'}")
    return "\n".join(lines) + "\n"


def island_lines(position: Position) -> list[str]:
    """Return one line a row; each starts with its r and the q of its first cell."""
    if not position.cells:
        return ["the open sea"]
    rows = range(min(r for _, r in position.cells), max(r for _, r in position.cells) + 1)
    west = min(2 * q + r for q, r in position.cells)
    east = max(2 * q + r for q, r in position.cells)
    return [island_row(position, r, west, east) for r in rows]


def island_row(position: Position, r: int, west: int, east: int) -> str:
    """Return the cells of one row between two columns of half a cell's width."""
    first = (west - r + 1) // 2
    indent = " " * (WIDTH // 2 * (2 * first + r - west))
    cells = "".join(cell_text(position, (q, r)).ljust(WIDTH) for q in range(first, (east - r) // 2 + 1))
    return f"r {r:>3}, q {first:>3}…  {indent}{cells}".rstrip(" ·")


def cell_text(position: Position, cell: Cell) -> str:
    """Return a cell in five characters: `J2a2` is jungle of level 2 with two huts of seat 0."""
    top = position.cells.get(cell)
    return SEA if top is None else f"{top.terrain}{top.level}{cell_mark(top)}"


def cell_mark(top: Hex) -> str:
    """Return what stands on the cell, or the volcano's direction."""
    if top.direction is not None:
        return DIRECTIONS[top.direction].lower()
    if top.owner is None:
        return ""
    return seat_letter(top.owner) + (SIGNS[top.piece] if top.piece in SIGNS else str(top.huts))


def seat_lines(position: Position, standing: Standing) -> list[str]:
    """Return one line a seat: its supply and its status or place."""
    return [
        f"{seat_letter(seat)}: {supply.huts} huts, {supply.temples} temples, {supply.towers} towers left; "
        + (f"place {place}" if place else status.value)
        for seat, (supply, status, place) in enumerate(
            zip(position.supplies, standing.status, standing.places, strict=True)
        )
    ]


def seat_letter(seat: int) -> str:
    """Return the small letter that stands for a seat on the board."""
    return "abcde"[seat]
