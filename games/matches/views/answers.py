"""How views answer: a refusal is a normal answer with its own status."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.services import once
from games.matches.tables.pace import Visitor
from games.models import Match
from games.registry import Refusal
from taluva_site.http.client_addresses import request_address
from taluva_site.http.redirects import login_required

DIGITS = 9
KEY_LENGTH = 64
CLAUSE = re.compile(r"\(([A-Z]-\d+(?:\.\d+)*[a-z]?)\)")
View = Callable[..., HttpResponse]
Made = TypeVar("Made")


class PageRequest(HttpRequest):
    """A request after our middleware."""

    htmx: HtmxDetails


class MemberRequest(PageRequest):
    """A request of somebody who is logged in: behind `login_required`."""

    user: User


def viewer_of(request: HttpRequest) -> User | None:
    """Return who looks; None for somebody who is not logged in."""
    return request.user if isinstance(request.user, User) else None


def visitor_key(request: HttpRequest) -> Visitor:
    """Return who looks, as limits count them."""
    who = viewer_of(request)
    return Visitor(who.pk if who else None, request_address(request))


def asks_for(request: PageRequest, part: str) -> bool:
    """Return whether htmx asks for what it puts in the place of the part with this id, and for no whole page."""
    return bool(request.htmx) and (request.htmx.target or "").rpartition("#")[2] == part


def see_other(where: str | Match) -> HttpResponseRedirect:
    """Redirect after a POST to the page that shows what it did (303, so that a reload repeats nothing)."""
    response = redirect(where)
    response.status_code = 303
    return response


def number_from(text: str) -> int | None:
    """Return the number that somebody sent; None for what is none, or has more digits than any of ours."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


def key_from(text: str) -> str | None:
    """Return the key of a click as it is kept: cut to its length, and without NUL, which PostgreSQL refuses."""
    return text.replace("\0", "")[:KEY_LENGTH] or None


def run_form_once(request: MemberRequest, wish: object, make: Callable[[], Made]) -> Made:
    """Return what the form makes; of a form that is sent twice, what it made the first time."""
    key = key_from(request.POST.get("key", ""))
    return once.run_once(who=request.user.pk, key=key, wish=wish, make=make, now=timezone.now())


def status_of(refusal: Refusal) -> int:
    return getattr(refusal, "status", 422)


def refusal_page(request: HttpRequest, refusal: Refusal, *, rules: str, back: str, kept: str = "") -> HttpResponse:
    """Return the refusal as a page of its own, with its clause in the rules of the game.

    What was `kept` can be sent again.
    """
    context = {"refusal": refusal, "rules": rules, "back": back, "kept": kept}
    return with_pause(render(request, "games/refused.html", context, status=status_of(refusal)), refusal)


def link_clauses(text: str, rules: str = "") -> SafeString:
    """Return the text with each clause in brackets as a link: to the page of these rules, or else on this page."""
    page = reverse("rules-of", args=[rules]) if rules else ""
    link = rf'(<a class="clause" href="{page}#\1">\1</a>)'
    return mark_safe(CLAUSE.sub(link, escape(text)))  # noqa: S308 (escaped here)


def with_pause(response: HttpResponse, refusal: Refusal) -> HttpResponse:
    """Return the answer, with the seconds after which it is worth trying again, where the refusal knows them."""
    if seconds := getattr(refusal, "seconds", None):
        response["Retry-After"] = str(seconds)
    return response


def refused_to(page: str, *, keeps: str = "") -> Callable[[View], View]:
    """Return a decorator by which a refusal leads back to this page of the match, with the refusal's own status.

    What somebody wrote in the field that it `keeps` is there to be sent again.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, key: str, **kwargs: object) -> HttpResponse:
            try:
                return view(request, key=key, **kwargs)
            except Refusal as refusal:
                rules = Match.objects.get(key=key).rules
                kept = request.POST.get(keeps, "") if keeps else ""
                return refusal_page(request, refusal, rules=rules, back=reverse(page, args=[key]), kept=kept)

        return wrapper

    return decorate


def match_action(*, keeps: str = "") -> Callable[[View], View]:
    """Return a decorator for what a person who is logged in does in a match: by POST; a refusal leads back to it."""

    def decorate(view: View) -> View:
        return require_POST(login_required(refused_to("match", keeps=keeps)(view)))

    return decorate


def flash_message(request: HttpRequest, sentence: object) -> None:
    messages.info(request, str(sentence))
