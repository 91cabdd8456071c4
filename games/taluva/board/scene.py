"""The whole board: a position, what was played lately, and the turn that is being prepared, layer by layer."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial

from games.boards.translatable import Words, say
from games.hexes import DIRECTIONS, Cell, neighbours
from games.taluva.board.draft import Draft, cell_key
from games.taluva.board.drawing.coordinates import CORNERS, Point, by_row, centre
from games.taluva.board.drawing.layers import (
    box_around,
    draw_levels,
    draw_numbers,
    draw_pieces,
    draw_roads,
    draw_sea,
    draw_tile,
    least_width,
    tile_outline,
    widen_box,
)
from games.taluva.board.drawing.marks import (
    Burial,
    Mark,
    clear_of,
    draw_ash,
    draw_ashes,
    draw_badges,
    draw_labels,
    with_outlines,
)
from games.taluva.board.drawing.shapes import BoardDrawing, Box, CellChoice, DraftMarks, LevelDrawing, Pip, RefusedMarks
from games.taluva.board.island import Island, Tile, built_cells, volcano_of, with_build, with_tile
from games.taluva.board.text import buried_by
from games.taluva.board.turn.choices import build_choices, quiet_choices, sea_tap_query, volcano_choices
from games.taluva.board.turn.why import Why
from games.taluva.rules.formats.notation import read_build


@dataclass(frozen=True, slots=True)
class Scene:
    """A position and how to show it. `moved`: the number of the marked turn that is shown in motion."""

    island: Island
    turn: int
    marks: tuple[Mark, ...] = ()
    shows_ashes: bool = False
    moved: int | None = None
    name: str = ""
    ratio: tuple[int, int] | None = None
    names: tuple[str, ...] = ()
    frame: Box | None = None


def draw_scene(scene: Scene, draft: Draft | None = None, seat: int = 0, why: Why | None = None) -> BoardDrawing:
    """Return the board with the seat's draft; `why` is the reason that the refused cell gets."""
    after = with_draft_tile(scene.island, draft)
    final = with_draft_build(after, draft, seat)
    box = scene.frame or widen_box(box_for(scene.island, draft), scene.ratio)
    marks = [mark for mark in scene.marks if mark.tile is not None]
    moved = next((mark for mark in marks if mark.number == scene.moved), None)
    moved_tile = moved.tile if moved else None
    built = [cell for mark in marks for cell in mark.built]
    badges = clear_of(draw_badges(scene.island, scene.marks), draft_points(after, draft))
    return BoardDrawing(
        name=scene.name,
        title=say("Board after turn %(turn)d", turn=scene.turn),
        label=choices_label(draft),
        box=box,
        least=least_width(box),
        sea=draw_sea(scene.island, box),
        levels=with_outlines(draw_levels(scene.island, moved_tile), scene.island, marks),
        roads=draw_roads(final),
        pieces=draw_pieces(after, built, moved.built if moved else ()),
        numbers=draw_numbers(final),
        labels=partial(draw_labels, final, badges),
        ashes=draw_ashes(final, marks, moved_tile) if scene.shows_ashes else (),
        badges=badges,
        choices=draw_choices(after, scene, draft, seat),
        own=settlement_keys(final, seat) if draft else (),
        last=tuple(cell_key(scene.island.tiles[mark.tile].volcano) for mark in marks if mark.tile is not None),
        draft_tile=draw_draft_tile(scene.island, after, draft),
        draft=draw_draft_marks(scene.island, after, final, draft, seat),
        refused=draw_refused(after, draft, why),
        elsewhere=sea_tap_query(draft) if draft else None,
    )


def choices_label(draft: Draft | None) -> Words:
    if draft is None:
        return say("Cells of the island")
    return say("Fields to build on") if draft.is_building else say("Cells for the volcano")


def with_draft_tile(island: Island, draft: Draft | None) -> Island:
    return with_tile(island, draft.placement) if draft and draft.placement else island


def with_draft_build(island: Island, draft: Draft | None, seat: int) -> Island:
    build = read_build(draft.build) if draft and draft.build else None
    return with_build(island, build, seat) if build else island


def box_for(island: Island, draft: Draft | None) -> Box:
    """Room for the island and for all cells where this turn's volcano may go: the picture holds still for a turn."""
    signs = {volcano_of(text) for text in draft.placements} if draft else set()
    return box_around(island.tops or {(0, 0)}, signs)


def draw_choices(after: Island, scene: Scene, draft: Draft | None, seat: int) -> tuple[CellChoice, ...]:
    """Return what can be tapped at this step; without a draft the cells of the island, for who asks what is there."""
    if draft is None:
        return quiet_choices(after, (), lambda _: None, scene.names) if scene.names else ()
    if draft.is_building:
        return build_choices(after, draft, seat, scene.names)
    return volcano_choices(after, scene.island, draft, scene.names)


def settlement_keys(island: Island, seat: int) -> tuple[str, ...]:
    """Return a cell of each settlement of the seat, in reading order."""
    anchors = (settlement.anchor for settlement in island.position.settlements(seat))
    return tuple(cell_key(cell) for cell in sorted(anchors, key=by_row))


def draw_draft_tile(before: Island, after: Island, draft: Draft | None) -> tuple[LevelDrawing, ...]:
    """Return the tile at its height; it lies below the pieces, so that nothing that stands before it is cut."""
    if draft is None or draft.placement is None:
        return ()
    tile = after.tiles[-1]
    return (LevelDrawing(tile.level, (draw_tile(after, tile),)), *drawn_again(before, tile))


def draft_points(after: Island, draft: Draft | None) -> list[Point]:
    """Return the middles of the draft's three cells: no badge may lie there."""
    tile = after.tiles[-1] if draft and draft.placement else None
    return [centre(cell, tile.level) for cell in tile.cells] if tile else []


def drawn_again(island: Island, draft: Tile) -> tuple[LevelDrawing, ...]:
    """Return the higher tiles that would lie over the draft's edge, and those that lie on them: they go above it."""
    reached = surrounding_cells(draft.cells)
    again = []
    for tile in sorted(island.tiles, key=lambda tile: tile.level):
        if tile.level > draft.level and reached & set(tile.cells):
            reached |= surrounding_cells(tile.cells)
            again.append(tile.index)
    levels = draw_levels(island, above=draft.level)
    kept = {tile_outline(island.tiles[index]) for index in again}
    cut = (replace(lv, tiles=tuple(tile for tile in lv.tiles if tile.outline in kept)) for lv in levels)
    return tuple(level for level in cut if level.tiles)


def surrounding_cells(cells: Collection[Cell]) -> set[Cell]:
    return {*cells, *(beside for cell in cells for beside in neighbours(cell))}


def draw_draft_marks(before: Island, after: Island, final: Island, draft: Draft | None, seat: int) -> DraftMarks | None:
    """Return the edge of the draft's tile, then directions and ghosts, or the pieces that the build puts down."""
    if draft is None or draft.placement is None:
        return None
    tile, build = after.tiles[-1], read_build(draft.build) if draft.build else None
    cells = built_cells(after, build, seat) if build else ()
    ghosts = () if draft.is_building else buried_by(before, draft.placement)
    burials = [Burial(top.cell, top.owner or 0, top.huts) for top in ghosts]
    return DraftMarks(
        seat,
        edge=tile_outline(tile),
        pips=() if draft.is_building else tuple(draw_pips(tile, draft)),
        buried=tuple(draw_ash(after.tops[b.cell], b) for b in burials),
        pieces=draw_pieces(final, without=final.tops.keys() - set(cells)),
    )


def draw_pips(tile: Tile, draft: Draft) -> Iterable[Pip]:
    """Yield a pip near each corner to which the volcano may be turned."""
    x, y = centre(tile.volcano, tile.level)
    for direction in draft.directions:
        dx, dy = CORNERS[DIRECTIONS.index(direction)]
        yield Pip(x + dx * 93 // 100, y + dy * 93 // 100, direction == draft.direction)


def draw_refused(island: Island, draft: Draft | None, why: Why | None) -> tuple[RefusedMarks, ...]:
    """Return the cross on the cell that was tapped in vain, and rings on the cells that are the reason."""
    if draft is None or draft.refused is None or why is None:
        return ()
    rings = tuple(centre(cell, island.level(cell) or 1) for cell in why.cells)
    return (RefusedMarks(*centre(draft.refused, island.level(draft.refused) or 1), why.words, rings),)
