from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.views.going_on import login_required
from games import queries
from games.models import Match, Message
from games.services import moderation, talk
from games.views.answers import MemberRequest, made_once, refused_to, say, see_other, viewer
from games.views.blocks import say_blocked


def messages(request: HttpRequest, key: str) -> HttpResponse:
    """The table talk alone: what a page asks for when somebody wrote."""
    who = viewer(request)
    return render(request, "games/parts/_talk.html", talk_context(queries.match_for(key, who), who))


def talk_context(match: Match, who: User | None) -> dict[str, object]:
    return {
        "match": match,
        "own_seat": queries.seat_of(match, who),
        "talk": queries.messages_for(match, who),
        "may_talk": queries.may_talk(match, who),
        "longest": talk.longest_for(match),
    }


@require_POST
@login_required
@refused_to("match", keeps="text")
def message_create(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    text = request.POST.get("text", "")
    made_once(request, ("message", match.key, text), partial(written, match, request.user, text))
    if request.htmx:
        return render(request, "games/parts/_talk.html", talk_context(match, request.user))
    return see_other(f"{match.get_absolute_url()}#talk")


def written(match: Match, user: User, text: str) -> int:
    return talk.write(match_id=match.pk, user=user, text=text, now=timezone.now()).pk


@require_POST
@login_required
@refused_to("match", keeps="text")
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


def said_by_another(request: MemberRequest, key: str, pk: int) -> tuple[Match, Message]:
    match = queries.match_for(key, request.user)
    others = queries.talk_for(match, request.user).exclude(user=request.user)
    return match, get_object_or_404(others, pk=pk)


@require_http_methods(["GET", "POST"])
@login_required
@refused_to("match")
def message_report(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    """What one can do about a message: bring it to the staff, or read nothing more of who wrote it."""
    match, message = said_by_another(request, key, pk)
    if request.method == "GET":
        context = {"match": match, "message": message, "longest": talk.LONGEST_WHY}
        context["may_be_blocked"] = moderation.may_be_blocked(message.user)
        return render(request, "games/message.html", context)
    talk.report(
        match_id=match.pk, message_id=pk, user=request.user, why=request.POST.get("why", ""), now=timezone.now()
    )
    say(request, _("Thank you. Somebody of the staff will look at it."))
    return see_other(f"{match.get_absolute_url()}#talk")


@require_POST
@login_required
@refused_to("match")
def author_block(request: MemberRequest, key: str, pk: int) -> HttpResponse:
    match, message = said_by_another(request, key, pk)
    moderation.block(blocker=request.user, blocked=message.user)
    say_blocked(request, message.user)
    return see_other(f"{match.get_absolute_url()}#talk")
