"""Step T5: collecting, relief, the discard (V-12)."""

from typing import NamedTuple

from games.volcanique.rules.entries.actions import Drop, Pick
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.effects import pay_price, receive_resources
from games.volcanique.rules.position.flows import schedule_tasks
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import Counts, covers, letters_of, of_colour
from games.volcanique.rules.position.waits import Discard, Relief
from games.volcanique.rules.questions.policies import relief_colour, resources_to_discard


class CollectStep(NamedTuple):
    """V-12.1 to V-12.3: a resource for every biome, one more for every herd."""

    def run(self, pos: Position) -> None:
        """Collect, then relief and the discard."""
        seat, due = pos.active, [0, 0, 0]
        for biome, units in pos.holders().items():
            if any(unit.seat == seat and not pos.is_frozen(unit.cell) for unit in units):
                due[biome.colour] += 1
        if pos.has(seat, "herding"):
            for unit in pos.units_of(seat):
                due[unit.colour] += unit.is_group and not pos.is_frozen(unit.cell)
        got: Counts = (min(due[0], pos.supply[0]), min(due[1], pos.supply[1]), min(due[2], pos.supply[2]))
        if any(got):
            receive_resources(pos, seat, got)
            pos.tell("collect", seat=seat, resources=letters_of(got))
        schedule_tasks(pos, ReliefStep(), DiscardStep())


class ReliefStep(NamedTuple):
    """V-12.6: a resource for whoever controls nothing."""

    def run(self, pos: Position) -> None:
        """Ask which, if there is a choice (V-3.7)."""
        seat = pos.active
        has_anything = any(unit.seat == seat for units in pos.units.values() for unit in units)
        if not pos.options.relief or has_anything or seat in pos.sea.values() or not any(pos.supply):
            return
        if sum(map(bool, pos.supply)) > 1 and seat not in pos.left:
            pos.wait = Relief()
        else:
            relieve(pos, seat, relief_colour(pos.supply))


def relieve(pos: Position, seat: int, colour: int) -> None:
    """Give the seat one resource for V-12.6."""
    receive_resources(pos, seat, of_colour(colour))
    pos.tell("relief", seat=seat, resources=letters_of(of_colour(colour)))


def resource_cap(pos: Position, seat: int) -> int:
    """V-12.4: how many resources the seat may keep."""
    least = 8 if pos.has(seat, "extra") else 7 if pos.has(seat, "bountiful") else 0
    return max(pos.options.base_cap, least)


class DiscardStep(NamedTuple):
    """V-12.4, V-12.5: down to the cap, at this moment only."""

    def run(self, pos: Position) -> None:
        """Ask which resources go, if there is a choice."""
        seat = pos.active
        excess = sum(pos.held[seat]) - resource_cap(pos, seat)
        if excess <= 0:
            return
        if sum(map(bool, pos.held[seat])) > 1 and seat not in pos.left:
            pos.wait = Discard(excess)
        else:
            discard(pos, seat, resources_to_discard(pos.held[seat], excess))


def discard(pos: Position, seat: int, resources: Counts) -> None:
    """Return these resources of the seat to the supply."""
    pay_price(pos, seat, resources)
    pos.tell("discard", seat=seat, resources=letters_of(resources))


def is_discard_due(pos: Position, seat: int, drop: Drop) -> bool:
    """Return whether resources are to be discarded."""
    return isinstance(pos.wait, Discard)


def is_exact_excess(pos: Position, seat: int, drop: Drop) -> bool:
    """V-23.1: just what is over the cap."""
    return isinstance(pos.wait, Discard) and sum(drop.resources) == pos.wait.size


def is_held(pos: Position, seat: int, drop: Drop) -> bool:
    """Return whether the player has them."""
    return covers(pos.held[seat], drop.resources)


def drop_resources(pos: Position, seat: int, drop: Drop) -> None:
    """Discard them."""
    pos.wait = None
    discard(pos, seat, drop.resources)


DROP = Rule(
    Drop,
    (
        Clause("V-12.4", "You have nothing to discard.", is_discard_due),
        Clause("V-12.4", "Discard exactly as many resources as are over the cap.", is_exact_excess),
        Clause("V-6.3", "You do not have these resources.", is_held),
    ),
    drop_resources,
)


def is_relief_due(pos: Position, seat: int, pick: Pick) -> bool:
    """Return whether a resource is to be picked."""
    return isinstance(pos.wait, Relief)


def is_supplied(pos: Position, seat: int, pick: Pick) -> bool:
    """Return whether the supply has one."""
    return pos.supply[pick.colour] > 0


def pick_resource(pos: Position, seat: int, pick: Pick) -> None:
    """Take it."""
    pos.wait = None
    relieve(pos, seat, pick.colour)


PICK = Rule(
    Pick,
    (
        Clause("V-12.6", "There is no resource to pick now.", is_relief_due),
        Clause("V-12.6", "The supply has no such resource.", is_supplied),
    ),
    pick_resource,
)
