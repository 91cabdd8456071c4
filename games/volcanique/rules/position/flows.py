"""What everything that flows or erupts needs: tasks, dice, secrets that come out, new flows."""

from games.hexes import Cell
from games.volcanique.rules.position.pieces import Flow
from games.volcanique.rules.position.position import Position, Task
from games.volcanique.rules.position.tiles import NAMES, ROTATIONS, kind_of
from games.volcanique.rules.position.waits import Roll, Uncover


def schedule_tasks(pos: Position, *tasks: Task) -> None:
    """Put tasks on the agenda, the first of them next."""
    pos.agenda = (*pos.agenda, *reversed(tasks))


def wait_for_roll(pos: Position, sides: int, purpose: str) -> None:
    """V-23.7: a die is due, and nothing before it can be taken back."""
    pos.wait, pos.committed, pos.purpose = Roll(sides), True, purpose


def uncover_then(pos: Position, flow: Flow, task: Task) -> None:
    """Do the task once the secret rotation below the flow's volcano, if there is one, has come out (V-13.6)."""
    schedule_tasks(pos, task)
    if pos.is_secret(flow.cell):
        pos.wait, pos.committed = Uncover(flow.cell, pos.hidden[flow.cell]), True


def reveal(pos: Position, cell: Cell) -> None:
    """Note the tile that reappears."""
    pos.tell("reveal", hex=list(cell), tile=NAMES[pos.stacks[cell][-1]])


def uncover(pos: Position, cell: Cell, rotation: int) -> None:
    """V-13.6: the secret rotation of the tile below a volcano comes out."""
    stack = pos.stacks[cell]
    tile = rotated_tile(stack[-2], rotation)
    pos.stacks = {**pos.stacks, cell: (*stack[:-2], tile, stack[-1])}
    pos.shown |= {pos.hidden[cell]}
    pos.hidden = {other: entry for other, entry in pos.hidden.items() if other != cell}
    pos.tell("uncovered", hex=list(cell), tile=NAMES[tile])


def rotated_tile(member: int, rotation: int) -> int:
    """Return the land tile of this kind in a rotation."""
    return kind_of(member) * ROTATIONS + rotation


def new_flow(pos: Position, seat: int, cell: Cell, state: str) -> None:
    """V-13.8: a volcano starts a flow."""
    pos.flow_count += 1
    flow = Flow(pos.flow_count, seat, state, cell, frozenset((cell,)))
    pos.flows = (*pos.flows, flow)
