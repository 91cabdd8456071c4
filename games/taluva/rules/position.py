"""The island and the supplies: a frozen value, and the new values that tiles and pieces make of it (T-1.5, T-3)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from games.hexes import Cell, Triangle, neighbours
from games.taluva.rules.tiles import VOLCANO


class Piece(Enum):
    """What stands on a field."""

    HUT = "hut"
    TEMPLE = "temple"
    TOWER = "tower"


class Supply(NamedTuple):
    """T-1.5: the pieces that a player has not built yet."""

    huts: int = 20
    temples: int = 3
    towers: int = 2

    def count_of(self, piece: Piece) -> int:
        """Return how many of this kind are left."""
        if piece is Piece.HUT:
            return self.huts
        return self.temples if piece is Piece.TEMPLE else self.towers

    def without(self, piece: Piece, count: int) -> "Supply":
        """Return the supply after `count` of this kind were built."""
        if piece is Piece.HUT:
            return Supply(self.huts - count, self.temples, self.towers)
        if piece is Piece.TEMPLE:
            return Supply(self.huts, self.temples - count, self.towers)
        return Supply(self.huts, self.temples, self.towers - count)


FULL_SUPPLY = Supply()


class Hex(NamedTuple):
    """The top hexagon of a cell: its level, what it shows, its tile's index in the draw, and what stands on it."""

    level: int
    terrain: str
    direction: int | None
    tile: int
    owner: int | None = None
    piece: Piece | None = None

    @property
    def huts(self) -> int:
        """How many huts stand on it: as many as its level, or none (T-5.2, T-5.5)."""
        return self.level if self.piece is Piece.HUT else 0


class Settlement(NamedTuple):
    """Connected buildings of one colour (T-5.1), and `rim`, the empty fields that touch them."""

    cells: frozenset[Cell]
    rim: frozenset[Cell]
    has_temple: bool
    has_tower: bool

    @property
    def anchor(self) -> Cell:
        """The cell that names it in a record (T-10.2)."""
        return min(self.cells)


@dataclass(frozen=True, slots=True)
class Position:
    """The island and the supplies."""

    # The sea that touches land, the empty fields, and each seat's cells with buildings follow from `cells`;
    # they are kept because every question asks for them.

    cells: Mapping[Cell, Hex]
    shore: frozenset[Cell]
    free: frozenset[Cell]
    owned: tuple[frozenset[Cell], ...]
    supplies: tuple[Supply, ...]

    @classmethod
    def at_start(cls, supplies: Iterable[Supply]) -> "Position":
        """Return the open sea."""
        kept = tuple(supplies)
        return cls({}, frozenset(), frozenset(), (frozenset(),) * len(kept), kept)

    def level(self, cell: Cell) -> int:
        """T-3.3: return the number of tiles on a cell; sea is level 0."""
        return self.cells[cell].level if cell in self.cells else 0

    def after_tile(self, covered: Triangle, direction: int, tile: str, index: int) -> "Position":
        """Return the position with this tile on top of three cells."""
        volcano, first, second = covered
        level = self.level(volcano) + 1
        cells = dict(self.cells)
        cells[volcano] = Hex(level, VOLCANO, direction, index)
        cells[first] = Hex(level, tile[0], None, index)
        cells[second] = Hex(level, tile[1], None, index)
        free = self.free.union((first, second))  # the volcano's cell was sea or a volcano (T-4.3b)
        if level > 1:  # an eruption
            # T-4.4: covered huts leave the game; the supplies stay as they are.
            owned = tuple(own.difference(covered) for own in self.owned)
            return Position(cells, self.shore, free, owned, self.supplies)
        around = set(neighbours(volcano)).union(neighbours(first), neighbours(second))
        shore = self.shore.difference(covered) | (around - cells.keys())
        return Position(cells, shore, free, self.owned, self.supplies)

    def after_pieces(self, seat: int, fields: Iterable[Cell], piece: Piece) -> "Position":
        """Return the position with a piece of `seat` on each field; huts are as many as the field's level."""
        cells, spent, built = dict(self.cells), 0, set(fields)
        for cell in built:
            level, terrain, direction, tile, _, _ = cells[cell]
            cells[cell] = Hex(level, terrain, direction, tile, seat, piece)
            spent += level if piece is Piece.HUT else 1
        owned, supplies = list(self.owned), list(self.supplies)
        owned[seat] |= built
        supplies[seat] = supplies[seat].without(piece, spent)
        return Position(cells, self.shore, self.free - built, tuple(owned), tuple(supplies))

    def settlement(self, seat: int, cell: Cell) -> Settlement:
        """T-5.1: return the settlement of `seat` that holds `cell`."""
        owned, found, queue = self.owned[seat], {cell}, [cell]
        for place in queue:
            joined = owned.intersection(neighbours(place)) - found
            found |= joined
            queue += joined
        rim = self.free.intersection(set().union(*map(neighbours, found)))
        pieces = [self.cells[place].piece for place in found]
        return Settlement(frozenset(found), rim, Piece.TEMPLE in pieces, Piece.TOWER in pieces)

    def settlements(self, seat: int) -> list[Settlement]:
        """Return all settlements of `seat`."""
        return list(self._holding(seat, self.owned[seat]))

    def settlements_at(self, seat: int, cell: Cell) -> Iterator[Settlement]:
        """Return the settlements of `seat` that hold or touch `cell`, found one after the other."""
        return self._holding(seat, self.owned[seat].intersection((cell, *neighbours(cell))))

    def _holding(self, seat: int, cells: frozenset[Cell]) -> Iterator[Settlement]:
        left = set(cells)
        while left:
            settlement = self.settlement(seat, left.pop())
            left -= settlement.cells
            yield settlement
