"""What a player leaves for later: kept, put in order, taken away."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views.going_on import login_required
from games import queries
from games.models import Match
from games.services import orders
from games.views.answers import MemberRequest, number_from, refused_to, say, see_other
from games.views.match.board import encoded
from games.views.match.page import INSTEAD, PREPARES


@require_POST
@login_required
@refused_to("match")
def order_create(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    kind = request.POST.get("kind", "")
    orders.prepare(
        match_id=match.pk,
        user=request.user,
        kind=kind,
        text=request.POST.get("text", ""),
        now=timezone.now(),
        instead=number_from(request.POST.get(INSTEAD, "")),
    )
    say(request, _("Kept for later. Only you see it."))
    return to_preparing(match, kind)


@require_POST
@login_required
@refused_to("match")
def order_remove(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match = queries.match_for(key, request.user)
    orders.remove(match_id=match.pk, user=request.user, order_id=pk)
    return to_preparing(match, request.POST.get("kind", ""))


@require_POST
@login_required
@refused_to("match")
def order_move(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match = queries.match_for(key, request.user)
    orders.prefer(match_id=match.pk, user=request.user, order_id=pk)
    return to_preparing(match, request.POST.get("kind", ""))


def to_preparing(match: Match, kind: str) -> HttpResponse:
    return see_other(f"{match.get_absolute_url()}?{encoded({PREPARES: kind})}#left")
