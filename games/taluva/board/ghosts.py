"""Prepared turns on the board: what the tile and the build would look like, none of it played."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.hexes import Cell
from games.taluva.board.drawing.cells import CellDrawing, draw_cells
from games.taluva.board.drawing.layers import tile_outline
from games.taluva.board.drawing.rows import changed_cells, draw_rows
from games.taluva.board.drawing.shapes import Ghost
from games.taluva.board.island import Island, built_cells, laid_tile, with_build, with_tile
from games.taluva.rules import building, placement
from games.taluva.rules.formats import notation
from games.taluva.rules.formats.notation import TurnParts
from games.taluva.rules.placement import Placement


class Owner(NamedTuple):
    """Whose ghosts these are, and by which rule they found settlements."""

    seat: int
    founding: str


def prepared_turns(texts: Sequence[str]) -> list[TurnParts]:
    """Return the prepared turns of these texts, in their order."""
    turns = map(notation.read_turn, texts)
    return [turn for turn in turns if isinstance(turn, TurnParts)]


def draw_ghosts(
    island: Island, turns: Sequence[TurnParts], owner: Owner, seats: Mapping[int, int]
) -> tuple[Ghost, ...]:
    """Return each prepared turn, the first one last, so that it lies on top; `seats`: whose marked tiles are."""
    before = draw_cells(island, seats)
    return tuple(draw_ghost(island, before, turn, owner, seats) for turn in reversed(turns))


def draw_ghost(
    island: Island, before: Mapping[Cell, CellDrawing], turn: TurnParts, owner: Owner, seats: Mapping[int, int]
) -> Ghost:
    """Return the turn as it would look now; of one that is not legal now, the edge of its tile alone."""
    placed = turn.placement
    tile = laid_tile(placed, len(island.tiles), island.level(placed.volcano) + 1)
    if not can_lie(island, placed):
        return Ghost(owner.seat, tile_outline(tile), ())
    after = with_tile(island, notation.placement_text(placed))
    build = turn.build
    if build is None or building.first_violation(after.position, owner.seat, build, owner.founding):
        drawn = draw_cells(after, seats)
    else:
        looks = dict.fromkeys(built_cells(after, build, owner.seat), " drafted")
        drawn = draw_cells(with_build(after, build, owner.seat), seats, looks)
    return Ghost(owner.seat, tile_outline(tile), draw_rows(changed_cells(before, drawn).values()))


def can_lie(island: Island, placed: Placement) -> bool:
    """Return whether the tile is legal there now, or would lie in a sea in which no tile lies yet."""
    return not island.tops or placement.first_violation(island.position, placed) is None


def cells_of(turns: Sequence[TurnParts]) -> list[Cell]:
    """Return the cells of all these tiles."""
    return [cell for turn in turns for cell in turn.placement.cells]
