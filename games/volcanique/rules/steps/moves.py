"""Step T1: moves, groups, takeovers, flights (V-5, V-16.2, V-16.5, V-16.10, V-16.11, V-16.17)."""

from collections.abc import Iterator

from games.hexes import Cell, neighbours
from games.volcanique.rules.entries.actions import Fly, Move, Sector
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.biomes import linked_neighbours
from games.volcanique.rules.position.effects import relocate_unit, send_home, split_unit
from games.volcanique.rules.position.pieces import Snapshot, Unit
from games.volcanique.rules.position.position import Position, Step
from games.volcanique.rules.position.settling import cooperate, hurt_sharing_colossals
from games.volcanique.rules.position.tiles import SHOWN_COLOURS


def unused_moves(pos: Position) -> int:
    """V-5.1, V-16.2: how many moves the active player has not made in this turn."""
    return (2 if pos.has(pos.active, "agile") else 1) - pos.moves


def moves_left(pos: Position) -> int:
    """V-4.2: how many moves the active player may still make."""
    return unused_moves(pos) if pos.step <= Step.MOVE else 0


def unit_on(pos: Position, seat: int, sector: Sector) -> Unit | None:
    """Return the unit of the seat on this sector, if the sector is there."""
    return pos.unit_at(sector.cell, sector.colour, seat)


def moving_part(pos: Position, seat: int, start: Sector, pieces: int | None) -> Unit:
    """Return what moves: the unit, or so many of its pieces."""
    unit = unit_on(pos, seat, start)
    assert unit is not None
    return unit if pieces is None else unit._replace(pieces=pieces)


def is_sector(pos: Position, sector: Sector) -> bool:
    """Return whether the top tile there shows the colour."""
    return sector.cell in pos.biomes[sector.colour]


def is_same_biome(pos: Position, unit: Unit, end: Sector) -> bool:
    """V-5.1a: whether the sector lies in the unit's own biome."""
    return end.colour == unit.colour and pos.biomes[unit.colour][unit.cell] is pos.biomes[end.colour].get(end.cell)


def connecting_cells(pos: Position, cell: Cell) -> set[Cell]:
    """V-16.2: the neighbouring tiles that share a matched edge with the tile there."""
    return {
        other for colour in SHOWN_COLOURS[pos.stacks[cell][-1]] for other in linked_neighbours(pos.stacks, cell, colour)
    }


def is_reached(pos: Position, unit: Unit, end: Sector) -> bool:
    """V-5.1b, V-16.2c: whether the unit can step there from its tile, as far as the tiles go."""
    if end.cell == unit.cell:
        return end.colour != unit.colour
    return (
        pos.has(unit.seat, "agile")
        and end.cell in neighbours(unit.cell)
        and end.cell in connecting_cells(pos, unit.cell)
    )


def units_to_take_over(pos: Position, unit: Unit, end: Sector) -> list[Unit]:
    """V-5.7: the units that the mover would have to take over."""
    return [other for other in pos.units_in(end.cell, end.colour) if not cooperate(pos, unit.seat, other.seat)]


def takes_over(pos: Position, unit: Unit, other: Unit) -> bool:
    """V-5.7, V-28.11: whether the unit takes over the other one."""
    if other.is_group and pos.has(other.seat, "herding") and not is_pack(pos, unit):
        return False
    defence = other.pieces if other.pieces > 1 else 0
    return unit.pieces > defence


def is_pack(pos: Position, unit: Unit) -> bool:
    """V-16.17: whether a group may attack."""
    return unit.is_group and pos.has(unit.seat, "pack")


def may_enter(pos: Position, unit: Unit, end: Sector) -> bool:
    """V-5.3: whether the biome of a sector is uncontrolled, or held by others and the unit may attack or share."""
    units = pos.units_in(end.cell, end.colour)
    if not units:
        return True
    if any(other.seat == unit.seat for other in units):
        return False
    return is_pack(pos, unit) or pos.has(unit.seat, "cooperative")


def has_moves_left(pos: Position, seat: int, move: Move | Fly) -> bool:
    """Return whether the player has not made all moves of this turn."""
    return unused_moves(pos) > 0


def is_time_to_move(pos: Position, seat: int, move: Move | Fly) -> bool:
    """V-4.2: whether T1 is not over."""
    return pos.step <= Step.MOVE


def is_own(pos: Position, seat: int, move: Move | Fly) -> bool:
    """Return whether an own unit stands on the first sector."""
    return unit_on(pos, seat, move.start) is not None


def is_thawed(pos: Position, seat: int, move: Move | Fly) -> bool:
    """V-5.5: whether neither hex is frozen."""
    return not pos.is_frozen(move.start.cell) and not pos.is_frozen(move.end.cell)


def ends_on_a_sector(pos: Position, seat: int, move: Move | Fly) -> bool:
    """Return whether there is such a sector."""
    return is_sector(pos, move.end) and move.start != move.end


def has_the_pieces(pos: Position, seat: int, move: Move | Fly) -> bool:
    """V-23.1: a number is named only if fewer than all pieces of a group go."""
    unit = unit_on(pos, seat, move.start)
    assert unit is not None
    return move.pieces is None or (unit.is_group and 0 < move.pieces < unit.pieces)


def joins_as_written(pos: Position, seat: int, move: Move) -> bool:
    """Return whether an own unit stands on the second sector just when the move joins it."""
    return (unit_on(pos, seat, move.end) is not None) == move.join


def may_join(pos: Position, seat: int, move: Move) -> bool:
    """V-16.11: one single critter joins an own unit that is not colossal, with the power for it."""
    if not move.join:
        return True
    unit, other = unit_on(pos, seat, move.start), unit_on(pos, seat, move.end)
    assert unit is not None
    assert other is not None
    has_power = pos.has(seat, "herding") or pos.has(seat, "pack")
    return has_power and unit.pieces == 1 and not other.colossal


def joins_within_reach(pos: Position, seat: int, move: Move) -> bool:
    """V-16.11: the single critter is in the biome of the unit that it joins, or can reach it from its tile."""
    if not move.join:
        return True
    unit = moving_part(pos, seat, move.start, None)
    return is_same_biome(pos, unit, move.end) or any(
        pos.biomes[move.end.colour][move.end.cell] is pos.biomes[move.end.colour].get(cell)
        for cell in reachable_hexes(pos, unit, move.end.colour)
    )


def reachable_hexes(pos: Position, unit: Unit, colour: int) -> Iterator[Cell]:
    """Yield the hexes with a sector of this colour to which the unit can step, controlled or not (V-28.10)."""
    cells = [unit.cell]
    if pos.has(unit.seat, "agile"):
        cells += sorted(cell for cell in connecting_cells(pos, unit.cell) if not pos.is_frozen(cell))
    for cell in cells:
        if (cell, colour) != (unit.cell, unit.colour) and cell in pos.biomes[colour]:
            yield cell


def moves_within_range(pos: Position, seat: int, move: Move) -> bool:
    """V-5.1, V-5.2, V-16.2: within the biome, or a step out of it."""
    if move.join:
        return True
    unit = moving_part(pos, seat, move.start, move.pieces)
    return is_same_biome(pos, unit, move.end) or is_reached(pos, unit, move.end)


def enters_permitted_biome(pos: Position, seat: int, move: Move) -> bool:
    """V-5.3: an uncontrolled biome, unless the unit may attack or share."""
    if move.join:
        return True
    unit = moving_part(pos, seat, move.start, move.pieces)
    return is_same_biome(pos, unit, move.end) or may_enter(pos, unit, move.end)


def is_strong_enough(pos: Position, seat: int, move: Move) -> bool:
    """V-5.7: whether the unit takes over everybody in the biome who does not share it."""
    if move.join:
        return True
    unit = moving_part(pos, seat, move.start, move.pieces)
    return is_same_biome(pos, unit, move.end) or all(
        takes_over(pos, unit, other) for other in units_to_take_over(pos, unit, move.end)
    )


def count_move(pos: Position) -> None:
    """V-4.2: with the last move T1 becomes T2."""
    pos.moves += 1
    if moves_left(pos) <= 0:
        pos.step = Step.BUY


def make_move(pos: Position, seat: int, move: Move) -> None:
    """Move, form a group, take over or share."""
    before, unit = pos.snapshot, moving_part(pos, seat, move.start, None)
    part = split_unit(pos, unit, unit.pieces if move.pieces is None else move.pieces)
    if move.join:
        other = unit_on(pos, seat, move.end)
        assert other is not None
        relocate_unit(pos, part, *move.end, "join", joined=other.pieces)
    else:
        enter(pos, before, unit, part, move.end)
    count_move(pos)


def enter(pos: Position, before: Snapshot, unit: Unit, part: Unit, end: Sector) -> None:
    """Put the moving part on its new sector; whoever is taken over goes home."""
    biome = pos.biomes[unit.colour][unit.cell]
    if biome is not pos.biomes[end.colour][end.cell]:
        for other in sorted(units_to_take_over(pos, part, end)):
            send_home(pos, other, "takeover")
    arrived = relocate_unit(pos, part, *end, "move")
    hurt_sharing_colossals(pos, before, lambda cell, colour: before.biomes[colour].get(cell), (arrived, biome))


HAS_MOVE = ("V-5.1", "You have no move left in this turn.", has_moves_left)
IN_TIME = ("V-4.2", "It is too late to move in this turn: moves come first.", is_time_to_move)
MOVE = Rule(
    Move,
    (
        Clause(*HAS_MOVE),
        Clause(*IN_TIME),
        Clause("V-5.1", "None of your critters is there.", is_own),
        Clause("V-19.16", "Nothing moves on frozen hexes.", is_thawed),
        Clause("V-5.1", "No tile there shows that biome, or the critter stands on it already.", ends_on_a_sector),
        Clause("V-5.6", "Write a number only for part of a group, smaller than the group.", has_the_pieces),
        Clause("V-2.14", "Write + to join other critters of yours, and only then.", joins_as_written),
        Clause(
            "V-16.11",
            "Only a single critter can join others, not a colossal one, and only with a power for it.",
            may_join,
        ),
        Clause("V-16.11", "It can't reach the critters that it is to join.", joins_within_reach),
        Clause(
            "V-5.1",
            "It can't go that far: stay in the biome, or change it on the same tile, or with Agile on a connected one.",
            moves_within_range,
        ),
        Clause(
            "V-5.3",
            "That biome is held: only packs and Cooperative critters enter one that others hold, and none an own one.",
            enters_permitted_biome,
        ),
        Clause("V-5.7", "Your critters are not strong enough to take over everybody there.", is_strong_enough),
    ),
    make_move,
)


def possible_moves(pos: Position, seat: int) -> Iterator[Move]:
    """Yield the moves that may be legal, each written in one way."""
    if moves_left(pos) <= 0:
        return
    for unit in pos.units_of(seat):
        if not pos.is_frozen(unit.cell):
            start = Sector(unit.cell, unit.colour)
            for end in ends_of(pos, unit):
                yield Move(start, end, join=True)
                yield from (Move(start, end, pieces=pieces) for pieces in counts_of(unit))


def counts_of(unit: Unit) -> list[int | None]:
    """How many pieces of a unit may move: all, or some of a group."""
    return [None, *(range(1, unit.pieces) if unit.is_group else ())]


def ends_of(pos: Position, unit: Unit) -> set[Sector]:
    """Where a unit might go: its biome, its tile, with Agile the connecting tiles, and own units that it might join."""
    found = {Sector(cell, unit.colour) for cell in pos.biomes[unit.colour][unit.cell].cells}
    cells = {unit.cell} | (connecting_cells(pos, unit.cell) if pos.has(unit.seat, "agile") else set())
    found |= {Sector(cell, colour) for cell in cells for colour in SHOWN_COLOURS[pos.stacks[cell][-1]]}
    if pos.has(unit.seat, "herding") or pos.has(unit.seat, "pack"):
        found |= {Sector(other.cell, other.colour) for other in pos.units_of(unit.seat)}
    return found
