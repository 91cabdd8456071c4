"""A position as JSON-serialisable data (T-11)."""

from typing import NotRequired, TypedDict

from games.hexes import DIRECTIONS, Cell
from games.taluva.rules.ending import Standing, score
from games.taluva.rules.position import Hex, Position


class CellState(TypedDict):
    """One cell of the island: its top hexagon and what stands on it."""

    q: int
    r: int
    level: int
    terrain: str
    direction: str | None
    owner: int | None
    piece: str | None
    huts: int
    tile: int


class SeatState(TypedDict):
    """One seat: what its supply holds, what it has built, and whether it still plays."""

    huts: int
    temples: int
    towers: int
    built_huts: int
    built_temples: int
    built_towers: int
    status: str


class State(TypedDict):
    """The whole position. `waiting` is there for a viewer in a game with preview (T-2.6)."""

    turn: int
    to_move: int | None
    tile: str | None
    tiles_left: int
    over: bool
    places: list[int | None]
    reason: str | None
    seats: list[SeatState]
    cells: list[CellState]
    waiting: NotRequired[str | None]


def cell_state(cell: Cell, top: Hex) -> CellState:
    """Return the data of one cell."""
    return {
        "q": cell[0],
        "r": cell[1],
        "level": top.level,
        "terrain": top.terrain,
        "direction": None if top.direction is None else DIRECTIONS[top.direction],
        "owner": top.owner,
        "piece": top.piece.value if top.piece else None,
        "huts": top.huts,
        "tile": top.tile,
    }


def seat_state(position: Position, standing: Standing, seat: int) -> SeatState:
    """Return the data of one seat."""
    supply = position.supplies[seat]
    temples, towers, huts = score(supply)
    return {
        "huts": supply.huts,
        "temples": supply.temples,
        "towers": supply.towers,
        "built_huts": huts,
        "built_temples": temples,
        "built_towers": towers,
        "status": standing.status[seat].value,
    }


def state_data(position: Position, standing: Standing, *, turn: int, tile: str | None, tiles_left: int) -> State:
    """Return the data of the whole position."""
    return {
        "turn": turn,
        "to_move": standing.to_move,
        "tile": tile,
        "tiles_left": tiles_left,
        "over": standing.over,
        "places": list(standing.places),
        "reason": standing.reason.value if standing.reason else None,
        "seats": [seat_state(position, standing, seat) for seat in range(len(position.supplies))],
        "cells": [cell_state(cell, position.cells[cell]) for cell in sorted(position.cells)],
    }
