"""Turns prepared for the tile that a preview shows (T-2.6)."""

from games.contract import Order, OrderKind, Violation
from games.taluva.rules import notation, turns
from games.taluva.rules.notation import Turn

PREPARED = OrderKind(
    "turn",
    "Prepared turns",
    "Prepare my turn",
    "Only you see them. When your turn comes, the first that is legal is played; the others are dropped. Five at most.",
    5,
)
NOT_WAITING = Violation("T-2.6", "A turn is prepared while you wait with a tile that you see.")


def refusal(order: Order, waiting: str | None) -> Violation | None:
    """Why a seat that waits with this tile can't prepare this turn, or None."""
    turn = notation.read(order.text)
    if order.kind != PREPARED.name or not isinstance(turn, Turn):
        return notation.NOT_A_TURN
    if waiting is None:
        return NOT_WAITING
    return None if turn.placement.tile == waiting else turns.WRONG_TILE
