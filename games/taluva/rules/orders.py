"""Turns prepared for the tile that a preview shows (T-2.6)."""

from games.contract import Order, OrderKind, Violation
from games.taluva.rules import notation, turns
from games.taluva.rules.notation import Turn

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
    """Why a seat that waits with this tile can't prepare this turn, or None."""
    turn = notation.read_turn(order.text)
    if order.kind != PREPARED.name or not isinstance(turn, Turn):
        return notation.NOT_A_TURN
    if waiting is None:
        return NOT_WAITING
    return None if turn.placement.tile == waiting else turns.WRONG_TILE
