"""The whole board: a position, what was played lately, and the turn that is being prepared, layer by layer."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from games.boards.translatable import Words, say
from games.hexes import DIRECTIONS, Cell
from games.taluva.board.draft import Draft, cell_key
from games.taluva.board.drawing.alternative import draw_alternative_turn
from games.taluva.board.drawing.cells import draw_cells
from games.taluva.board.drawing.coordinates import CORNERS, Point, by_row, centre
from games.taluva.board.drawing.film import film_eruption
from games.taluva.board.drawing.layers import (
    SEEN,
    TAPPED,
    box_around,
    draw_numbers,
    draw_sea,
    draw_shoals,
    hidden_outline,
    land_box,
    least_width,
    tile_outline,
    widen_box,
)
from games.taluva.board.drawing.marks import (
    Burial,
    Mark,
    clear_of,
    draw_flags,
    draw_labels,
    draw_ruin,
    draw_ruins,
)
from games.taluva.board.drawing.rows import changed_cells, draw_rows
from games.taluva.board.drawing.shapes import (
    AlternativeDrawing,
    BoardDrawing,
    Box,
    CellChoice,
    DraftMarks,
    Film,
    Pip,
    RefusedMarks,
    RowDrawing,
)
from games.taluva.board.ghosts import Owner, cells_of, draw_ghosts
from games.taluva.board.island import Island, Tile, built_cells, volcano_of, with_build, with_tile
from games.taluva.board.text import buried_by
from games.taluva.board.turn.choices import build_choices, quiet_choices, sea_tap_query, volcano_choices
from games.taluva.board.turn.explanations import Explanation
from games.taluva.rules.formats.notation import TurnParts, read_build

DrawnRows: TypeAlias = tuple[RowDrawing, ...]
NEW, RISES, VANISHES, DRAFTED = " new", " rise", " vanish", " drafted"  # classes of a building


@dataclass(frozen=True, slots=True)
class Scene:
    """A position and how to show it.

    `moved`: the marked turn that is in motion, `before`: the island before it. `prepared`: turns of `owner`.
    `lit`: cells that words speak of.
    `alternative`: the island as another turn would have left it, and its label. `room`: cells that the picture has to
    hold.
    """

    island: Island
    turn: int
    marks: tuple[Mark, ...] = ()
    shows_ruins: bool = False
    moved: int | None = None
    before: Island | None = None
    name: str = ""
    ratio: tuple[int, int] | None = None
    names: tuple[str, ...] = ()
    frame: Box | None = None
    prepared: tuple[TurnParts, ...] = ()
    lit: tuple[Cell, ...] = ()
    owner: Owner | None = None
    alternative: tuple[Island, Words] | None = None
    room: tuple[Cell, ...] = ()


def draw_scene(scene: Scene, draft: Draft | None = None, seat: int = 0, why: Explanation | None = None) -> BoardDrawing:
    """Return the board with the seat's draft; `why` is the reason that the refused cell gets."""
    after = with_draft_tile(scene.island, draft)
    final = with_draft_build(after, draft, seat)
    prepared = () if draft else scene.prepared
    box = scene.frame or widen_box(box_for(scene.island, draft, (*scene.room, *cells_of(prepared))), scene.ratio)
    tile = after.tiles[-1] if draft and draft.placement else None
    rows, over = draw_land(scene, final, drafted_cells(after, draft, seat))
    flags = clear_of(draw_flags(scene.island, scene.marks, scene.moved), tile_middles(tile))
    return BoardDrawing(
        name=scene.name,
        title=say("Board after turn %(turn)d", turn=scene.turn),
        label=choices_label(draft),
        box=box,
        land=land_box(final, *([scene.alternative[0]] if scene.alternative else [])),
        least=least_width(box, TAPPED if draft else SEEN),
        sea=draw_sea(scene.island, box),
        rows=rows,
        over=over,
        shoals=draw_shoals(final, tile) if tile and tile.level == 1 else None,
        behind=hidden_outline(final),
        numbers=partial(draw_numbers, final),
        labels=partial(draw_labels, final, flags),
        ruins=draw_ruins(final, marks_outside(scene.marks, tile), scene.moved) if scene.shows_ruins else (),
        flags=flags,
        choices=draw_choices(after, scene, draft, seat),
        own=settlement_keys(final, seat) if draft else (),
        last=tuple(cell_key(scene.island.tiles[mark.tile].volcano) for mark in scene.marks if mark.tile is not None),
        draft=draw_draft_marks(scene.island, after, draft, seat),
        refused=draw_refused(after, draft, why),
        elsewhere=sea_tap_query(draft) if draft else None,
        film=draw_film(scene),
        lit=tuple(centre(cell, final.level(cell) or 1) for cell in scene.lit),
        ghosts=draw_ghosts(scene.island, prepared, scene.owner, tile_seats(scene.marks)) if scene.owner else (),
        alternative=draw_alternative(scene, box),
    )


def draw_film(scene: Scene) -> Film | None:
    """Return what moves besides the land, if the turn in motion is an eruption."""
    mark = moved_mark(scene)
    if mark is None or mark.tile is None:
        return None
    return film_eruption(scene.island.tiles[mark.tile], [burial.cell for burial in mark.buried])


def draw_alternative(scene: Scene, box: Box) -> AlternativeDrawing | None:
    """Return the turn that could have been played instead of the one in motion."""
    if scene.alternative is None or scene.before is None:
        return None
    other, label = scene.alternative
    return draw_alternative_turn(scene.island, scene.before, other, label, box)


def moved_mark(scene: Scene) -> Mark | None:
    """Return the mark of the turn in motion, if that placed a tile."""
    return next((mark for mark in scene.marks if mark.number == scene.moved and mark.tile is not None), None)


def draw_land(scene: Scene, final: Island, drafted: Collection[Cell]) -> tuple[DrawnRows, DrawnRows]:
    """Return the land before the turn in motion or the draft, and what that turn changes of it."""
    moved = moved_mark(scene)
    now = draw_cells(final, tile_seats(scene.marks), piece_classes(scene.marks, moved, drafted))
    if scene.before is not None and moved is not None and moved.tile is not None:
        earlier = tile_seats(mark for mark in scene.marks if mark is not moved)
        before = draw_cells(scene.before, earlier, {burial.cell: VANISHES for burial in moved.buried})
        falling = final.tiles[moved.tile].cells
    elif final is scene.island:
        return draw_rows(now.values()), ()
    else:
        before, falling = draw_cells(scene.island, tile_seats(scene.marks), piece_classes(scene.marks)), None
    return draw_rows(before.values()), draw_rows(changed_cells(before, now).values(), falling or ())


def tile_seats(marks: Iterable[Mark]) -> dict[int, int]:
    """Return whose last turn a tile was."""
    return {mark.tile: mark.seat for mark in marks if mark.tile is not None}


def piece_classes(marks: Iterable[Mark], moved: Mark | None = None, drafted: Iterable[Cell] = ()) -> dict[Cell, str]:
    """Return the classes of buildings that are new, that rise with the turn in motion, or that are not yet played."""
    played = (mark for mark in marks if mark.tile is not None)
    looks = {cell: NEW + (RISES if mark is moved else "") for mark in played for cell in mark.built}
    return looks | dict.fromkeys(drafted, DRAFTED)


def drafted_cells(after: Island, draft: Draft | None, seat: int) -> tuple[Cell, ...]:
    """Return the cells that the draft builds on."""
    build = read_build(draft.build) if draft and draft.build else None
    return built_cells(after, build, seat) if build else ()


def marks_outside(marks: Iterable[Mark], tile: Tile | None) -> list[Mark]:
    """Return the marks without burials where the draft's tile lies: that ground is gone."""
    cells = tile.cells if tile else ()
    return [replace(mark, buried=tuple(b for b in mark.buried if b.cell not in cells)) for mark in marks]


def choices_label(draft: Draft | None) -> Words:
    if draft is None:
        return say("Cells of the island")
    return say("Fields to build on") if draft.is_building else say("Cells for the volcano")


def with_draft_tile(island: Island, draft: Draft | None) -> Island:
    return with_tile(island, draft.placement) if draft and draft.placement else island


def with_draft_build(island: Island, draft: Draft | None, seat: int) -> Island:
    build = read_build(draft.build) if draft and draft.build else None
    return with_build(island, build, seat) if build else island


def box_for(island: Island, draft: Draft | None, room: Collection[Cell] = ()) -> Box:
    """Return room for the island and every cell open to this turn's volcano, so that the picture holds still."""
    signs = {volcano_of(text) for text in draft.placements} if draft else set(room)
    land = [(cell, top.level) for cell, top in island.tops.items()]
    return box_around(land or [((0, 0), 1)], signs)


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


def tile_middles(tile: Tile | None) -> list[Point]:
    """Return the middles of the draft's three cells: no flag may stand there."""
    return [centre(cell, tile.level) for cell in tile.cells] if tile else []


def draw_draft_marks(before: Island, after: Island, draft: Draft | None, seat: int) -> DraftMarks | None:
    """Return the edge of the draft's tile, and while it can be turned the directions and what it would bury."""
    if draft is None or draft.placement is None:
        return None
    tile = after.tiles[-1]
    if draft.is_building:
        return DraftMarks(seat, tile_outline(tile))
    burials = [Burial(top.cell, top.owner or 0, top.huts) for top in buried_by(before, draft.placement)]
    return DraftMarks(
        seat,
        edge=tile_outline(tile),
        pips=tuple(draw_pips(tile, draft)),
        buried=tuple(draw_ruin(after.tops[b.cell], b) for b in burials),
    )


def draw_pips(tile: Tile, draft: Draft) -> Iterable[Pip]:
    """Yield a pip near each corner to which the volcano may be turned."""
    x, y = centre(tile.volcano, tile.level)
    for direction in draft.directions:
        dx, dy = CORNERS[DIRECTIONS.index(direction)]
        yield Pip(x + dx * 93 // 100, y + dy * 93 // 100, direction == draft.direction)


def draw_refused(island: Island, draft: Draft | None, why: Explanation | None) -> tuple[RefusedMarks, ...]:
    """Return the cross on the cell that was tapped in vain, and rings on the cells that are the reason."""
    if draft is None or draft.refused is None or why is None:
        return ()
    rings = tuple(centre(cell, island.level(cell) or 1) for cell in why.cells)
    return (RefusedMarks(*centre(draft.refused, island.level(draft.refused) or 1), why.words, rings),)
