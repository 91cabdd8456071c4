"""Turns as text and back (T-10.2)."""

import re
from typing import NamedTuple

from games.contract import Violation
from games.hexes import DIRECTIONS, Cell
from games.taluva.rules.building import Build, BuildKind
from games.taluva.rules.placement import Placement

NO_BUILD = "-"
RESIGN = "resign"
TIMEOUT = "timeout"
# T-10.2: cells, placements, builds, and words that stand alone.
CELL = r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})"
PLACEMENT = re.compile(rf"([JCSRL]{{2}})@{CELL}(SE|SW|NE|NW|E|W)")
BUILD = re.compile(rf"(?:([HTW])@{CELL}|X@{CELL}:([JCSRL]))")
DEPARTURE = re.compile(rf"(?:{RESIGN}(?::([0-9]))?|{TIMEOUT})")
DIRECTION_OF = {name: direction for direction, name in enumerate(DIRECTIONS)}
KIND_OF = {kind.value: kind for kind in BuildKind}

NOT_A_TURN = Violation("T-10.2", "A turn is written like SJ@2,-1SW H@1,-1.")
NOT_A_PLACEMENT = Violation("T-10.2", "A tile's place is written like SJ@2,-1SW.")


class TurnParts(NamedTuple):
    """A placement and a build, or None where nothing can be built (T-6.1)."""

    placement: Placement
    build: Build | None


class Departure(NamedTuple):
    """A seat resigns, or the seat to move runs out of time (T-6.4). No seat: the one to move."""

    how: str
    seat: int | None


def read_turn(text: str) -> TurnParts | Departure | None:
    """Return what the text says, or None when it is no turn."""
    words = text.split()
    if len(words) == 1:
        return read_departure(words[0])
    if len(words) != 2:
        return None
    placement = read_placement(words[0])
    if placement is None:
        return None
    if words[1] == NO_BUILD:
        return TurnParts(placement, None)
    build = read_build(words[1])
    return build and TurnParts(placement, build)


def read_departure(word: str) -> Departure | None:
    """Return the resignation or time-out that the word stands for."""
    found = DEPARTURE.fullmatch(word)
    if found is None:
        return None
    return Departure(word.partition(":")[0], int(found[1]) if found[1] else None)


def read_placement(word: str) -> Placement | None:
    """Return the placement that the word stands for."""
    found = PLACEMENT.fullmatch(word)
    if found is None:
        return None
    tile, q, r, direction = found.groups()
    return Placement.at(tile, (int(q), int(r)), DIRECTION_OF[direction])


def read_build(word: str) -> Build | None:
    """Return the build that the word stands for."""
    found = BUILD.fullmatch(word)
    if found is None:
        return None
    letter, q, r, settlement_q, settlement_r, terrain = found.groups()
    if letter:
        return Build(KIND_OF[letter], (int(q), int(r)))
    return Build(BuildKind.EXPANSION, (int(settlement_q), int(settlement_r)), terrain)


def cell_text(cell: Cell) -> str:
    """Return a cell as `q,r`."""
    return f"{cell[0]},{cell[1]}"


def placement_text(placement: Placement) -> str:
    """Return a placement as `SJ@2,-1SW`."""
    tile, (q, r), direction, _ = placement
    return f"{tile}@{q},{r}{DIRECTIONS[direction]}"


def build_text(build: Build | None) -> str:
    """Return a build as `H@1,-1` or `X@-1,1:L`; `-` for none."""
    if build is None:
        return NO_BUILD
    kind, (q, r), terrain = build
    return f"{kind.value}@{q},{r}:{terrain}" if terrain else f"{kind.value}@{q},{r}"


def turn_text(placement: Placement, build: Build | None) -> str:
    """Return a whole turn."""
    return f"{placement_text(placement)} {build_text(build)}"
