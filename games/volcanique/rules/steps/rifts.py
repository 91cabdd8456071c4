"""Rift: a part of an island moves by one step (V-16.19), and which Rifts there are (V-28.24)."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from games.hexes import Cell, neighbours
from games.volcanique.rules.entries.actions import Tear
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.geometry import component, components, hex_beside, hexes_within, is_connected
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.settling import settle_change
from games.volcanique.rules.position.words import ordered_points
from games.volcanique.rules.steps.limited import (
    OWN_TURN,
    QUIET_POINT,
    RIFT,
    USED_UP,
    has_power,
    is_at_quiet_point,
    is_in_permitted_turn,
    is_unused,
    may_use,
    relocate_hexes,
    use_up,
)


def rest_of(pos: Position, tear: Tear) -> set[Cell]:
    """Return the rest of the island."""
    return component(pos.stacks, tear.part[0]) - set(tear.part)


def is_on_one_island(pos: Position, seat: int, tear: Tear) -> bool:
    """Return whether all hexes belong to one island."""
    return tear.part[0] in pos.stacks and set(tear.part) <= component(pos.stacks, tear.part[0])


def leaves_something(pos: Position, seat: int, tear: Tear) -> bool:
    """Return whether something of the island stays."""
    return bool(rest_of(pos, tear))


def is_two_parts(pos: Position, seat: int, tear: Tear) -> bool:
    """Return whether both parts hang together."""
    return is_connected(tear.part) and is_connected(rest_of(pos, tear))


def moves_over_ocean(pos: Position, seat: int, tear: Tear) -> bool:
    """Return whether every hex of the part moves onto ocean, or where the part was."""
    part = set(tear.part)
    targets = {hex_beside(cell, tear.direction) for cell in part}
    return targets.isdisjoint(pos.stacks.keys() - part)


def tears_apart(pos: Position, seat: int, tear: Tear) -> bool:
    """Return whether a whole ocean hex lies between the parts afterwards."""
    targets = {hex_beside(cell, tear.direction) for cell in tear.part}
    return hexes_within(targets, 1).isdisjoint(rest_of(pos, tear))


def is_tear_thawed(pos: Position, seat: int, tear: Tear) -> bool:
    """V-16.19: whether no hex of the part, and none that it moves to, is frozen."""
    return not any(pos.is_frozen(cell) or pos.is_frozen(hex_beside(cell, tear.direction)) for cell in tear.part)


def tear_island(pos: Position, seat: int, tear: Tear) -> None:
    """Move the part, then settle what it joins."""
    before, moves = pos.snapshot, {cell: hex_beside(cell, tear.direction) for cell in tear.part}
    relocate_hexes(pos, moves)
    use_up(pos, seat, RIFT)
    pos.tell(
        "rift", seat=seat, hexes=ordered_points(moves), to=ordered_points(moves.values()), direction=tear.direction
    )
    settle_change(pos, before, seat, moved={end: start for start, end in moves.items()})


TEAR = Rule(
    Tear,
    (
        Clause("V-16.19", "You need the power Rift.", has_power),
        Clause(*USED_UP, is_unused),
        Clause(*OWN_TURN, is_in_permitted_turn),
        Clause(*QUIET_POINT, is_at_quiet_point),
        Clause("V-16.19", "These hexes are not all on one island.", is_on_one_island),
        Clause("V-16.19", "Part of the island has to stay where it is.", leaves_something),
        Clause("V-16.19", "Each of the two parts has to be connected.", is_two_parts),
        Clause("V-16.19", "The part that moves would run into land.", moves_over_ocean),
        Clause("V-16.19", "The parts would still touch.", tears_apart),
        Clause("V-19.16", "Frozen hexes do not move, and nothing moves onto them.", is_tear_thawed),
    ),
    tear_island,
)


# Which Rifts there are. A hex that moves takes along every hex of its island that would lie beside it afterwards, or
# the parts would touch. So a part is found by taking along what is demanded until both parts hang together.


class Cut(NamedTuple):
    """An island of which a part is to move in a direction: what goes, what stays, the rest not decided yet."""

    island: frozenset[Cell]
    direction: int
    goes: frozenset[Cell]
    stays: frozenset[Cell]

    def decided(self, goes: Iterable[Cell] = (), stays: Iterable[Cell] = ()) -> "Cut | None":
        """Return the cut with more decided, and all that follows; None if that can't be."""
        moving, resting = spread(self.island, self.goes.union(goes), self.direction), self.stays.union(stays)
        if not moving.isdisjoint(resting) or moving == self.island:
            return None
        resting = spread(self.island, resting, (self.direction + 3) % 6)  # what does not go can't be taken along
        return self._replace(goes=moving, stays=resting)


def spread(island: frozenset[Cell], cells: frozenset[Cell], direction: int) -> frozenset[Cell]:
    """Return the hexes with all of the island that, step by step, lie beside where they lead."""
    found, queue = set(cells), list(cells)
    for cell in queue:
        target = hex_beside(cell, direction)
        more = island.intersection((target, *neighbours(target))) - found
        found |= more
        queue += more
    return frozenset(found)


def possible_tears(pos: Position, seat: int, directions: Iterable[int], given: tuple[Cell, ...]) -> Iterator[Tear]:
    """Yield Rifts whose hexes begin with the given ones: one for every hex with which some Rift goes on."""
    if not may_use(pos, seat, RIFT):
        return
    for direction, cells in product(directions, list(components(pos.stacks))):
        if cells.issuperset(given):
            barred = [cell for cell in cells if is_held(pos, cells, cell, direction)]
            cut = Cut(frozenset(cells), direction, frozenset(), frozenset()).decided(stays=barred)
            yield from (Tear(direction, part) for part in parts_that_begin(cut, given))


def is_held(pos: Position, island: set[Cell], cell: Cell, direction: int) -> bool:
    """Return whether a hex of an island can't move: it would run into other land, or is frozen before or after."""
    target = hex_beside(cell, direction)
    return pos.is_frozen(cell) or pos.is_frozen(target) or (target in pos.stacks and target not in island)


def parts_that_begin(cut: Cut | None, given: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
    """Yield parts, their hexes in order: for every hex that may come next after the given ones, one."""
    for last in sorted(cut.island) if cut else ():
        if cut and (not given or last > given[-1]):
            named = {*given, last}
            begun = cut.decided(named, (cell for cell in cut.island if cell < last and cell not in named))
            part = whole_part(begun) if begun else None
            if part:
                yield tuple(sorted(part))


def whole_part(cut: Cut) -> frozenset[Cell] | None:
    """Return a part that may move, None if there is none: what is not decided is tried in both ways."""
    rests, open_cells = list(components(cut.island - cut.goes)), cut.island - cut.goes - cut.stays
    held = [rest for rest in rests if rest & cut.stays]
    first = component(cut.goes | open_cells, min(cut.goes))
    if len(held) > 1 or not cut.goes <= first:
        return None
    if len(rests) > 1:  # one stays, the others go
        ways = [cut.decided(goes=cut.island - rest) for rest in held or rests]
    elif is_connected(cut.goes):
        return cut.goes
    else:
        near = component(cut.goes, min(cut.goes))
        cell = min(cell for cell in open_cells if not near.isdisjoint(neighbours(cell)))
        ways = [cut.decided(goes=[cell]), cut.decided(stays=[cell])]
    return next((part for way in ways if way and (part := whole_part(way))), None)
