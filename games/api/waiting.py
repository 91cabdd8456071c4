"""What a player may do while others are to move: leave something for later, give time."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Status

from games.api import shown
from games.api.auth import PLAY, READ, request_user
from games.api.responses import with_errors
from games.api.schemas import Key, MatchDetail, OrderId, OrderIn, OrderOut, TimeIn
from games.matches import queries, seat_orders
from games.matches.clocks import clock_changes
from games.models import SeatOrder

router = Router()
Orders = list[OrderOut]


@router.get("/matches/{key}/orders", auth=READ, response=with_errors(Orders, 404), summary="What I left for later")
def order_list(request: HttpRequest, key: Key) -> Any:
    """Return what you have left for later in this match, the first choice first. Nobody else sees it."""
    match = queries.match_for(key, request_user(request))
    own = queries.seat_of(match, request_user(request))
    return list_waiting(queries.orders_of(match, own.index) if own else [])


@router.post(
    "/matches/{key}/orders",
    auth=PLAY,
    response=with_errors(Orders, 400, 404, 409, status=201),
    summary="Leave something for later",
)
def order_create(request: HttpRequest, key: Key, order: OrderIn) -> Any:
    """Leave a turn or an answer, played when its time comes if it is legal then; the answer lists all of yours."""
    user = request_user(request)
    match = queries.match_for(key, user)
    return Status(
        201, list_waiting(seat_orders.save_order(match_id=match.pk, user=user, now=timezone.now(), **order.dict()))
    )


@router.delete("/matches/{key}/orders/{pk}", auth=PLAY, response=with_errors(Orders, 404, 409), summary="Take it away")
def order_remove(request: HttpRequest, key: Key, pk: OrderId) -> Any:
    """Return what you left for later, without this one."""
    user = request_user(request)
    return list_waiting(seat_orders.remove_order(match_id=queries.match_for(key, user).pk, user=user, order_id=pk))


@router.post(
    "/matches/{key}/orders/{pk}/prefer", auth=PLAY, response=with_errors(Orders, 404, 409), summary="Prefer it"
)
def order_prefer(request: HttpRequest, key: Key, pk: OrderId) -> Any:
    """Return what you left for later, with this one a place earlier in its kind. The numbers of all of them are new."""
    user = request_user(request)
    return list_waiting(seat_orders.prefer_order(match_id=queries.match_for(key, user).pk, user=user, order_id=pk))


@router.post(
    "/matches/{key}/time", auth=PLAY, response=with_errors(MatchDetail, 400, 404, 409), summary="Give somebody time"
)
def give_time(request: HttpRequest, key: Key, gift: TimeIn) -> Any:
    """Give another seat more time for its turn, once a turn."""
    user = request_user(request)
    found = queries.match_for(key, user)
    clock_changes.give_time(match_id=found.pk, giver=user, seat=gift.seat, hours=gift.hours, now=timezone.now())
    return shown.current_match(found.pk, user)


def list_waiting(kept: list[SeatOrder]) -> list[dict[str, Any]]:
    return [{"id": order.pk, "kind": order.kind, "text": order.text} for order in kept]
