"""An eruption in motion: lava runs from the old crater, huts burn, and dust rises where the tile comes down."""

from collections.abc import Collection

from games.hexes import Cell
from games.taluva.board.drawing.coordinates import Point, centre, corner
from games.taluva.board.drawing.shapes import Film
from games.taluva.board.island import Tile

VENT = -9  # the old crater, from the middle of its cell
FLAMES = ((-9, -2), (8, 6), (0, -14))  # around the middle of a cell whose huts burn
PUFFS = ((-28, 44), (0, 56), (28, 44))


def film_eruption(tile: Tile, burning: Collection[Cell]) -> Film | None:
    """Return what moves while a tile comes down on land, on which these cells have huts; None by the sea."""
    if tile.level == 1:
        return None
    old = tile.level - 1
    vent = Point(centre(tile.volcano, old).x, centre(tile.volcano, old).y + VENT)
    return Film(
        vent=vent,
        lava="".join(
            lava_path(vent, corner(tile.volcano, tile.direction, old), centre(c, old)) for c in tile.cells[1:]
        ),
        flames=tuple(around(centre(cell, old), FLAMES) for cell in tile.cells if cell in burning),
        puffs=tuple(point for cell in tile.cells for point in around(centre(cell, tile.level), PUFFS)),
    )


def lava_path(vent: Point, bend: Point, field: Point) -> str:
    """Return the way of the lava over the corner that the cells share, and on into the middle of a field."""
    return f"M{vent.x},{vent.y}Q{bend.x},{bend.y} {field.x - 4},{field.y + 4}T{field.x + 9},{field.y + 16}"


def around(middle: Point, steps: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    return tuple(Point(middle.x + dx, middle.y + dy) for dx, dy in steps)
