"""Step 1 of a turn: where the tile may lie (T-4)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.rules.contract import Violation
from games.rules.hexes import DIRECTIONS, Cell, Triangle, neighbours, triangle
from games.rules.taluva.position import Piece, Position
from games.rules.taluva.tiles import VOLCANO

ORIGIN = (0, 0)


class Placement(NamedTuple):
    """A tile, its volcano's cell and its volcano's direction (T-3.2)."""

    tile: str
    volcano: Cell
    direction: int

    @property
    def cells(self) -> Triangle:
        """The volcano's cell, the first field's and the second's."""
        return triangle(self.volcano, self.direction)


class Clause(NamedTuple):
    """One sentence of T-4: a placement for which it doesn't hold is not legal."""

    number: str
    message: str
    holds: Callable[[Position, Placement], bool]


def starts_at_the_origin(position: Position, placement: Placement) -> bool:
    """Whether the first tile has its volcano on 0,0."""
    return placement.volcano == ORIGIN


def touches_the_island(position: Position, placement: Placement) -> bool:
    """Whether a cell of the tile lies along the shore."""
    return not position.shore.isdisjoint(placement.cells)


def covers_only_land(position: Position, placement: Placement) -> bool:
    """Whether no cell below the tile is sea."""
    return all(cell in position.cells for cell in placement.cells)


def covers_one_level(position: Position, placement: Placement) -> bool:
    """Whether the three cells below are equally high."""
    volcano, first, second = (position.cells[cell].level for cell in placement.cells)
    return volcano == first == second


def covers_a_volcano(position: Position, placement: Placement) -> bool:
    """Whether the volcano lands on a volcano."""
    return position.cells[placement.volcano].terrain == VOLCANO


def turns_the_volcano(position: Position, placement: Placement) -> bool:
    """Whether the direction differs from that of the volcano below."""
    return position.cells[placement.volcano].direction != placement.direction


def spares_temples_and_towers(position: Position, placement: Placement) -> bool:
    """Whether nothing but huts is covered."""
    return all(position.cells[cell].piece in (None, Piece.HUT) for cell in placement.cells)


def spares_a_building_of_each_settlement(position: Position, placement: Placement) -> bool:
    """Whether each settlement keeps a building. The covered cells of one colour touch each other, so they are of one
    settlement, and it lives on if and only if one of them has a neighbour of that colour outside the tile."""
    covered = placement.cells
    for owned in position.owned:
        lost = owned.intersection(covered)
        if lost and not any(owned.intersection(neighbours(cell)) - lost for cell in lost):
            return False
    return True


FIRST_TILE = (Clause("T-4.1", "The first tile has its volcano on 0,0.", starts_at_the_origin),)
EXPANSION = (Clause("T-4.2", "The tile has to touch the island along an edge.", touches_the_island),)
ERUPTION = (
    Clause("T-4.3", "A tile lies wholly on the sea or wholly on land.", covers_only_land),
    Clause("T-4.3a", "The three cells below the tile must have the same level.", covers_one_level),
    Clause("T-4.3b", "The volcano has to land on a volcano.", covers_a_volcano),
    Clause("T-4.3c", "The volcano has to point in another direction than the one below it.", turns_the_volcano),
    Clause("T-4.3d", "A temple or a tower can't be covered.", spares_temples_and_towers),
    Clause("T-4.3e", "No settlement may lose its last building to an eruption.", spares_a_building_of_each_settlement),
)


def clauses_for(position: Position, placement: Placement) -> tuple[Clause, ...]:
    """The clauses that judge this placement: of the first tile, of an expansion or of an eruption."""
    if not position.cells:
        return FIRST_TILE
    return EXPANSION if position.cells.keys().isdisjoint(placement.cells) else ERUPTION


def refusal(position: Position, placement: Placement) -> Violation | None:
    """The first clause of T-4 that forbids this placement, or None."""
    for number, message, holds in clauses_for(position, placement):
        if not holds(position, placement):
            return Violation(number, message)
    return None


def legal_placements(position: Position, tile: str) -> list[Placement]:
    """Every legal placement of this tile."""
    candidates = (Placement(tile, cell, d) for cell in candidate_cells(position) for d in range(len(DIRECTIONS)))
    return [placement for placement in candidates if refusal(position, placement) is None]


def candidate_cells(position: Position) -> Iterator[Cell]:
    """The cells that a volcano can come to lie on: volcanoes, the shore, and the sea one step beyond it."""
    if not position.cells:
        yield ORIGIN
        return
    yield from (cell for cell, top in position.cells.items() if top.terrain == VOLCANO)
    beyond = set(position.shore).union(*map(neighbours, position.shore))
    yield from beyond - position.cells.keys()


def after(position: Position, placement: Placement, index: int) -> Position:
    """The position after this placement of the draw's tile number `index`."""
    return position.after_tile(placement.cells, placement.direction, placement.tile, index)
