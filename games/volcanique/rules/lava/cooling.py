"""How flows end (V-14.9, V-14.14), and the super eruption (V-19.10)."""

from typing import NamedTuple

from games.hexes import neighbours
from games.volcanique.rules.position.effects import clear_hex, replace_flow, replace_stacks
from games.volcanique.rules.position.flows import new_flow, reveal, schedule_tasks
from games.volcanique.rules.position.pieces import Flow
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.settling import settle_change
from games.volcanique.rules.position.tiles import SOIL, VOLCANO
from games.volcanique.rules.position.waits import Uncover


class SoilStep(NamedTuple):
    """V-14.9: in T6 every cooling flow ends; its lava becomes soil, or vanishes (V-14.8, V-28.20)."""

    def run(self, pos: Position) -> None:
        """End them, then lift what they left behind."""
        for flow in pos.flows:
            if flow.state == "cooling":
                end_flow(pos, flow)
        schedule_tasks(pos, LiftStep())


def end_flow(pos: Position, flow: Flow) -> None:
    """End one flow."""
    before, stack = pos.snapshot, pos.stacks[flow.cell]
    replace_flow(pos, flow._replace(state="ended"))
    options = pos.options
    if flow.pooled and options.pooled_lava == "vanish" and options.hot_tiles == "travel":
        replace_stacks(pos, {flow.cell: stack[:-1]})
        reveal(pos, flow.cell)
        settle_change(pos, before, flow.seat, fresh=(flow.cell,))
    else:
        pos.stacks = {**pos.stacks, flow.cell: (*stack[:-1], SOIL)}
        pos.tell("soil", flow=flow.number, hex=list(flow.cell))


class LiftStep(NamedTuple):
    """V-14.14: the hot tiles that ended flows left behind are lifted."""

    def run(self, pos: Position) -> None:
        """Flow by flow; a secret rotation comes out before."""
        flow = next((flow for flow in pos.flows if flow.state == "ended"), None)
        if flow is None:
            return
        schedule_tasks(pos, Lift(flow.number), self)
        secret = next((cell for cell in flow.trail if pos.is_secret(cell)), None)
        if secret is not None:
            pos.wait, pos.committed = Uncover(secret, pos.hidden[secret]), True


class Lift(NamedTuple):
    """V-14.14: the hot tiles of one flow are lifted at once."""

    number: int

    def run(self, pos: Position) -> None:
        """Lift them, and settle what reappears."""
        flow, before = pos.flow(self.number), pos.snapshot
        replace_stacks(pos, {cell: pos.stacks[cell][:-1] for cell in flow.trail})
        for cell in flow.trail:
            reveal(pos, cell)
        replace_flow(pos, flow._replace(trail=()))
        settle_change(pos, before, flow.seat, fresh=flow.trail)


def erupt_super(pos: Position) -> None:
    """V-19.10: the six neighbours are wiped out and erupt."""
    armed = next(flow for flow in pos.flows if flow.state == "armed")
    pos.tell("eruption", seat=armed.seat, hex=list(armed.cell))
    around = neighbours(armed.cell)
    for cell in around:
        clear_hex(pos, cell, "super volcano")
    replace_flow(pos, armed._replace(state="volcano"))
    lands = [cell for cell in around if pos.is_biome_land(cell)]
    replace_stacks(pos, {cell: (*pos.stacks[cell], VOLCANO) for cell in lands})
    for cell in lands:
        new_flow(pos, armed.seat, cell, "volcano")
