"""The moderators' pages: open reports, somebody's history, and a game's talk. Everything done here needs a reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.models.user import name_key
from accounts.services import rights
from games.matches import notices, queries
from games.matches.views.answers import MemberRequest, flash_message, see_other, status_of
from games.models import Match, Report, StaffAction
from games.people import moderation
from games.registry import Refusal
from taluva_site.http.redirects import login_required, next_page

MOST = 100
TALK_SHOWN = 200
Act = Callable[..., object]


def for_moderators(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a page that only moderators may open; it is kept nowhere."""

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: object) -> HttpResponse:
        if not (isinstance(request.user, User) and queries.may_moderate(request.user)):
            raise PermissionDenied
        return view(request, **kwargs)

    guarded: Callable[..., HttpResponse] = never_cache(login_required(wrapper))
    return guarded


@require_safe
@for_moderators
def reports_page(request: MemberRequest) -> HttpResponse:
    """Return the open reports, the oldest first."""
    context = {"reports": show_open(request.user), "latest": recent_actions().order_by("-pk")[:20]}
    return render(request, "games/moderation/reports.html", context)


def show_open(user: User, **filters: object) -> list[Report]:
    """Return the open reports that are wanted, and mark the moderator's notices of them as read."""
    found = Report.objects.filter(settled_at=None, **filters)
    found = found.select_related("message__user", "message__match", "reporter")
    listed = list(found.order_by("created_at", "pk")[:MOST])
    notices.mark_reports_seen(listed, user, now=timezone.now())
    return listed


def recent_actions() -> QuerySet[StaffAction]:
    return StaffAction.objects.select_related("staff", "match", "user")


@require_safe
@for_moderators
def find_person(request: MemberRequest) -> HttpResponse:
    """Redirect from a name, however it is written, to the person's history."""
    user = User.objects.filter(name_key=name_key(request.GET.get("name", "").replace("\0", ""))).first()
    if user is None:
        flash_message(request, _("No player has that name."))
        return see_other(reverse("moderation"))
    return see_other(reverse("moderation-person", args=[user.pk]))


@require_safe
@for_moderators
def person_page(request: MemberRequest, pk: int) -> HttpResponse:
    """Return what was reported of somebody, what was done about it, and what of theirs is public."""
    user = get_object_or_404(User, pk=pk)
    is_safe = user.is_staff or user.is_superuser or user.is_gone or not rights.may_act_on(request.user, user)
    about = Report.objects.filter(message__user=user).select_related("message__match", "message__user", "reporter")
    context = {
        "person": user,
        "may_suspend": not is_safe,
        "reports": about.order_by("-pk")[:MOST],
        "actions": recent_actions().filter(user=user).order_by("-pk")[:MOST],
        "studies": user.studies.filter(public=True).order_by("-pk")[:MOST],
        "tags": user.tags.filter(public=True).select_related("match").order_by("-pk")[:MOST],
    }
    return render(request, "games/moderation/person.html", context)


@require_safe
@for_moderators
def match_page(request: MemberRequest, key: str) -> HttpResponse:
    """Return the open reports and the talk of a game, hidden messages among it, and the way to end the game."""
    found = get_object_or_404(Match.objects.prefetch_related(queries.with_seats()), key=key)
    context = {
        "match": found,
        "reports": show_open(request.user, message__match=found),
        "talk": list(found.messages.select_related("user").order_by("-pk")[:TALK_SHOWN])[::-1],
        "actions": recent_actions().filter(match=found).order_by("-pk")[:MOST],
    }
    return render(request, "games/moderation/match.html", context)


def suspend_action(pk: int, **values: Any) -> object:
    return moderation.suspend_account(user=get_object_or_404(User, pk=pk), **values)


# What a moderator does, by its name in the address; each takes the id of the row, `staff`, `why` and `now`.
ACTS: dict[str, Act] = {
    "hide": lambda pk, **values: moderation.hide_message(message_id=pk, **values),
    "show": lambda pk, **values: moderation.hide_message(message_id=pk, hidden=False, **values),
    "settle": lambda pk, **values: moderation.settle_report(report_id=pk, **values),
    "unpublish": lambda pk, **values: moderation.unpublish_study(study_id=pk, **values),
    "untag": lambda pk, **values: moderation.remove_tag(tag_id=pk, **values),
    "end": lambda pk, **values: moderation.end_match(match_id=pk, **values),
    "suspend": suspend_action,
    "unsuspend": lambda pk, **values: suspend_action(pk, suspended=False, **values),
}


@require_POST
@for_moderators
def act_page(request: MemberRequest, name: str, pk: int) -> HttpResponse:
    """Do it, and go back to the page that held the form."""
    back = next_page(request) or reverse("moderation")
    why = request.POST.get("why", "").replace("\0", "")
    try:
        perform_action(name, pk, staff=request.user, why=why, now=timezone.now())
    except Refusal as refusal:
        context = {"refusal": refusal, "back": back, "why": why}
        return render(request, "games/moderation/refused.html", context, status=status_of(refusal))
    flash_message(request, _("Done and logged."))
    return see_other(back)


def perform_action(name: str, pk: int, **values: Any) -> None:
    if name not in ACTS:
        raise Http404
    try:
        ACTS[name](pk, **values)
    except ObjectDoesNotExist:
        raise Http404 from None
