"""Rows of cells from north to south, so that what stands in front is drawn last; and what a turn changes of them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import TypeVar

from games.hexes import Cell, neighbours
from games.taluva.board.drawing.cells import CellDrawing
from games.taluva.board.drawing.coordinates import HEXAGON, Point, by_row, centre
from games.taluva.board.drawing.shapes import Band, Edge, Road, RowDrawing, Spot, Tint

SPIRES = {"temple": 38, "tower": 54}  # how far a building rises above the middle of its cell
EDGE, SHOULDER = 40, 30  # from the middle of a cell to its northern and southern corners; to where its sides slope
FIRST, LAST = 0.3, 0.7  # a road joins two courts: this part of the way between the middles of their cells
DARKEST, PALEST = 5, 4  # the levels from which on cliffs have one colour, and fields one tint
T = TypeVar("T")


def draw_rows(cells: Iterable[CellDrawing], falling: Collection[Cell] = ()) -> tuple[RowDrawing, ...]:
    """Return the cells row by row; those that fall come last in their row, by themselves."""
    ordered = sorted(cells, key=lambda drawn: (drawn.cell[1], drawn.cell in falling, drawn.cell[0]))
    groups = groupby(ordered, key=lambda drawn: (drawn.cell[1], drawn.cell in falling))
    return tuple(draw_row(number, is_falling, list(group)) for (number, is_falling), group in groups)


def draw_row(number: int, is_falling: bool, cells: list[CellDrawing]) -> RowDrawing:
    bands = group_by_number((min(level, DARKEST), spot) for drawn in cells for level, spot in drawn.cliffs)
    high = [drawn for drawn in cells if drawn.top.level > 1 and drawn.top.terrain != "V"]
    fields = group_by_number((min(drawn.top.level, PALEST), drawn) for drawn in high)
    marked = group_by_number((drawn.marked, edge_spot(drawn)) for drawn in cells if drawn.marked is not None)
    roads = group_by_number((drawn.top.owner or 0, road) for drawn in cells for road in roads_of(drawn))
    return RowDrawing(
        number=number,
        is_falling=is_falling,
        cliffs=tuple(Band(level, tuple(spots)) for level, spots in bands),
        tops=tuple(spot for drawn in cells for spot in drawn.surface),
        tints=tuple(Tint(level, "".join(map(hexagon_path, found))) for level, found in fields),
        shade="".join(polygon_path(drawn, shadow) for drawn in cells for shadow in drawn.shadows),
        edges=tuple(map(edge_spot, cells)),
        marked=tuple(Edge(seat, tuple(spots)) for seat, spots in marked),
        roads=tuple(Road(seat, "".join(paths)) for seat, paths in roads),
        numbers=tuple(drawn.number for drawn in cells if drawn.number),
        pieces=tuple(drawn.piece for drawn in cells if drawn.piece),
    )


def group_by_number(pairs: Iterable[tuple[int, T]]) -> list[tuple[int, list[T]]]:
    """Return the values by their number, the lowest first."""
    found: dict[int, list[T]] = defaultdict(list)
    for number, value in pairs:
        found[number].append(value)
    return sorted(found.items())


def edge_spot(drawn: CellDrawing) -> Spot:
    """Return the edge of the cell's tile around it: four of its sides."""
    return Spot(f"e{drawn.corner}", drawn.x, drawn.y)


def hexagon_path(drawn: CellDrawing) -> str:
    return f"M{drawn.x},{drawn.y - EDGE}{HEXAGON}"


def polygon_path(drawn: CellDrawing, polygon: Iterable[Point]) -> str:
    """Return a polygon around the cell's middle as a path of steps, which are alike from cell to cell."""
    x, y = drawn.x, drawn.y
    (first, *rest), path, at = polygon, "", Point(0, 0)
    at = first
    for point in rest:
        path += f"{point.x - at.x},{point.y - at.y} "
        at = point
    return f"M{x + first.x},{y + first.y}l{path.strip()}z"


def roads_of(drawn: CellDrawing) -> Iterable[str]:
    """Yield the roads to neighbours that are drawn before: the middle part of the way."""
    for cell, level in drawn.roads:
        if by_row(cell) < by_row(drawn.cell):
            (x1, y1), (x2, y2) = centre(cell, level), (drawn.x, drawn.y)
            dx, dy = x2 - x1, y2 - y1
            part = LAST - FIRST
            yield f"M{round(x1 + FIRST * dx)},{round(y1 + FIRST * dy)}l{round(part * dx)},{round(part * dy)}"


def changed_cells(before: Mapping[Cell, CellDrawing], after: Mapping[Cell, CellDrawing]) -> dict[Cell, CellDrawing]:
    """Return what has to be drawn over the island as it was, so that it looks as it now is.

    That is what looks different, and whatever stands before it.
    """
    drawn = {cell for cell, now in after.items() if before.get(cell) != now}
    found = set(drawn)
    for cell in sorted(after.keys() - drawn, key=by_row):
        if any(covers(after[cell], after[other]) for other in nearby(cell) if other in found):
            found.add(cell)
    return {cell: after[cell] for cell in found}


def nearby(cell: Cell) -> Iterable[Cell]:
    """Return the cells that a drawn cell may cover a part of: beside it, and up to two rows to the north."""
    q, r = cell
    return (*neighbours(cell), (q, r - 2), (q + 1, r - 2), (q + 2, r - 2))


def covers(front: CellDrawing, back: CellDrawing) -> bool:
    """Return whether a part of `front` is drawn over `back`: it is higher, or has a spire, road or wide edge."""
    if front.marked is not None and front.cell in neighbours(back.cell):
        return True
    if by_row(front.cell) < by_row(back.cell) or front.cell[1] == back.cell[1]:
        return False
    spire = SPIRES.get(front.piece.symbol, 0) if front.piece else 0
    is_joined = back.cell in [cell for cell, _ in front.roads]
    is_higher = front.top.level > back.top.level and front.y - EDGE < back.y + EDGE
    return is_joined or is_higher or front.y - spire < back.y + SHOULDER
