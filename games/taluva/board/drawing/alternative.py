"""A turn that was not played, drawn over the island: only what it would have changed, and the turn played did not."""

from collections.abc import Collection

from games.boards.translatable import Words
from games.hexes import Cell
from games.taluva.board.drawing.cells import draw_cells
from games.taluva.board.drawing.coordinates import Point, centre
from games.taluva.board.drawing.layers import tile_outline
from games.taluva.board.drawing.rows import draw_rows
from games.taluva.board.drawing.shapes import AlternativeDrawing, Box
from games.taluva.board.island import Island

ABOVE, BELOW = 52, 76  # how far the label stands from the tile's outermost middle, or from what is built
WIDE, HIGH, LOW = 90, 34, 12  # how far from the edges of the picture: half its width, and its height


def draw_alternative_turn(
    island: Island, before: Island, other: Island, label: Words, box: Box
) -> AlternativeDrawing | None:
    """Return how `other` differs from the island before the turn and from the one after it; None where it does not."""
    changed = {cell for cell, top in other.tops.items() if before.tops.get(cell) != top}
    cells = {cell for cell in changed if island.tops.get(cell) != other.tops[cell]}
    if not cells:
        return None
    drawn = draw_cells(other)
    tile = other.tiles[-1] if cells.issuperset(other.tiles[-1].cells) else None
    laid = tile.cells if tile else tuple(cells)
    x, y = clamp_point(box, label_place(other, laid, cells.difference(laid)))
    rows = draw_rows(drawn[cell] for cell in cells)
    return AlternativeDrawing(rows, tile_outline(tile) if tile else None, label, x, y)


def clamp_point(box: Box, at: Point) -> Point:
    """Return the nearest place at which the whole label is in the picture."""
    x = max(box.x + WIDE, min(at.x, box.x + box.width - WIDE))
    return Point(x, max(box.y + HIGH, min(at.y, box.y + box.height - LOW)))


def label_place(other: Island, laid: Collection[Cell], built: Collection[Cell]) -> Point:
    """Return where the label stands: over the tile, or under it where something is built north of it."""
    middles = [centre(cell, other.level(cell)) for cell in laid]
    x = sum(at.x for at in middles) // len(middles)
    top, bottom = min(at.y for at in middles), max(at.y for at in middles)
    is_above = all(centre(cell, other.level(cell)).y > top for cell in built)
    return Point(x, top - ABOVE if is_above else bottom + BELOW)
