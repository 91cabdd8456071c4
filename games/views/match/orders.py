"""Prepared turns: kept, put in order, taken away."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import queries
from games.models import Match
from games.services import orders
from games.views.answers import MemberRequest, refused_to, say, see_other

KIND = "turn"


@require_POST
@login_required
@refused_to("match")
def order_create(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    kept = orders.prepare(match_id=match.pk, user=request.user, kind=KIND, text=request.POST.get("text", ""))
    say(request, _("Kept as choice %(number)d of your prepared turns.") % {"number": len(kept)})
    return to_preparing(match)


@require_POST
@login_required
@refused_to("match")
def order_remove(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match = queries.match_for(key, request.user)
    orders.remove(match_id=match.pk, user=request.user, order_id=pk)
    return to_preparing(match)


@require_POST
@login_required
@refused_to("match")
def order_move(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match = queries.match_for(key, request.user)
    orders.prefer(match_id=match.pk, user=request.user, order_id=pk)
    return to_preparing(match)


def to_preparing(match: Match) -> HttpResponse:
    return see_other(f"{match.get_absolute_url()}?prepare=1#prepared")
