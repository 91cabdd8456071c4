"""What stands and flows on the board: units, flows, and a snapshot of who is where."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from games.hexes import Cell
from games.volcanique.rules.position.biomes import Biomes


class Unit(NamedTuple):
    """V-2.13: what moves as one: a single critter, a colossal one of two pieces, or a group."""

    cell: Cell
    colour: int
    seat: int
    pieces: int = 1
    colossal: bool = False

    @property
    def is_group(self) -> bool:
        """Return whether it is a pack or a herd."""
        return self.pieces > 1 and not self.colossal


Units: TypeAlias = Mapping[Cell, tuple[Unit, ...]]


class Flow(NamedTuple):
    """V-13.8: what a volcano started. `trail`: hexes left behind hot (V-14.14); `visited` as in V-14.2."""

    number: int
    seat: int
    state: str
    cell: Cell
    visited: frozenset[Cell]
    trail: tuple[Cell, ...] = ()
    pooled: bool = False

    @property
    def is_active(self) -> bool:
        """V-19.11: whether the game can't end before it has."""
        return self.state in ("volcano", "lava", "cooling")


class Snapshot(NamedTuple):
    """The biomes and units just before a change (V-8.3)."""

    biomes: Biomes
    units: Units
