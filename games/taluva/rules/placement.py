"""Step 1 of a turn: where the tile may lie (T-4)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.contract import Violation
from games.hexes import DIRECTIONS, Cell, Triangle, neighbours, triangle
from games.taluva.rules.position import Piece, Position
from games.taluva.rules.tiles import VOLCANO

ORIGIN = (0, 0)


class Placement(NamedTuple):
    """T-3.2: a tile, its volcano's cell and direction, and the cells that follow: the volcano's and both fields'."""

    tile: str
    volcano: Cell
    direction: int
    cells: Triangle

    @classmethod
    def at(cls, tile: str, volcano: Cell, direction: int) -> "Placement":
        """Return the placement with the cells that follow."""
        return cls(tile, volcano, direction, triangle(volcano, direction))


class PlacementClause(NamedTuple):
    """One sentence of T-4: a placement for which it doesn't hold is not legal."""

    number: str
    message: str
    holds: Callable[[Position, Placement], bool]


def starts_at_the_origin(position: Position, placement: Placement) -> bool:
    """Return whether the first tile has its volcano on 0,0."""
    return placement.volcano == ORIGIN


def touches_the_island(position: Position, placement: Placement) -> bool:
    """Return whether a cell of the tile lies along the shore."""
    return not position.shore.isdisjoint(placement.cells)


def covers_only_land(position: Position, placement: Placement) -> bool:
    """Return whether no cell below the tile is sea."""
    return all(cell in position.cells for cell in placement.cells)


def covers_one_level(position: Position, placement: Placement) -> bool:
    """Return whether the three cells below are equally high."""
    volcano, first, second = (position.cells[cell].level for cell in placement.cells)
    return volcano == first == second


def covers_a_volcano(position: Position, placement: Placement) -> bool:
    """Return whether the volcano lands on a volcano."""
    return position.cells[placement.volcano].terrain == VOLCANO


def turns_the_volcano(position: Position, placement: Placement) -> bool:
    """Return whether the direction differs from that of the volcano below."""
    return position.cells[placement.volcano].direction != placement.direction


def spares_temples_and_towers(position: Position, placement: Placement) -> bool:
    """Return whether nothing but huts is covered."""
    return all(position.cells[cell].piece in (None, Piece.HUT) for cell in placement.cells)


def spares_a_building_of_each_settlement(position: Position, placement: Placement) -> bool:
    """Return whether each settlement keeps a building.

    The covered cells of one colour touch each other, so they are of one
    settlement, and it lives on if and only if one of them has a neighbour of that colour outside the tile.
    """
    covered = placement.cells
    for owned in position.owned:
        lost = owned.intersection(covered)
        if lost and not any(owned.intersection(neighbours(cell)) - lost for cell in lost):
            return False
    return True


FIRST_TILE = (PlacementClause("T-4.1", "The first tile has its volcano on 0,0.", starts_at_the_origin),)
EXPANSION = (PlacementClause("T-4.2", "The tile has to touch the island along an edge.", touches_the_island),)
ERUPTION = (
    PlacementClause("T-4.3", "A tile lies wholly on the sea or wholly on land.", covers_only_land),
    PlacementClause("T-4.3a", "The three cells below the tile must have the same level.", covers_one_level),
    PlacementClause("T-4.3b", "The volcano has to land on a volcano.", covers_a_volcano),
    PlacementClause(
        "T-4.3c", "The volcano has to point in another direction than the one below it.", turns_the_volcano
    ),
    PlacementClause("T-4.3d", "A temple or a tower can't be covered.", spares_temples_and_towers),
    PlacementClause(
        "T-4.3e", "No settlement may lose its last building to an eruption.", spares_a_building_of_each_settlement
    ),
)


def clauses_for(position: Position, placement: Placement) -> tuple[PlacementClause, ...]:
    """Return the clauses that judge this placement: of the first tile, of an expansion or of an eruption."""
    if not position.cells:
        return FIRST_TILE
    return EXPANSION if position.cells.keys().isdisjoint(placement.cells) else ERUPTION


def first_violation(position: Position, placement: Placement) -> Violation | None:
    """Return the first clause of T-4 that forbids this placement, or None."""
    return first_broken(clauses_for(position, placement), position, placement)


def first_broken(clauses: tuple[PlacementClause, ...], position: Position, placement: Placement) -> Violation | None:
    """Return the first of these clauses that doesn't hold, or None."""
    for number, message, holds in clauses:
        if not holds(position, placement):
            return Violation(number, message)
    return None


def legal_placements(position: Position, tile: str) -> list[Placement]:
    """Return every legal placement of this tile: what the clauses leave of all that could be; never none (T-4.5)."""
    if not position.cells:
        return [Placement.at(tile, ORIGIN, direction) for direction in range(len(DIRECTIONS))]
    at_sea = [place for place in sea_placements(position, tile) if first_broken(EXPANSION, position, place) is None]
    return at_sea + [
        place for place in land_placements(position, tile) if first_broken(ERUPTION, position, place) is None
    ]


def sea_placements(position: Position, tile: str) -> Iterator[Placement]:
    """Yield the placements wholly at sea with a volcano near the shore: more than those that touch the island."""
    land = position.cells
    for volcano in position.shore.union(*map(neighbours, position.shore)).difference(land):
        around = neighbours(volcano)
        is_sea = [cell not in land for cell in around]
        for direction in range(len(DIRECTIONS)):
            if is_sea[direction] and is_sea[direction - 5]:
                cells = (volcano, around[direction], around[direction - 5])
                yield Placement(tile, volcano, direction, cells)


def land_placements(position: Position, tile: str) -> Iterator[Placement]:
    """Yield the placements with the volcano on a volcano."""
    for volcano, top in position.cells.items():
        if top.terrain == VOLCANO:
            for direction in range(len(DIRECTIONS)):
                yield Placement.at(tile, volcano, direction)


def place_tile(position: Position, placement: Placement, index: int) -> Position:
    """Return the position after this placement of the draw's tile number `index`."""
    return position.after_tile(placement.cells, placement.direction, placement.tile, index)
