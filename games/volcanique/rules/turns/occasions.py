"""Who decides what now, and what is answered for whoever is late (V-22.8, V-28.23, V-28.25)."""

from games.contract import Occasion
from games.volcanique.rules.entries.actions import Choose, Drop, Pick, Turn
from games.volcanique.rules.entries.notation import write_entry
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.tiles import ROTATIONS
from games.volcanique.rules.position.waits import Bonus, Discard, Inquiry, Relief, Roll, Rotation, Uncover
from games.volcanique.rules.questions.policies import (
    automatic_answer,
    default_bonus,
    relief_colour,
    resources_to_discard,
)
from games.volcanique.rules.steps.limited import may_use_any
from games.volcanique.rules.turns.judging import awaited_seats


def is_due(pos: Position) -> bool:
    """Return whether a result of chance is waited for."""
    return isinstance(pos.wait, Roll | Uncover)


def may_play(pos: Position) -> tuple[int, ...]:
    """Those awaited, and holders of limited powers at quiet points."""
    asked = awaited_seats(pos)
    return tuple(seat for seat in pos.seats if seat in asked or may_use_any(pos, seat))


def occasion(pos: Position, seat: int) -> Occasion | None:
    """V-28.25: everything that the active seat does is its turn; another seat has an occasion while it is asked."""
    if pos.over:
        return None
    if seat == pos.active and (seat not in pos.left or seat in awaited_seats(pos)):
        return Occasion(f"turn {pos.turn}" if pos.turn else f"setup {seat + 1}")
    return Occasion(f"answer {pos.turn}.{pos.asked}", is_turn=False) if seat in awaited_seats(pos) else None


def late_answer(pos: Position, seat: int) -> str | None:
    """V-28.23: what is answered for a seat that is late; None for a turn, for an island, or if chance is due."""
    if pos.over or seat not in awaited_seats(pos):
        return None
    match pos.wait:
        case Inquiry():
            question = next(queue[0] for queue in pos.wait.queues if queue[0].seat == seat)
            return write_entry(automatic_answer(pos, pos.wait, question))
        case Rotation(cell):
            return write_entry(Turn(cell, pos.stacks[cell][-1] % ROTATIONS))
        case Bonus(count):
            return write_entry(Choose(default_bonus(pos.supply, count)))
        case Discard(count):
            return write_entry(Drop(resources_to_discard(pos.held[seat], count)))
        case Relief():
            return write_entry(Pick(relief_colour(pos.supply)))
    return None
