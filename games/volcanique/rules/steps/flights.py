"""Flights (V-16.10)."""

from collections.abc import Iterator

from games.volcanique.rules.entries.actions import Fly, Sector
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.effects import relocate_unit, split_unit
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.tiles import LAND_TILES, SHOWN_COLOURS
from games.volcanique.rules.steps.moves import (
    HAS_MOVE,
    IN_TIME,
    count_move,
    counts_of,
    ends_on_a_sector,
    is_own,
    is_thawed,
    moves_left,
    moving_part,
    unit_on,
)


def may_fly(pos: Position, seat: int, flight: Fly) -> bool:
    """Return whether the player has the power and has not flown in this turn."""
    return pos.has(seat, "flying") and not pos.flown


def lands_in_the_wild(pos: Position, seat: int, flight: Fly) -> bool:
    """Return whether nobody controls the biome where it lands."""
    return not pos.units_in(*flight.end)


def flies_alone_or_whole(pos: Position, seat: int, flight: Fly) -> bool:
    """V-16.10: one piece of a group flies, or all of it."""
    unit = unit_on(pos, seat, flight.start)
    assert unit is not None
    return flight.pieces is None or (unit.is_group and flight.pieces == 1)


def make_flight(pos: Position, seat: int, flight: Fly) -> None:
    """Fly to a biome that nobody controls."""
    unit = moving_part(pos, seat, flight.start, None)
    part = split_unit(pos, unit, unit.pieces if flight.pieces is None else flight.pieces)
    relocate_unit(pos, part, *flight.end, "fly")
    pos.flown = True
    count_move(pos)


FLY = Rule(
    Fly,
    (
        Clause(*HAS_MOVE),
        Clause(*IN_TIME),
        Clause("V-16.10", "You need the power Flying critters, and fly once a turn.", may_fly),
        Clause("V-5.1", "None of your critters is there.", is_own),
        Clause("V-19.16", "Critters can't fly from or to frozen hexes.", is_thawed),
        Clause("V-16.10", "No tile there shows that biome, or the critter stands on it already.", ends_on_a_sector),
        Clause("V-16.10", "One critter of a group can fly, or all of it.", flies_alone_or_whole),
        Clause("V-16.10", "A flight ends in a biome that nobody holds.", lands_in_the_wild),
    ),
    make_flight,
)


def possible_flights(pos: Position, seat: int) -> Iterator[Fly]:
    """Flights that may be legal."""
    if moves_left(pos) > 0 and pos.has(seat, "flying") and not pos.flown:
        ends = wild_sectors(pos)
        for unit in pos.units_of(seat):
            start = Sector(unit.cell, unit.colour)
            yield from (Fly(start, end, pieces) for end in ends for pieces in counts_of(unit)[:2])


def wild_sectors(pos: Position) -> list[Sector]:
    """V-9.1, V-16.10: all sectors of uncontrolled biomes."""
    holders = pos.holders()
    return [
        Sector(cell, colour)
        for cell, stack in pos.stacks.items()
        if stack[-1] < LAND_TILES
        for colour in SHOWN_COLOURS[stack[-1]]
        if pos.biomes[colour][cell] not in holders
    ]
