"""Whom somebody wants nothing to do with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.matches.views.answers import MemberRequest, flash_message, see_other, status_of
from games.people import moderation
from games.registry import Refusal
from taluva_site.http.redirects import login_required


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def blocks_page(request: MemberRequest) -> HttpResponse:
    """Show everybody whom the person has blocked, and a field for one more name."""
    name, refusal = request.POST.get("name", ""), None
    if request.method == "POST":
        try:
            say_blocked(request, moderation.block_named(blocker=request.user, name=name))
            return see_other(reverse("blocks"))
        except Refusal as refused:
            refusal = refused
    rows = request.user.blocks.select_related("blocked").order_by("blocked__username")
    context = {"blocks": rows, "name": name, "refusal": refusal}
    return render(request, "accounts/blocks.html", context, status=status_of(refusal) if refusal else 200)


@require_POST
@login_required
def unblock_page(request: MemberRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(request.user.blocks.select_related("blocked"), pk=pk)
    moderation.unblock_user(blocker=request.user, blocked=row.blocked)
    flash_message(request, _("%(name)s is no longer blocked.") % {"name": row.blocked})
    return see_other(reverse("blocks"))


def say_blocked(request: HttpRequest, blocked: object) -> None:
    flash_message(
        request, _("You have blocked %(name)s. Blocked players are listed in your account.") % {"name": blocked}
    )
