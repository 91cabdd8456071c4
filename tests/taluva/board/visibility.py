"""Whose pixel each is: the land painted cell by cell in the order in which it is drawn, to measure what is seen."""

from functools import cache

import numpy as np
import numpy.typing as npt
from django.template.loader import render_to_string

from games.boards.picture import SVG, resolve_styles
from games.hexes import Cell
from games.pictures.images import drawn_by_resvg, read_stylesheet
from games.taluva.board.drawing.cells import CellDrawing
from games.taluva.board.drawing.coordinates import COAST, RISE, by_row
from tests.boards import png

Mask = npt.NDArray[np.bool_]
Ids = npt.NDArray[np.int32]
UNIT = 2  # units of the drawing to a pixel
HALF = 40  # pixels from a cell's middle to the edge of a building's mask


@cache
def hexagon() -> Mask:
    y, x = np.mgrid[-39:40:UNIT, -34:35:UNIT]
    inside: Mask = np.abs(y) <= 40 - np.abs(x) * 20 / 35
    return inside


@cache
def building(symbol: str) -> Mask:
    """Which pixels around the middle of its cell a building covers, without its shadow on the ground."""
    reach, size = HALF * UNIT, 2 * HALF * UNIT
    green = f'<rect x="{-reach}" y="{-reach}" width="{size}" height="{size}" fill="#00ff00"/>'
    drawing = f'{green}<g class="p1"><use href="#{symbol}"/></g>'
    box = f"{-reach} {-reach} {size} {size}"
    svg = f'<svg xmlns="{SVG}" class="board" viewBox="{box}">{render_to_string("taluva/_symbols.svg")}{drawing}</svg>'
    css = read_stylesheet("taluva") + ":root { --sh: none; }"
    pixels = png.read(drawn_by_resvg(resolve_styles(svg, css, 2 * HALF, 2 * HALF)))
    covered: Mask = np.abs(pixels.astype(int) - (0, 255, 0)).sum(axis=2) > 90
    return covered


class Canvas:
    """Whose pixel each is: the cell of a top face, or the building on one; cliffs are nobody's."""

    def __init__(self, cells: dict[Cell, CellDrawing]) -> None:
        xs, ys = [drawn.x for drawn in cells.values()], [drawn.y for drawn in cells.values()]
        self.left, self.top = min(xs) - 120, min(ys) - 120
        self.ids: Ids = np.zeros(((max(ys) - self.top + 240) // UNIT, (max(xs) - self.left + 120) // UNIT), np.int32)

    def paint(self, mask: Mask, x: int, y: int, owner: int) -> None:
        """Give the pixels of a mask around this point to an owner."""
        row = (y - self.top) // UNIT - mask.shape[0] // 2
        column = (x - self.left) // UNIT - mask.shape[1] // 2
        self.ids[row : row + mask.shape[0], column : column + mask.shape[1]][mask] = owner


def painted(cells: dict[Cell, CellDrawing], *, with_buildings: bool) -> tuple[Canvas, dict[Cell, int]]:
    """The land as it is drawn, row by row: each cell covers what lies north of it down to the water."""
    canvas, numbers = Canvas(cells), {cell: 2 * n + 2 for n, cell in enumerate(cells)}
    for number in sorted({cell[1] for cell in cells}):
        row = [cells[cell] for cell in sorted(cells, key=by_row) if cell[1] == number]
        for drawn in row:
            depth = RISE * (drawn.top.level - 1) + COAST
            for deeper in range(depth, 0, -UNIT):
                canvas.paint(hexagon(), drawn.x, drawn.y + deeper, 0)
            canvas.paint(hexagon(), drawn.x, drawn.y, numbers[drawn.cell])
        for drawn in row if with_buildings else ():
            if drawn.piece:
                canvas.paint(building(drawn.piece.symbol), drawn.x, drawn.y, numbers[drawn.cell] + 1)
    return canvas, numbers
