"""Reports of a message to the moderators, and blocking its author."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.matches import queries
from games.matches.views.answers import MemberRequest, flash_message, match_action, refused_to, see_other
from games.models import Match, Message
from games.people import moderation
from games.people.views.block_pages import say_blocked
from taluva_site.http.redirects import login_required


def said_by_another(request: MemberRequest, key: str, pk: int) -> tuple[Match, Message]:
    match = queries.match_for(key, request.user)
    others = queries.talk_for(match, request.user).exclude(user=request.user)
    return match, get_object_or_404(others, pk=pk)


@require_http_methods(["GET", "POST"])
@login_required
@refused_to("match")
def message_report(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    """Return what one can do about a message: bring it to the staff, or read nothing more of who wrote it."""
    match, message = said_by_another(request, key, pk)
    if request.method == "GET":
        context = {"match": match, "message": message, "longest": moderation.LONGEST_WHY}
        context["may_be_blocked"] = moderation.may_be_blocked(message.user)
        return render(request, "games/message.html", context)
    moderation.report_message(
        match_id=match.pk, message_id=pk, user=request.user, why=request.POST.get("why", ""), now=timezone.now()
    )
    flash_message(request, _("Thank you. Our staff will look at it."))
    return see_other(f"{match.get_absolute_url()}#talk")


@match_action()
def author_block(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match, message = said_by_another(request, key, pk)
    moderation.block_user(blocker=request.user, blocked=message.user)
    say_blocked(request, message.user)
    return see_other(f"{match.get_absolute_url()}#talk")
