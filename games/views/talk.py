from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import queries
from games.services import talk
from games.views.answers import MemberRequest, refused_to, say, see_other, viewer


def messages(request: HttpRequest, key: str) -> HttpResponse:
    """The table talk alone: what a page asks for when somebody wrote."""
    match = queries.match_for(key, viewer(request))
    return render(request, "games/parts/_talk.html", talk_context(request, match))


def talk_context(request: HttpRequest, match: object) -> dict[str, object]:
    who = viewer(request)
    seat = queries.seat_of(match, who)  # type: ignore[arg-type]
    return {"match": match, "own_seat": seat, "talk": queries.messages_for(match, who)}  # type: ignore[arg-type]


@require_POST
@login_required
@refused_to("match")
def message_create(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    talk.write(match_id=match.pk, user=request.user, text=request.POST.get("text", ""), now=timezone.now())
    if request.htmx:
        return render(request, "games/parts/_talk.html", talk_context(request, match))
    return see_other(f"{match.get_absolute_url()}#talk")


@require_POST
@login_required
@refused_to("match")
def note_save(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    talk.save_note(match_id=match.pk, user=request.user, text=request.POST.get("text", ""), now=timezone.now())
    say(request, _("Your note is saved."))
    return see_other(match)


@require_POST
@login_required
@refused_to("match")
def mute(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    talk.mute(match_id=match.pk, user=request.user, muted=request.POST.get("muted") == "1")
    return see_other(f"{match.get_absolute_url()}#talk")


@require_POST
@login_required
@refused_to("match")
def message_report(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match = queries.match_for(key, request.user)
    talk.report(
        match_id=match.pk, message_id=pk, user=request.user, why=request.POST.get("why", ""), now=timezone.now()
    )
    say(request, _("Thank you. Somebody of the staff will look at it."))
    return see_other(match)
