"""What players leave to be done later: policies for questions, and one armed order (V-22.4, V-22.9)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.contract import CarriedOrder, Order, OrderKind, Violation
from games.volcanique.rules.entries.actions import Drift, Tear
from games.volcanique.rules.entries.notation import read_entry, write_entry
from games.volcanique.rules.position.position import Position, Stage, Step
from games.volcanique.rules.position.waits import Inquiry, Question
from games.volcanique.rules.questions.policies import automatic_answer
from games.volcanique.rules.steps.limited import is_quiet
from games.volcanique.rules.turns.judging import awaited_seats

ASK, AUTO, NEVER, ALWAYS = "ask", "auto", "never", "always"
POLICY_OF: Final = {"m": "migrate", "e": "evacuate", "v": "vmigrate", "c": "colossal", "d": "divert", "b": "bomb"}
REPLIES: Final = ("divert", "bomb")
ARMED: Final = "armed"
ARMED_TEXT: Final = re.compile(r"([1-9][0-9]{0,3}) ([TZ] .+)")  # V-28.21: the turn, and what to do then
SENTENCES: Final = {
    "migrate": ("Migration", "Where your critters go when a tile is laid on them."),
    "evacuate": ("Evacuation", "Whether and where your critters flee from lava and landslides."),
    "vmigrate": ("Volcanic migration", "Whether and where your critters flee from the volcanoes of others."),
    "colossal": ("Colossal critter", "Where your colossal critter goes when a volcano hits it."),
    "divert": ("Lava diversion", "Whether you roll to divert lava from your critters."),
    "bomb": ("Magma bomb", "Whether you throw a magma bomb when a volcano erupts."),
}
KINDS: Final = (
    *(OrderKind(name, label, "Change the answer", f"{about} Only you see this.", 1)
      for name, (label, about) in SENTENCES.items()),
    OrderKind(ARMED, "Rift or Plates", "Prepare a limited power",
              "Only you see it. It is done at the start of that turn, after the lava, if it is legal then.", 1),
)  # fmt: skip
NOT_AN_ORDER = Violation("V-22.4", "Choose ask or auto; for diversions and bombs also never or always.")
NOT_ARMED = Violation("V-22.9", "Name a coming turn and a Rift or Plates, as in 12 T 4,0>00.")
NOT_NOW = Violation("V-22.4", "This can't be left now.")


def orderable_kinds(pos: Position, seat: int) -> tuple[str, ...]:
    """Return the kinds of orders that a seat may leave now."""
    if pos.over or seat in pos.left or seat not in pos.seats:
        return ()
    return tuple(kind.name for kind in KINDS)


def order_violation(pos: Position, order: Order, seat: int) -> Violation | None:
    """Why a seat can't leave this order now."""
    if order.kind not in orderable_kinds(pos, seat):
        return NOT_NOW
    if order.kind == ARMED:
        found = ARMED_TEXT.fullmatch(order.text)
        fits = found is not None and int(found[1]) > pos.turn and isinstance(read_entry(found[2]), Drift | Tear)
        return None if fits else NOT_ARMED
    policies = (ASK, AUTO, NEVER, ALWAYS) if order.kind in REPLIES else (ASK, AUTO)
    return None if order.text in policies else NOT_AN_ORDER


def carry_out_orders(pos: Position, left: Mapping[int, Sequence[Order]]) -> CarriedOrder | None:
    """Return what comes now of what the seats have left, or of their having left nothing."""
    if isinstance(pos.wait, Inquiry):
        return next(
            (done for seat in awaited_seats(pos) if (done := answer_by_policy(pos, pos.wait, seat, left)) is not None),
            None,
        )
    return armed_order(pos, left)


def answer_by_policy(
    pos: Position, inquiry: Inquiry, seat: int, left: Mapping[int, Sequence[Order]]
) -> CarriedOrder | None:
    """Return the answer to what this seat is asked, by the policy that it left, or by the option."""
    if seat == pos.active and Step.MOVE <= pos.step <= Step.SACRIFICE:  # V-28.19: asked about the own action
        return None
    question = next(queue[0] for queue in inquiry.queues if queue[0].seat == seat)
    name = POLICY_OF[question.kind]
    wished = [order.text for order in left.get(seat, ()) if order.kind == name]
    policy = wished[0] if wished else pos.options.reaction_default
    text = policy_text(pos, inquiry, question, policy)
    return None if text is None else CarriedOrder(seat, text, was_left=bool(wished))


def policy_text(pos: Position, inquiry: Inquiry, question: Question, policy: str) -> str | None:
    """Return the answer that a policy gives, None if it is to ask."""
    if policy == AUTO:
        return write_entry(automatic_answer(pos, inquiry, question))
    if question.unit is None and policy in (ALWAYS, NEVER):
        return f"{question.kind} {'y' if policy == ALWAYS else 'n'}"
    return None


def armed_order(pos: Position, left: Mapping[int, Sequence[Order]]) -> CarriedOrder | None:
    """V-22.9: at the start of a turn, after T0, what was left for it; orders for earlier turns are dropped."""
    for seat in sorted(left):
        for order in left[seat]:
            if order.kind != ARMED:
                continue
            found = ARMED_TEXT.fullmatch(order.text)
            if found is None or int(found[1]) < pos.turn:
                return CarriedOrder(seat, None, (order,))
            if int(found[1]) == pos.turn and is_quiet(pos):
                return CarriedOrder(seat, found[2] if is_opening(pos) else None, (order,))
    return None


def is_opening(pos: Position) -> bool:
    """Return whether the turn is at its start, after T0: only what others had armed was played in it."""
    return pos.opening and pos.wait is None and pos.stage is not Stage.COOL and pos.step is Step.MOVE
