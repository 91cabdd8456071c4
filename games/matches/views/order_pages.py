"""What a player leaves for later: kept, put in order, taken away."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches import queries, seat_orders
from games.matches.views.answers import MemberRequest, flash_message, match_action, number_from, see_other
from games.matches.views.game_view import encode_query
from games.matches.views.match_view import INSTEAD, PREPARES
from games.models import Match


@match_action()
def order_create(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    seat_orders.save_order(
        match_id=match.pk,
        user=request.user,
        kind=request.POST.get("kind", ""),
        text=request.POST.get("text", ""),
        now=timezone.now(),
        instead=number_from(request.POST.get(INSTEAD, "")),
    )
    flash_message(request, _("Saved for later. Only you can see it."))
    return see_other(match)


@match_action()
def order_remove(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match = queries.match_for(key, request.user)
    seat_orders.remove_order(match_id=match.pk, user=request.user, order_id=pk)
    return to_preparing(match, request.POST.get("kind", ""))


@match_action()
def order_move(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match = queries.match_for(key, request.user)
    seat_orders.prefer_order(match_id=match.pk, user=request.user, order_id=pk)
    return to_preparing(match, request.POST.get("kind", ""))


def to_preparing(match: Match, kind: str) -> HttpResponse:
    return see_other(f"{match.get_absolute_url()}?{encode_query({PREPARES: kind})}#left")
