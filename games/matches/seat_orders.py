"""What a player leaves to be done later: secret to the seat, of each kind in order of preference."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.contract import Order
from games.matches import play, queries, refusals, stored_match
from games.matches.stored_match import lock_match
from games.models import Match, Seat, SeatOrder
from games.registry import RULES, Refusal


@transaction.atomic
def save_order(
    *, match_id: int, user: User, kind: str, text: str, now: datetime, instead: int | None = None
) -> list[SeatOrder]:
    """Return the player's orders with this one, in the place of another or last of its kind.

    The same again does nothing.
    """
    match, seat, orders = lock_for_orders(match_id, user)
    rules_order = Order(kind, " ".join(text.split()))
    violation = stored_match.game_of(match).seen_by(seat.index).why_not_order(rules_order, seat.index)
    if violation is not None:
        raise Refusal(violation.message, violation.clause)
    if any((order.kind, order.text) == rules_order for order in orders):
        return orders
    new = SeatOrder(match=match, seat=seat.index, kind=kind, sealed_text=rules_order.text)
    most = next(known.most for known in RULES[match.rules].orders if known.name == kind)
    replace_orders(match, seat, with_order(orders, new, most, instead))
    play.go_on(match, now=now)
    return queries.orders_of(match, seat.index)


def with_order(orders: list[SeatOrder], new: SeatOrder, most: int, instead: int | None) -> list[SeatOrder]:
    """Return the orders with a new one, of whose kind there may be so many."""
    alike = [order for order in orders if order.kind == new.kind]
    if any(order.pk == instead for order in alike):
        return [new if order.pk == instead else order for order in orders]
    if len(alike) >= most > 1:
        raise refusals.SiteRefusal(_("You already have %(most)d of these. Remove one first.") % {"most": most})
    return [*(order for order in orders if order not in alike or most > 1), new]


@transaction.atomic
def remove_order(*, match_id: int, user: User, order_id: int) -> list[SeatOrder]:
    """Return the player's orders without this one."""
    match, seat, orders = lock_for_orders(match_id, user)
    return replace_orders(match, seat, [order for order in orders if order.pk != order_id])


@transaction.atomic
def prefer_order(*, match_id: int, user: User, order_id: int) -> list[SeatOrder]:
    """Return the player's orders with this one a place earlier among its kind."""
    match, seat, orders = lock_for_orders(match_id, user)
    at = next((index for index, order in enumerate(orders) if order.pk == order_id), 0)
    if at and orders[at - 1].kind == orders[at].kind:
        orders[at - 1], orders[at] = orders[at], orders[at - 1]
    return replace_orders(match, seat, orders)


def lock_for_orders(match_id: int, user: User) -> tuple[Match, Seat, list[SeatOrder]]:
    """Return the match, locked, with the player's seat and orders."""
    match = lock_match(pk=match_id)
    if not match.is_running:
        raise refusals.NotRunning
    seat = match.seats.filter(user=user).first()
    if seat is None:
        raise refusals.Forbidden(_("Only players can prepare turns."))
    return match, seat, queries.orders_of(match, seat.index)


def replace_orders(match: Match, seat: Seat, orders: list[SeatOrder]) -> list[SeatOrder]:
    """Return these orders in this order, and no others."""
    match.orders.filter(seat=seat.index).delete()
    orders = sorted(orders, key=attrgetter("kind"))
    rows = [
        SeatOrder(match=match, seat=seat.index, kind=kind, rank=rank, sealed_text=order.text)
        for kind, alike in groupby(orders, attrgetter("kind"))
        for rank, order in enumerate(alike)
    ]
    SeatOrder.objects.bulk_create(rows)
    Seat.objects.filter(pk=seat.pk).update(has_orders=bool(rows))
    return rows
