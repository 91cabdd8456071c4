"""A position as JSON-serialisable data for a viewer that may know some rotations."""

from collections.abc import Mapping
from typing import TypedDict

from games.volcanique.rules.position.ending import end_reason
from games.volcanique.rules.position.flows import rotated_tile
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import letters_of
from games.volcanique.rules.position.tiles import COLOURS, HIDDEN, KINDS, NAMES
from games.volcanique.rules.position.waits import (
    Bonus,
    Discard,
    Inquiry,
    Relief,
    Roll,
    Rotation,
    StartingIsland,
    Uncover,
)
from games.volcanique.rules.position.words import sector_words
from games.volcanique.rules.scoring import all_scores, final_places
from games.volcanique.rules.turns.judging import awaited_seats


class HexState(TypedDict):
    """A hex of land: its stack from bottom to top."""

    q: int
    r: int
    stack: list[str]


class UnitState(TypedDict):
    """A unit on land; `kind` is single, group or colossal."""

    seat: int
    q: int
    r: int
    colour: str
    pieces: int
    kind: str


class SeatState(TypedDict):
    """One seat: its pieces, resources and powers, and what it would score now."""

    hand: int
    crater: int
    resources: str
    slots: list[str]
    powers: list[str]
    track: int
    volcanoes: int
    bought: int
    points: dict[str, int]
    total: int
    left: bool
    limited: list[str]


class QuestionState(TypedDict):
    """What a seat is asked: the letter of the answer, and about which sector."""

    seat: int
    kind: str
    sector: str | None


class FlowState(TypedDict):
    """A flow: who owns it, what it is, where, and where it has been."""

    number: int
    seat: int
    state: str
    q: int
    r: int
    visited: list[list[int]]


class State(TypedDict):
    """The whole position."""

    turn: int
    round: int
    active: int
    stage: str
    step: str
    awaited: list[int]
    wait: str | None
    due: int
    asked: list[QuestionState]
    bought: str
    moves: int
    hexes: list[HexState]
    units: list[UnitState]
    sea: list[list[int]]
    flows: list[FlowState]
    frost: list[int] | None
    grid: dict[str, str]
    tiles: dict[str, int]
    resources: str
    seats: list[SeatState]
    trigger: str | None
    idle: int
    over: bool
    places: list[int | None]
    reason: str | None


WAITS = {
    Roll: "roll",
    Uncover: "uncover",
    StartingIsland: "found",
    Bonus: "bonus",
    Rotation: "rotate",
    Relief: "relief",
    Discard: "discard",
    Inquiry: "answer",
}


def state_data(pos: Position, entries: int, rotations: Mapping[int, int | None]) -> State:
    """Return the data of the whole position."""
    return {
        "turn": entries,
        "round": pos.turn,
        "active": pos.active,
        "stage": pos.stage.value,
        "step": pos.step.name.lower(),
        "awaited": list(awaited_seats(pos)),
        "wait": None if pos.wait is None else WAITS[type(pos.wait)],
        "due": due_number(pos),
        "asked": question_data(pos),
        "bought": pos.bought,
        "moves": pos.moves,
        "hexes": [hex_state(pos, cell, rotations) for cell in sorted(pos.stacks)],
        "units": unit_data(pos),
        "sea": [[*cell, seat] for cell, seat in sorted(pos.sea.items())],
        "flows": flow_data(pos),
        "frost": None if pos.frost is None else [*pos.frost[0], pos.frost[1]],
        "grid": dict(pos.grid),
        "tiles": dict(zip(KINDS, pos.tiles, strict=True)),
        "resources": letters_of(pos.supply),
        "seats": seat_data(pos),
        "trigger": pos.trigger,
        "idle": pos.idle,
        "over": pos.over,
        "places": list(final_places(pos)),
        "reason": end_reason(pos),
    }


def due_number(pos: Position) -> int:
    """Return the sides of the die, or how many resources are to be chosen."""
    match pos.wait:
        case Roll(sides):
            return sides
        case Bonus(count) | Discard(count):
            return count
    return 0


def question_data(pos: Position) -> list[QuestionState]:
    """Return what seats are asked now."""
    if not isinstance(pos.wait, Inquiry):
        return []
    return [
        {
            "seat": queue[0].seat,
            "kind": queue[0].kind,
            "sector": None if queue[0].unit is None else sector_words(queue[0].unit.cell, queue[0].unit.colour),
        }
        for queue in pos.wait.queues
    ]


def hex_state(pos: Position, cell: tuple[int, int], rotations: Mapping[int, int | None]) -> HexState:
    """One hex."""
    return {"q": cell[0], "r": cell[1], "stack": stack_names(pos, cell, rotations)}


def stack_names(pos: Position, cell: tuple[int, int], rotations: Mapping[int, int | None]) -> list[str]:
    """Return the members of a stack; a secret rotation is shown to whoever knows it."""
    stack = list(pos.stacks[cell])
    known = rotations.get(pos.hidden.get(cell, 0))
    if known is not None and stack[-2] >= HIDDEN:
        stack[-2] = rotated_tile(stack[-2], known)
    return [NAMES[member] for member in stack]


def unit_data(pos: Position) -> list[UnitState]:
    """All units, by hex, colour and seat."""
    every = sorted(unit for units in pos.units.values() for unit in units)
    return [
        {
            "seat": unit.seat,
            "q": unit.cell[0],
            "r": unit.cell[1],
            "colour": COLOURS[unit.colour],
            "pieces": unit.pieces,
            "kind": "colossal" if unit.colossal else "group" if unit.is_group else "single",
        }
        for unit in every
    ]


def flow_data(pos: Position) -> list[FlowState]:
    """Return the flows that the position keeps: with `cool_together` also ended ones until they are lifted."""
    return [
        {
            "number": flow.number,
            "seat": flow.seat,
            "state": flow.state,
            "q": flow.cell[0],
            "r": flow.cell[1],
            "visited": [list(cell) for cell in sorted(flow.visited)],
        }
        for flow in pos.flows
    ]


def seat_data(pos: Position) -> list[SeatState]:
    """Return what every seat has."""
    return [seat_state(pos, seat, items._asdict(), items.total) for seat, items in enumerate(all_scores(pos))]


def seat_state(pos: Position, seat: int, points: dict[str, int], total: int) -> SeatState:
    """Return what one seat has."""
    return {
        "hand": pos.hands[seat],
        "crater": pos.craters[seat],
        "resources": letters_of(pos.held[seat]),
        "slots": list(pos.slots[seat]),
        "powers": sorted(pos.powers[seat]),
        "track": pos.track[seat],
        "volcanoes": pos.volcanoes[seat],
        "bought": pos.points[seat],
        "points": points,
        "total": total,
        "left": seat in pos.left,
        "limited": [
            f"{power}{' in the end' if ending else ''}" for who, power, ending in sorted(pos.limited) if who == seat
        ],
    }
