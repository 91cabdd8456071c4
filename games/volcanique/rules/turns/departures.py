"""Who leaves, and what follows (V-22.7, V-28.23)."""

from games.contract import Violation
from games.volcanique.rules.lava.activation import TileRotation
from games.volcanique.rules.position.ending import stop_game
from games.volcanique.rules.position.flows import schedule_tasks
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.waits import (
    Bonus,
    Discard,
    Inquiry,
    Relief,
    Roll,
    Rotation,
    StartingIsland,
    Uncover,
)
from games.volcanique.rules.questions.policies import default_bonus, relief_colour, resources_to_discard
from games.volcanique.rules.questions.questions import answer_for_those_who_left
from games.volcanique.rules.steps.collecting import discard, relieve
from games.volcanique.rules.steps.setup import give_bonus, lay_island, preset_bases, preset_island

OVER = Violation("V-19.12", "The game is over.")
GONE = Violation("V-22.7", "This seat has left the game.")
NOT_AWAITED = Violation("V-22.6", "Only a player who has to decide something can run out of time.")
IS_ANSWERED = Violation("V-22.6", "This is answered for whoever is late, and the seat stays in the game.")
NO_SUCH_SEAT = Violation("V-22.7", "There is no such seat.")


def decides_by_rule(pos: Position) -> bool:
    """V-28.23: whether what is awaited is answered for whoever is late."""
    return isinstance(pos.wait, Inquiry | Rotation | Relief | Discard | Bonus | Roll | Uncover)


def refusal_to_leave(pos: Position, seat: int, how: str, awaited: tuple[int, ...]) -> Violation | None:
    """Why the seat can't resign, or be out of time."""
    if pos.over:
        return OVER
    if seat not in pos.seats:
        return NO_SUCH_SEAT
    if seat in pos.left:
        return GONE
    if how == "timeout" and seat not in awaited:
        return NOT_AWAITED
    return IS_ANSWERED if how == "timeout" and decides_by_rule(pos) else None


def leave_game(pos: Position, seat: int, how: str) -> None:
    """V-22.7: the seat has left; what it had to decide is decided by the rules."""
    pos.left = (*pos.left, seat)
    pos.committed = True
    pos.tell("left", seat=seat, how=how)
    if len(pos.left) >= pos.options.players - 1:
        stop_game(pos, alone=True)
    elif isinstance(pos.wait, Inquiry):
        answer_for_those_who_left(pos)
    elif seat == pos.active:
        decide_for_departed(pos)


def decide_for_departed(pos: Position) -> None:
    """V-22.7: what the active seat had to decide when it left."""
    wait, pos.wait, seat = pos.wait, None, pos.active
    match wait:
        case StartingIsland():
            lay_island(pos, seat, preset_island(preset_bases(pos)[0]))
        case Bonus(count):
            give_bonus(pos, seat, default_bonus(pos.supply, count))
        case Rotation(cell):
            schedule_tasks(pos, TileRotation(cell))
        case Relief():
            relieve(pos, seat, relief_colour(pos.supply))
        case Discard(count):
            discard(pos, seat, resources_to_discard(pos.held[seat], count))
        case _:
            pos.wait = wait
