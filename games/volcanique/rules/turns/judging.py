"""One entry of the log, judged: the position after it, or the first clause that forbids it."""

from typing import Final

from games.contract import Violation
from games.volcanique.rules.entries import actions as act
from games.volcanique.rules.entries.actions import Action
from games.volcanique.rules.entries.clauses import AnyRule
from games.volcanique.rules.position.ending import trigger_when_out_of_critters
from games.volcanique.rules.position.flows import uncover
from games.volcanique.rules.position.position import Position, Stage, Step
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
from games.volcanique.rules.scoring import tell_result
from games.volcanique.rules.steps.collecting import DROP, PICK
from games.volcanique.rules.steps.limited import canonical_drift
from games.volcanique.rules.turns.departures import GONE, leave_game, refusal_to_leave
from games.volcanique.rules.turns.possible import FORCED, can_act
from games.volcanique.rules.turns.table import RULE_OF
from games.volcanique.rules.turns.turns import END, finish_turn

OVER = Violation("V-19.12", "The game is over.")
NOT_YOUR_TURN = Violation("V-4.1", "It is not this seat's turn.")
NOT_ASKED = Violation("V-22.2", "There is no question for you to answer.")
ANSWER_FIRST = Violation("V-22.2", "A question has to be answered first.")
CHOOSE_FIRST = Violation("V-24.1", "Something else has to be decided first.")
NOTHING_DUE = Violation("V-21.2", "No die is to be rolled now, and no tile is to be uncovered.")
WRONG_RESULT = Violation("V-21.2", "This is not what was rolled or drawn.")
UNKNOWN = Violation("V-21.2", "What chance has brought is not known yet.")
NO_MASK = Violation("V-23.6", "Give the rotation of the tile, 0 to 5.")
NOTHING_TO_UNDO = Violation("V-21.6", "That can't be taken back any more.")

RULES: Final[dict[type[object], AnyRule]] = {
    **RULE_OF,
    act.End: END,
    act.Drop: DROP,
    act.Pick: PICK,
    act.ForcedPass: FORCED,
}
ANSWERS = (act.Answer, act.Reply)
ANYTIME = (act.Drift, act.Tear)
WAITED_FOR: Final[dict[type[object], type[object]]] = {
    act.Found: StartingIsland,
    act.Choose: Bonus,
    act.Turn: Rotation,
    act.Drop: Discard,
    act.Pick: Relief,
}
COOL_ACTIONS = (act.Claim, act.End)


def awaited_seats(pos: Position) -> tuple[int, ...]:
    """Return the seats that the game waits for."""
    if pos.over:
        return ()
    if isinstance(pos.wait, Inquiry):
        return tuple(sorted({queue[0].seat for queue in pos.wait.queues}))
    return (pos.active,)


def first_obstacle(pos: Position, seat: int, action: Action) -> Violation | None:
    """Why an entry of this kind can't be made now by this seat, whatever it says."""
    if pos.over or seat in pos.left:
        return OVER if pos.over else GONE
    if isinstance(action, ANYTIME):
        return ANSWER_FIRST if isinstance(pos.wait, Inquiry) else None
    if isinstance(action, ANSWERS):
        return None if seat in awaited_seats(pos) and isinstance(pos.wait, Inquiry) else NOT_ASKED
    if seat != pos.active:
        return NOT_YOUR_TURN
    if isinstance(pos.wait, Inquiry):
        return ANSWER_FIRST
    if type(action) in WAITED_FOR:
        return None  # its own clauses say whether it is due
    if pos.wait is not None:
        return CHOOSE_FIRST
    return NOT_NOW if pos.stage is Stage.COOL and not isinstance(action, COOL_ACTIONS) else None


NOT_NOW = Violation("V-19.11", "While the lava cools you can only claim tiles.")


def why_not(pos: Position, seat: int, action: Action, due: str | None, *, knows_all: bool) -> Violation | None:
    """Return the first clause that forbids an entry of a seat. `due`: what chance has brought, if that is known."""
    match action:
        case act.Leave(how):
            return refusal_to_leave(pos, seat, how, awaited_seats(pos))
        case act.Undo(count):
            return undo_refusal(pos, seat, count)
        case act.Die() | act.Reveal():
            return chance_refusal(pos, seat, action, due)
        case act.Erupt(rotation=None) | act.Turn(rotation=None) if knows_all:
            return NO_MASK
    return first_obstacle(pos, seat, action) or RULES[type(action)].why_not(pos, seat, action)


def chance_refusal(pos: Position, seat: int, action: act.Die | act.Reveal, due: str | None) -> Violation | None:
    """V-23.7: why a die or an uncovered tile can't be entered."""
    wait = pos.wait
    if pos.over:
        return OVER
    if seat != pos.active:
        return NOT_YOUR_TURN
    if isinstance(action, act.Die):
        if not isinstance(wait, Roll):
            return NOTHING_DUE
        said, is_possible = str(action.result), action.result <= wait.sides
    else:
        if not isinstance(wait, Uncover) or wait.cell != action.cell:
            return NOTHING_DUE
        said, is_possible = str(action.rotation), True
    if due is None:
        return UNKNOWN
    return None if said == due and is_possible else WRONG_RESULT


def undo_refusal(pos: Position, seat: int, count: int) -> Violation | None:
    """V-21.6, V-28.13: why so many entries can't be taken back."""
    if pos.over:
        return OVER
    if seat != pos.active or isinstance(pos.wait, Inquiry | Rotation):
        return NOT_YOUR_TURN if seat != pos.active else ANSWER_FIRST
    return None if position_before(pos, count) else NOTHING_TO_UNDO


def position_before(pos: Position, count: int) -> Position | None:
    """Return the position so many entries before, if they can be taken back."""
    back: Position | None = pos
    for _ in range(count):
        back = back and back.before
    return back


def normalise_action(pos: Position, action: Action) -> Action:
    """V-23.1: the one way in which the log keeps an entry."""
    return canonical_drift(pos, action) if isinstance(action, act.Drift) else action


def position_after(pos: Position, seat: int, action: Action, rolls: int) -> Position:
    """Return the position after a legal entry. `rolls`: the counter of the chance source after it."""
    if isinstance(action, act.Undo):
        return after_undo(pos, seat, action)
    new = pos.copy()
    new.number, new.rolls = pos.number + 1, rolls
    new.opening = pos.opening and isinstance(action, ANYTIME)
    do_action(new, seat, action)
    advance_rules(new)
    if new.over:
        tell_result(new)
    new.before = None if new.committed or seat != pos.active else pos  # V-21.6
    return new


def after_undo(pos: Position, seat: int, action: act.Undo) -> Position:
    """Return the position before the entries that are taken back."""
    back = position_before(pos, action.entries)
    assert back is not None
    new = back.copy()
    new.number, new.rolls = pos.number + 1, pos.rolls
    new.tell("undo", seat=seat, entries=action.entries)
    return new


def do_action(pos: Position, seat: int, action: Action) -> None:
    """Do what an entry does at once."""
    match action:
        case act.Leave(how):
            leave_game(pos, seat, how)
        case act.Die(result):
            assert isinstance(pos.wait, Roll)
            pos.tell("roll", seat=seat, die=pos.wait.sides, result=result, counter=pos.rolls - 1, purpose=pos.purpose)
            pos.wait, pos.rolled, pos.committed = None, result, True
        case act.Reveal(cell, rotation):
            pos.wait, pos.committed = None, True
            uncover(pos, cell, rotation)
        case _:
            RULES[type(action)].do(pos, seat, action)


def advance_rules(pos: Position) -> None:
    """Let the rules go on until somebody has to decide something."""
    while True:
        while pos.wait is None and pos.agenda:
            task = pos.agenda[-1]
            pos.agenda = pos.agenda[:-1]
            task.run(pos)
        if pos.over or pos.wait is not None:
            return
        trigger_when_out_of_critters(pos)
        if pos.step is Step.COLLECT or is_finished(pos):
            finish_turn(pos)
        else:
            return


def is_finished(pos: Position) -> bool:
    """V-22.7, V-28.22: whether the turn ends by itself: the player has left, or `auto_end` finds nothing to do."""
    return pos.active in pos.left or (pos.options.auto_end and not can_act(pos))
