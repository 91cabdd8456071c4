"""From the rules' words to numbers and back: nothing here is compiled."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from .arrays import Board
from .doors import all_builds, all_placements, all_turns, count_runs, lay, link_slots, play_turn, take_back
from .jit import Ints, ints, small_ints
from .rules.builds import gather
from .rules.layout import (
    APART,
    BUILT_HUTS,
    BUILT_TEMPLES,
    BUILT_TOWERS,
    CELL,
    DIRECTION,
    EXPAND,
    GRID,
    HUTS,
    IN,
    JOURNAL_SIZE,
    KIND_UNIT,
    LEFT,
    LEVEL,
    MASK,
    MOVER,
    NO_BUILD,
    NO_DIRECTION,
    OUT,
    OVER,
    OWNER,
    PIECE,
    PLACE,
    PLACED,
    PLACEMENT_UNIT,
    PLAYERS,
    POSITION_SIZE,
    QUEUE,
    RANKING,
    REASON,
    SCRATCH_SIZE,
    SEAT_SIZE,
    SEATS,
    SIDE,
    SLOT_UNIT,
    SLOTS,
    STATUS,
    STEP,
    TEAMS,
    TEMPLES,
    TERRAIN,
    TOWERS,
)

LETTERS = "VJCSRL"
KINDS = "-HWTX"
DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
WAYS = (1, SIDE, SIDE - 1, -1, -SIDE, 1 - SIDE, 1)
PIECES = (None, "hut", "temple", "tower")
STATUSES = {"in": IN, "out": OUT, "placed": PLACED}
REASONS = (None, "early", "tiles", "last-standing")
MOST_TURNS = 1 << 18


class SeatData(TypedDict):
    """A seat in `state()` (T-11)."""

    huts: int
    temples: int
    towers: int
    built_huts: int
    built_temples: int
    built_towers: int
    status: str


class CellData(TypedDict):
    """A cell in `state()` (T-11)."""

    q: int
    r: int
    level: int
    terrain: str
    direction: str | None
    owner: int | None
    piece: str | None


class StateData(TypedDict):
    """What the core reads of `state()` (T-11)."""

    to_move: int | None
    tiles_left: int
    over: bool
    places: list[int | None]
    reason: str | None
    seats: list[SeatData]
    cells: list[CellData]


def tile_code(tile: str) -> int:
    """Return the two terrains of a tile as one number."""
    return LETTERS.index(tile[0]) * 8 + LETTERS.index(tile[1])


def tile_name(code: int) -> str:
    """Return a tile as it is written (T-1.2)."""
    return LETTERS[code >> 3] + LETTERS[code & 7]


class FastPosition:
    """A position on flat arrays, with the scratch space that its questions need."""

    def __init__(self, players: int, tiles: int, *, apart: bool, teams: bool, ranking: bool) -> None:
        self.s: Ints = small_ints(POSITION_SIZE)
        self.j: Ints = ints(JOURNAL_SIZE)
        self.a: Ints = ints(SCRATCH_SIZE)
        self.out: Ints = ints(MOST_TURNS)
        self.room: Ints = ints(1 << 13)
        header = {PLAYERS: players, LEFT: tiles, APART: apart, TEAMS: teams, RANKING: ranking}
        for index, value in header.items():
            self.s[index] = int(value)
        for d, step in enumerate(WAYS):
            self.s[STEP + d] = step
        for p in range(players):
            for index, value in {HUTS: 20, TEMPLES: 3, TOWERS: 2}.items():
                self.s[SEATS + SEAT_SIZE * p + index] = value
        self.west, self.north = 0, 0

    @property
    def board(self) -> Board:
        """The rows that the rules work on."""
        return Board(self.s, self.j, self.a)

    @classmethod
    def from_state(cls, state: Mapping[str, object], *, founding: str, teams: bool, ranking: bool) -> "FastPosition":
        """Return the position that `state()` describes (T-11)."""
        data = cast(StateData, state)
        position = cls(len(data["seats"]), data["tiles_left"], apart=founding == "apart", teams=teams, ranking=ranking)
        position.seat_players(data)
        position.lay_cells(data["cells"])
        return position

    def seat_players(self, data: StateData) -> None:
        """Write supplies, status and places."""
        for p, seat in enumerate(data["seats"]):
            values = {
                HUTS: seat["huts"],
                TEMPLES: seat["temples"],
                TOWERS: seat["towers"],
                BUILT_HUTS: seat["built_huts"],
                BUILT_TEMPLES: seat["built_temples"],
                BUILT_TOWERS: seat["built_towers"],
                STATUS: STATUSES[seat["status"]],
                PLACE: data["places"][p] or 0,
            }
            for index, value in values.items():
                self.s[SEATS + SEAT_SIZE * p + index] = value
        self.s[MOVER] = data["to_move"] or 0
        self.s[OVER] = int(data["over"])
        self.s[REASON] = REASONS.index(data["reason"])

    def lay_cells(self, cells: Sequence[CellData]) -> None:
        """Write slots for all cells; volcanoes come first in their threes, whatever stood there before."""
        volcanoes = [cell for cell in cells if cell["terrain"] == "V"]
        fields = [cell for cell in cells if cell["terrain"] != "V"]
        for slot in range(1, len(cells) + 1):
            cell = volcanoes.pop() if slot % 3 == 1 and volcanoes else fields.pop()
            self.lay_cell(slot, cell)
        self.s[SLOTS] = len(cells)
        self.west = min((cell["q"] for cell in cells), default=0)
        self.north = min((cell["r"] for cell in cells), default=0)
        link_slots(self.s, self.j)

    def lay_cell(self, slot: int, cell: CellData) -> None:
        """Write one cell and what stands on it."""
        direction, owner = cell["direction"], cell["owner"]
        values = {
            CELL: (cell["q"] + SIDE * cell["r"]) & MASK,
            LEVEL: cell["level"],
            TERRAIN: LETTERS.index(cell["terrain"]),
            DIRECTION: NO_DIRECTION if direction is None else DIRECTIONS.index(direction),
            OWNER: 0 if owner is None else owner + 1,
            PIECE: PIECES.index(cell["piece"]),
        }
        for row, value in values.items():
            self.s[row + slot] = value

    def coordinates(self, cell: int) -> tuple[int, int]:
        """Return the axial coordinates of a cell of the torus: those on the island or just beside it."""
        west, north = self.west - 2, self.north - 2
        q = west + ((cell - west) & (SIDE - 1))
        return q, north + ((((cell - q) >> 7) - north) & (SIDE - 1))

    def slot_at(self, q: int, r: int) -> int:
        """Return the slot of a cell, 0 for the sea."""
        return max(int(self.s[GRID + ((q + SIDE * r) & MASK)]), 0)

    def placement_text(self, placement: int, tile: int) -> str:
        """Return a placement as it is written (T-10.2)."""
        q, r = self.coordinates(placement >> 3)
        return f"{tile_name(tile)}@{q},{r}{DIRECTIONS[placement & 7]}"

    def placement_code(self, text: str) -> int:
        """Return the number of a placement that is written so."""
        q, r = text[3:].rstrip("NSEW").split(",")
        direction = text[3:].lstrip("-0123456789,")
        return ((int(q) + SIDE * int(r)) & MASK) * 8 + DIRECTIONS.index(direction)

    def anchor(self, slot: int) -> tuple[int, int]:
        """Return the smallest cell of a settlement, by which it is written (T-10.2)."""
        members = gather(self.s, self.a, slot)
        return min(self.coordinates(int(self.s[CELL + self.a[QUEUE + k]])) for k in range(members))

    def build_text(self, code: int) -> str:
        """Return a build as it is written; the tile lies."""
        kind, slot = code // KIND_UNIT, code % KIND_UNIT // SLOT_UNIT
        if kind == NO_BUILD:
            return "-"
        if kind == EXPAND:
            q, r = self.anchor(slot)
            return f"X@{q},{r}:{LETTERS[code % SLOT_UNIT]}"
        q, r = self.coordinates(int(self.s[CELL + slot]))
        return f"{KINDS[kind]}@{q},{r}"

    def build_code(self, text: str) -> int:
        """Return the number of a build that is written so; the tile lies."""
        if text == "-":
            return NO_BUILD
        kind, _, rest = text.partition("@")
        place, _, terrain = rest.partition(":")
        q, r = map(int, place.split(","))
        code = KINDS.index(kind) * KIND_UNIT + self.slot_at(q, r) * SLOT_UNIT
        return code + (LETTERS.index(terrain) if terrain else 0)

    def turn_text(self, turn: int, tile: int) -> str:
        """Return a turn as it is written (T-10.2)."""
        placement, code = turn // PLACEMENT_UNIT, turn % PLACEMENT_UNIT
        lay(self.s, self.j, placement, tile)
        text = f"{self.placement_text(placement, tile)} {self.build_text(code)}"
        take_back(self.s, self.j)
        return text

    def turn_name(self, turn: int, tile: str) -> str:
        """Return a turn as it is written, for a tile by its name."""
        return self.turn_text(turn, tile_code(tile))

    def turn_code(self, text: str) -> int:
        """Return the number of a turn that is written so."""
        where, _, what = text.partition(" ")
        placement = self.placement_code(where)
        lay(self.s, self.j, placement, tile_code(text[:2]))
        code = self.build_code(what)
        take_back(self.s, self.j)
        return placement * PLACEMENT_UNIT + code

    def placements(self, tile: str) -> list[str]:
        """Return every legal placement, sorted."""
        n = all_placements(self.s, self.out)
        return sorted(self.placement_text(int(self.out[k]), tile_code(tile)) for k in range(n))

    def builds(self, text: str) -> list[str]:
        """Return every legal build after a placement, sorted."""
        placement, tile = self.placement_code(text), tile_code(text[:2])
        n = all_builds(self.s, self.j, self.a, placement, tile, self.out)
        lay(self.s, self.j, placement, tile)
        builds = sorted(self.build_text(int(self.out[k])) for k in range(n))
        take_back(self.s, self.j)
        return builds or ["-"]

    def turns(self, tile: int) -> list[int]:
        """Return every legal turn, as numbers."""
        n = all_turns(self.s, self.j, self.a, tile, self.out, self.room)
        return [int(self.out[k]) for k in range(n)]

    def turns_named(self, tile: str) -> list[int]:
        """Return every legal turn with a tile by its name, as numbers, sorted."""
        return sorted(self.turns(tile_code(tile)))

    def places(self) -> list[int]:
        """Return the place of every seat, 0 while it has none."""
        return [int(self.s[SEATS + SEAT_SIZE * p + PLACE]) for p in range(self.s[PLAYERS])]

    def turns_by_placement(self, tile: str) -> dict[str, int]:
        """Return how many turns there are with each placement."""
        code, many = tile_code(tile), Counter[int]()
        runs = count_runs(self.s, self.j, self.a, code, self.out, self.room)
        for k in range(runs):
            many[int(self.room[2 * k])] += int(self.room[2 * k + 1])
        return {self.placement_text(placement, code): turns for placement, turns in many.items()}

    def play(self, text: str) -> None:
        """Play a legal turn."""
        self.play_code(self.turn_code(text), tile_code(text[:2]))

    def play_code(self, turn: int, tile: int) -> None:
        """Play a legal turn by its number."""
        q, r = self.coordinates(turn // PLACEMENT_UNIT >> 3)
        self.west, self.north = min(self.west, q - 1), min(self.north, r - 1)
        play_turn(self.s, self.j, self.a, turn, tile)

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.s[OVER] != 0

    def mover(self) -> int:
        """Return the seat to move."""
        return int(self.s[MOVER])

    def state(self) -> StateData:
        """Return the position in the words of `state()`, to be compared."""
        over = self.is_over()
        return {
            "to_move": None if over else self.mover(),
            "tiles_left": int(self.s[LEFT]),
            "over": over,
            "places": [int(self.s[SEATS + SEAT_SIZE * p + PLACE]) or None for p in range(self.s[PLAYERS])],
            "reason": REASONS[self.s[REASON]],
            "seats": [self.seat_state(SEATS + SEAT_SIZE * p) for p in range(self.s[PLAYERS])],
            "cells": sorted(map(self.cell_state, range(1, self.s[SLOTS] + 1)), key=lambda cell: (cell["q"], cell["r"])),
        }

    def seat_state(self, seat: int) -> SeatData:
        """Return one seat in the words of `state()`."""
        s = self.s
        return {
            "huts": int(s[seat + HUTS]),
            "temples": int(s[seat + TEMPLES]),
            "towers": int(s[seat + TOWERS]),
            "built_huts": int(s[seat + BUILT_HUTS]),
            "built_temples": int(s[seat + BUILT_TEMPLES]),
            "built_towers": int(s[seat + BUILT_TOWERS]),
            "status": tuple(STATUSES)[s[seat + STATUS]],
        }

    def cell_state(self, slot: int) -> CellData:
        """Return one cell in the words of `state()`."""
        q, r = self.coordinates(int(self.s[CELL + slot]))
        direction, owner = int(self.s[DIRECTION + slot]), int(self.s[OWNER + slot])
        return {
            "q": q,
            "r": r,
            "level": int(self.s[LEVEL + slot]),
            "terrain": LETTERS[self.s[TERRAIN + slot]],
            "direction": None if direction == NO_DIRECTION else DIRECTIONS[direction],
            "owner": owner - 1 if owner else None,
            "piece": PIECES[self.s[PIECE + slot]],
        }
