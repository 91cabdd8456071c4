"""Lava: where it flows, who may divert it, who flees, what it leaves (V-13.7, V-14, V-16.14)."""

from typing import NamedTuple

from games.hexes import Cell, neighbours
from games.volcanique.rules.position.biomes import Stack
from games.volcanique.rules.position.effects import clear_hex, replace_flow, replace_stacks
from games.volcanique.rules.position.flows import reveal, schedule_tasks, uncover_then, wait_for_roll
from games.volcanique.rules.position.pieces import Flow
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.settling import settle_change
from games.volcanique.rules.position.tiles import LAVA, is_hot
from games.volcanique.rules.position.waits import Question
from games.volcanique.rules.questions.policies import critters_on
from games.volcanique.rules.questions.questions import EVACUATE, ask_about_event, ask_about_units

DIVERT = "d"
DIVERSION_DIE = 6


def lava_height(pos: Position, cell: Cell) -> int:
    """V-14.2, D-30: the height that counts for lava."""
    stack = pos.stacks.get(cell, ())
    return len(stack) - (pos.options.lava_height == "ground" and bool(stack) and is_hot(stack[-1]))


def flow_directions(pos: Position, flow: Flow) -> list[int]:
    """V-14.2: the directions in which the flow may go, clockwise from the east."""
    level = lava_height(pos, flow.cell)
    found = [
        direction
        for direction, cell in enumerate(neighbours(flow.cell))
        if cell not in flow.visited and lava_height(pos, cell) < level
    ]
    if pos.options.lava_prefers_land:
        around = neighbours(flow.cell)
        return [direction for direction in found if around[direction] in pos.stacks] or found
    return found


class LavaStep(NamedTuple):
    """V-14.1: every active flow progresses once, the lowest number first."""

    def run(self, pos: Position) -> None:
        """Schedule them."""
        pos.diverted = frozenset()
        schedule_tasks(pos, *(Progress(flow.number) for flow in pos.flows if flow.state in ("volcano", "lava")))


class Progress(NamedTuple):
    """V-14.3a, b: one flow looks for its way."""

    number: int

    def run(self, pos: Position) -> None:
        """Find the candidates, and roll if there are several."""
        flow = pos.flow(self.number)
        found = flow_directions(pos, flow)
        if not found:
            uncover_then(pos, flow, Pool(self.number))
        elif len(found) == 1:
            schedule_tasks(pos, Arrival(self.number, found[0]))
        else:
            schedule_tasks(pos, DirectionRoll(self.number))
            wait_for_roll(pos, len(found), f"f{self.number}")


class DirectionRoll(NamedTuple):
    """V-14.3b: the die has named a candidate."""

    number: int

    def run(self, pos: Position) -> None:
        """Whoever is threatened may divert the lava."""
        found = flow_directions(pos, pos.flow(self.number))
        schedule_tasks(pos, Diversion(self.number, found[pos.rolled - 1]))


class Diversion(NamedTuple):
    """V-14.3c, V-16.14: the next holder with a critter on the target may react."""

    number: int
    direction: int

    def run(self, pos: Position) -> None:
        """Ask, or go on when nobody is left to be asked."""
        flow = pos.flow(self.number)
        around, found = neighbours(flow.cell), flow_directions(pos, flow)
        target = around[self.direction]
        flanks = tuple(around[(self.direction + side) % 6] for side in (-1, 1) if (self.direction + side) % 6 in found)
        seat = next((seat for seat in pos.seats_from(pos.active) if self.is_threatened(pos, target, seat)), None)
        if not flanks or seat is None:
            schedule_tasks(pos, Arrival(self.number, self.direction))
            return
        pos.diverted |= {(self.number, seat)}
        schedule_tasks(pos, DiversionReply(self.number, self.direction))
        ask_about_event(pos, DIVERT, seat, (target, flanks))

    def is_threatened(self, pos: Position, target: Cell, seat: int) -> bool:
        """Return whether this seat holds the power, has a critter on the target, and has not been asked (V-16.14)."""
        return (
            pos.has(seat, "diversion")
            and (self.number, seat) not in pos.diverted
            and critters_on(pos, target, seat) > 0
        )


class DiversionReply(NamedTuple):
    """V-16.14: the holder has answered."""

    number: int
    direction: int

    def run(self, pos: Position) -> None:
        """Roll, or ask the next one."""
        if pos.reply:
            schedule_tasks(pos, DiversionRoll(self.number, self.direction))
            wait_for_roll(pos, DIVERSION_DIE, f"f{self.number} diversion")
        else:
            schedule_tasks(pos, Diversion(self.number, self.direction))


class DiversionRoll(NamedTuple):
    """V-16.14: 1-2 counter-clockwise, 3-4 as it was, 5-6 clockwise, to candidates only."""

    number: int
    direction: int

    def run(self, pos: Position) -> None:
        """Take another target if there is one; its holders may react in turn."""
        aside = (self.direction + (pos.rolled - 1) // 2 - 1) % 6
        found = flow_directions(pos, pos.flow(self.number))
        schedule_tasks(pos, Diversion(self.number, aside if aside in found else self.direction))


class Arrival(NamedTuple):
    """V-14.3d, V-14.5: whoever is on the target may flee."""

    number: int
    direction: int

    def run(self, pos: Position) -> None:
        """Ask the owners."""
        cell = neighbours(pos.flow(self.number).cell)[self.direction]
        schedule_tasks(pos, Flood(self.number, cell))
        ask_to_evacuate(pos, cell, (cell,))


def ask_to_evacuate(pos: Position, cell: Cell, away: tuple[Cell, ...]) -> None:
    """V-14.5, V-14.7: every owner about every unit there, from the active player on."""
    units = pos.units.get(cell, ())
    queues = [
        [Question(EVACUATE, seat, unit) for unit in units if unit.seat == seat] for seat in pos.seats_from(pos.active)
    ]
    ask_about_units(pos, queues, away)


class Flood(NamedTuple):
    """V-14.5, V-28.4: who did not flee is wiped out; then the lava comes."""

    number: int
    cell: Cell

    def run(self, pos: Position) -> None:
        """Clear the target; a volcano that leaves its hex reveals the tile below."""
        clear_hex(pos, self.cell, "lava")
        flow, task = pos.flow(self.number), LavaMove(self.number, self.cell)
        if pos.options.hot_tiles == "travel":
            uncover_then(pos, flow, task)
        else:
            schedule_tasks(pos, task)


class LavaMove(NamedTuple):
    """V-14.3e to h, V-14.4, V-14.12: the lava moves to its target, or merges with what is hot there."""

    number: int
    cell: Cell

    def run(self, pos: Position) -> None:
        """Lay and lift the hot tiles, and settle what reappears."""
        flow, before, changes = pos.flow(self.number), pos.snapshot, dict[Cell, Stack]()
        was_ocean, merges = self.cell not in pos.stacks, pos.is_hot_hex(self.cell)
        if not merges:
            changes[self.cell] = (*pos.stacks.get(self.cell, ()), LAVA)
        travels = pos.options.hot_tiles == "travel"
        if travels:
            changes[flow.cell] = pos.stacks[flow.cell][:-1]
        state = "ended" if merges else "cooling" if was_ocean else "lava"
        trail = (*flow.trail, flow.cell) if pos.options.hot_tiles == "cool_together" else ()
        moved = flow._replace(state=state, cell=self.cell, visited=flow.visited | {self.cell}, trail=trail)
        pos.tell("lava", flow=self.number, **{"from": list(flow.cell)}, to=list(self.cell), merges=merges)
        replace_flow(pos, moved)
        replace_stacks(pos, changes)
        if travels:
            reveal(pos, flow.cell)
            settle_change(pos, before, flow.seat, fresh=(flow.cell,))


class Pool(NamedTuple):
    """V-14.8: the flow finds no way and hardens where it is."""

    number: int

    def run(self, pos: Position) -> None:
        """Turn a volcano into lava; the flow cools."""
        flow = pos.flow(self.number)
        pos.stacks = {**pos.stacks, flow.cell: (*pos.stacks[flow.cell][:-1], LAVA)}
        replace_flow(pos, flow._replace(state="cooling", pooled=True))
        pos.tell("pool", flow=self.number, hex=list(flow.cell))
