"""What people write beside a game: the talk, a note to oneself, tags."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches import match_tags, queries, talk
from games.matches.views.answers import MemberRequest, flash_message, match_action, run_form_once, see_other, viewer_of
from games.matches.views.match_view import talk_context
from games.models import Match


def messages_part(request: HttpRequest, key: str) -> HttpResponse:
    """Return the table talk alone: what a page asks for when somebody wrote."""
    who = viewer_of(request)
    return render(request, "games/parts/_talk.html", talk_context(queries.match_for(key, who), who))


@match_action(keeps="text")
def message_create(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    text = request.POST.get("text", "")
    run_form_once(request, ("message", match.key, text), partial(write_and_answer, match, request.user, text))
    if request.htmx:
        return render(request, "games/parts/_talk.html", talk_context(match, request.user))
    return see_other(f"{match.get_absolute_url()}#talk")


def write_and_answer(match: Match, user: User, text: str) -> int:
    return talk.write_message(match_id=match.pk, user=user, text=text, now=timezone.now()).pk


@match_action(keeps="text")
def note_save(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    talk.save_note(match_id=match.pk, user=request.user, text=request.POST.get("text", ""), now=timezone.now())
    flash_message(request, _("Note saved."))
    return see_other(match)


@match_action()
def mute_page(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    talk.mute_talk(match_id=match.pk, user=request.user, muted=request.POST.get("muted") == "1")
    return see_other(f"{match.get_absolute_url()}#talk")


@match_action(keeps="text")
def tags_save(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    match_tags.save_tags(match=match, user=request.user, text=request.POST.get("text", ""))
    flash_message(request, _("Tags saved."))
    return see_other(f"{match.get_absolute_url()}#tags")
