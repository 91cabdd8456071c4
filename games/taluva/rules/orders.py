"""Turns prepared for the tile that a preview shows (T-2.6)."""

from collections.abc import Callable, Sequence

from games.contract import CarriedOrder, Order, OrderKind, Violation
from games.taluva.rules import turns
from games.taluva.rules.formats import notation
from games.taluva.rules.formats.notation import TurnParts

PREPARED = OrderKind(
    "turn",
    "Prepared turns",
    "Prepare my turn",
    (
        "Only you can see them. When it is your turn, the first legal one is played and the others are "
        "discarded. Up to five."
    ),
    5,
)
NOT_WAITING = Violation("T-2.6", "Turns are prepared while you wait with a tile that you can see.")


def order_violation(order: Order, waiting: str | None) -> Violation | None:
    """Return why a seat that waits with this tile can't prepare this turn, or None."""
    turn = notation.read_turn(order.text)
    if order.kind != PREPARED.name or not isinstance(turn, TurnParts):
        return notation.NOT_A_TURN
    if waiting is None:
        return NOT_WAITING
    return None if turn.placement.tile == waiting else turns.WRONG_TILE


def carry_out_orders(
    prepared: Sequence[Order], seat: int, why_not: Callable[[str, int], Violation | None]
) -> CarriedOrder | None:
    """Return the first prepared turn of the seat to move that is legal, if there is one; the others are dropped."""
    if not prepared:
        return None
    texts = (order.text for order in prepared if isinstance(notation.read_turn(order.text), TurnParts))
    return CarriedOrder(seat, next((text for text in texts if why_not(text, seat) is None), None), tuple(prepared))
