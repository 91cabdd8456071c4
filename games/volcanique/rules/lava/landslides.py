"""V-16.15: a landslide on an own activation."""

from typing import NamedTuple

from games.hexes import Cell, neighbours
from games.volcanique.rules.lava.lava import ask_to_evacuate
from games.volcanique.rules.position.effects import clear_hex, replace_stacks
from games.volcanique.rules.position.flows import schedule_tasks, wait_for_roll
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.settling import settle_change
from games.volcanique.rules.position.tiles import NAMES, SOIL


def slide_targets(pos: Position, volcano: Cell, cell: Cell) -> list[Cell]:
    """Where the tile of `cell` may slide, in direction order; nowhere if it can't slide at all."""
    if cell not in neighbours(volcano) or not pos.is_biome_land(cell) or pos.is_frozen(cell):
        return []
    return [
        other
        for other in neighbours(cell)
        if other != volcano
        and other in pos.stacks
        and pos.stacks[other][-1] <= SOIL
        and not pos.is_frozen(other)
        and pos.height(other) < pos.height(cell)
    ]


def fits_slide(pos: Position, volcano: Cell, cell: Cell, target: Cell | None) -> bool:
    """V-16.15: whether the slide can be announced, with a target just when the player chooses it."""
    found = slide_targets(pos, volcano, cell)
    if pos.options.landslide_target == "choice":
        return target in found
    return target is None and bool(found)


class Landslide(NamedTuple):
    """V-13.3g, V-16.15: judged again after the lateral eruption; if it is not legal any more nothing happens."""

    volcano: Cell
    cell: Cell
    target: Cell | None

    def run(self, pos: Position) -> None:
        """Find the target, by a die if there are several."""
        if not fits_slide(pos, self.volcano, self.cell, self.target):
            return
        found = slide_targets(pos, self.volcano, self.cell)
        if self.target is not None or len(found) == 1:
            schedule_tasks(pos, SlideEvacuation(self.cell, self.target or found[0]))
        else:
            schedule_tasks(pos, SlideRoll(self.cell, tuple(found)))
            wait_for_roll(pos, len(found), "landslide")


class SlideRoll(NamedTuple):
    """The die has named the target."""

    cell: Cell
    targets: tuple[Cell, ...]

    def run(self, pos: Position) -> None:
        """Start the slide of the tile."""
        schedule_tasks(pos, SlideEvacuation(self.cell, self.targets[pos.rolled - 1]))


class SlideEvacuation(NamedTuple):
    """Critters on the target may evacuate."""

    cell: Cell
    target: Cell

    def run(self, pos: Position) -> None:
        """Ask them."""
        schedule_tasks(pos, SlideArrival(self.cell, self.target))
        ask_to_evacuate(pos, self.target, (self.target, self.cell))


class SlideArrival(NamedTuple):
    """The tile comes down on the target with everybody on it."""

    cell: Cell
    target: Cell

    def run(self, pos: Position) -> None:
        """Move the tile and its critters, and settle what it joins."""
        clear_hex(pos, self.target, "landslide")
        before, stack = pos.snapshot, pos.stacks[self.cell]
        units = {cell: units for cell, units in pos.units.items() if cell != self.cell}
        riders = pos.units.get(self.cell, ())
        if riders:
            units[self.target] = tuple(unit._replace(cell=self.target) for unit in riders)
        pos.units = units
        replace_stacks(pos, {self.cell: stack[:-1], self.target: (*pos.stacks[self.target], stack[-1])})
        pos.tell("slide", **{"from": list(self.cell)}, to=list(self.target), tile=NAMES[stack[-1]])
        settle_change(pos, before, pos.active, fresh=(self.cell,), moved={self.target: self.cell})
