"""Settlements read off `state()` (T-11): all that the words about a turn need."""

from typing import NamedTuple

from games.hexes import Cell, neighbours
from games.taluva.rules.formats.state import CellState, SeatState, State


class SettlementView(NamedTuple):
    """Connected buildings of one seat (T-5.1), and the empty fields beside them."""

    cells: frozenset[Cell]
    rim: frozenset[Cell]
    has_temple: bool
    has_tower: bool


class IslandView:
    """The island and the supplies."""

    def __init__(self, state: State) -> None:
        self.cells: dict[Cell, CellState] = {(cell["q"], cell["r"]): cell for cell in state["cells"]}
        self.seats: list[SeatState] = state["seats"]

    def supply(self, seat: int) -> int:
        """Return the huts that a seat has left."""
        return self.seats[seat]["huts"]

    def is_free(self, cell: Cell) -> bool:
        """Return whether a cell is a field without a building."""
        return cell in self.cells and self.cells[cell]["terrain"] != "V" and self.cells[cell]["owner"] is None


def settlements_of(land: IslandView, seat: int) -> list[SettlementView]:
    """Return the settlements of a seat."""
    left = {cell for cell, top in land.cells.items() if top["owner"] == seat}
    found = []
    while left:
        members = connected_cells(min(left), left)
        left -= members
        found.append(describe_settlement(land, members))
    return found


def connected_cells(start: Cell, among: set[Cell]) -> frozenset[Cell]:
    """Return the cells that are connected with one."""
    members, new = {start}, [start]
    while new:
        new = [cell for cell in {near for cell in new for near in neighbours(cell)} if cell in among - members]
        members.update(new)
    return frozenset(members)


def describe_settlement(land: IslandView, members: frozenset[Cell]) -> SettlementView:
    """Return the settlement of these cells."""
    rim = frozenset(near for cell in members for near in neighbours(cell) if land.is_free(near))
    pieces = {land.cells[cell]["piece"] for cell in members}
    return SettlementView(members, rim, "temple" in pieces, "tower" in pieces)
