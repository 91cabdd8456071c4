"""The layers that a position has by itself: sea, tiles by level, roads and pieces, level numbers."""

from collections.abc import Collection, Iterable

from games.hexes import Cell, neighbours
from games.taluva.board.drawing.coordinates import Point, by_row, centre, corner, lava_angle, shape
from games.taluva.board.drawing.shapes import (
    Box,
    Crater,
    LevelDrawing,
    Number,
    Outline,
    PieceDrawing,
    Road,
    Sea,
    Spot,
    TileDrawing,
)
from games.taluva.board.island import Island, Tile, Top

ROOM, MARGIN = 100, 56  # between the outermost land, the outermost sign and the edge of the picture
LEAST = 560  # the width for an island that has only begun
WAVES = ((6, 9), (93, 15), (90, 92), (5, 86), (50, 4), (36, 96), (72, 6), (97, 60))  # in hundredths of the box


def box_around(land: Iterable[Cell], signs: Iterable[Cell] = ()) -> Box:
    """Return the picture with room around the land and the signs on the sea.

    At most 4 to 3, and never higher than wide.
    """
    places = [(centre(cell), ROOM) for cell in land] + [(centre(cell), MARGIN) for cell in signs]
    left, right = min(p.x - room for p, room in places), max(p.x + room for p, room in places)
    top, bottom = min(p.y - room for p, room in places), max(p.y + room for p, room in places)
    width = max(right - left, bottom - top, LEAST)
    height = max(bottom - top, -(-width * 3 // 4))
    return Box((left + right - width) // 2, (top + bottom - height) // 2, width, height)


def widen_box(box: Box, ratio: tuple[int, int] | None) -> Box:
    """Return the box with more sea at two sides, so that it has that ratio of width to height."""
    if ratio is None:
        return box
    width = max(box.width, box.height * ratio[0] // ratio[1])
    height = width * ratio[1] // ratio[0]
    return Box(box.x - (width - box.width) // 2, box.y - (height - box.height) // 2, width, height)


def least_width(box: Box) -> int:
    """Return the width in px at which a cell, 70 wide in the drawing, has 24: a finger finds it."""
    return -(-box.width * 24 // 70)


def tile_outline(tile: Tile, seat: int = 0) -> Outline:
    return Outline(shape(tile.direction), *corner(tile.volcano, tile.direction, tile.level), seat)


def draw_sea(island: Island, box: Box) -> Sea:
    """Return the tiles of level 1 make the coast; waves only where the water is deep."""
    coast = tuple(tile_outline(tile) for tile in island.tiles if tile.level == 1)
    spots = ((box.x + box.width * x // 100, box.y + box.height * y // 100) for x, y in WAVES)
    land = [centre(cell) for cell in island.tops]
    deep = (spot for spot in spots if all(abs(spot[0] - p.x) > 110 or abs(spot[1] - p.y) > 95 for p in land))
    return Sea(tuple(deep), coast)


def draw_levels(island: Island, moved: int | None = None, above: int = 0) -> tuple[LevelDrawing, ...]:
    """Return the tiles above a level, lowest level first, each from north to south.

    `moved` is the tile that settles.
    """
    heights = sorted({tile.level for tile in island.tiles if tile.level > above})
    return tuple(LevelDrawing(height, tuple(tiles_of(island, height, moved))) for height in heights)


def tiles_of(island: Island, height: int, moved: int | None) -> Iterable[TileDrawing]:
    tiles = [tile for tile in island.tiles if tile.level == height]
    for tile in sorted(tiles, key=lambda tile: by_row(min(tile.cells, key=by_row))):
        yield draw_tile(island, tile, moved=tile.index == moved)


def draw_tile(island: Island, tile: Tile, *, moved: bool = False) -> TileDrawing:
    """Return the tile with those of its cells that nothing covers."""
    seen = [
        (cell, terrain)
        for cell, terrain in zip(tile.cells, tile.terrains, strict=True)
        if is_on_top(island, tile, cell)
    ]
    fields = tuple(Spot(terrain, *centre(cell, tile.level)) for cell, terrain in seen)
    crater = Crater(*centre(tile.volcano, tile.level), lava_angle(tile.direction))
    return TileDrawing(tile_outline(tile), fields, crater if is_on_top(island, tile, tile.volcano) else None, moved)


def is_on_top(island: Island, tile: Tile, cell: Cell) -> bool:
    return island.tops[cell].tile == tile.index


def draw_roads(island: Island) -> tuple[Road, ...]:
    """Return a road between the centres of adjacent cells of one settlement."""
    paths = (
        Road(seat, "".join(road_between(island, cell, other) for cell, other in adjacent_pairs(owned)))
        for seat, owned in enumerate(island.position.owned)
    )
    return tuple(drawn for drawn in paths if drawn.path)


def adjacent_pairs(cells: Collection[Cell]) -> Iterable[tuple[Cell, Cell]]:
    """Adjacent cells, each pair once."""
    return ((cell, other) for cell in sorted(cells) for other in neighbours(cell)[:3] if other in cells)


def road_between(island: Island, cell: Cell, other: Cell) -> str:
    one, two = piece_place(island.tops[cell]), piece_place(island.tops[other])
    return f"M{one.x},{one.y}L{two.x},{two.y}"


def piece_place(top: Top) -> Point:
    """Where a piece stands on a cell: a little south of its middle."""
    x, y = centre(top.cell, top.level)
    return Point(x, y + 5)


def draw_pieces(
    island: Island, new: Collection[Cell] = (), moved: Collection[Cell] = (), without: Collection[Cell] = ()
) -> tuple[PieceDrawing, ...]:
    """Return the buildings, from north to south."""
    tops = sorted(island.tops.values(), key=lambda top: by_row(top.cell))
    drawn = (draw_piece(top, new=top.cell in new, moved=top.cell in moved) for top in tops if top.cell not in without)
    return tuple(piece for piece in drawn if piece)


def draw_piece(top: Top, *, new: bool = False, moved: bool = False) -> PieceDrawing | None:
    if top.owner is None or top.piece is None:
        return None
    symbol = "huts" if top.huts > 1 else top.piece
    return PieceDrawing(top.owner, symbol, *piece_place(top), top.huts if top.piece == "hut" else None, new, moved)


def draw_numbers(island: Island) -> tuple[Number, ...]:
    """Return the level of every cell; on level 1 and under a building only for who wants all numbers."""
    tops = sorted(island.tops.values(), key=lambda top: by_row(top.cell))
    return tuple(level_number(top) for top in tops)


def level_number(top: Top) -> Number:
    x, y = centre(top.cell, top.level)
    crater = top.terrain == "V"
    extra = top.level == 1 or top.piece is not None
    return Number(crater, extra, x if crater else x - 20, y if crater else y - 19, top.level)
