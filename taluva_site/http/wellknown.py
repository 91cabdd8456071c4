"""What crawlers and tools look for at fixed addresses: robots.txt, security.txt, the page that changes a password."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# What costs the club work, changes something, or belongs to a person. Drafts of a turn stand in queries.
NOT_FOR_CRAWLERS = (
    *("/account/", "/admin/", "/api/v1/", "/feeds/", "/inbox/", "/notices/", "/pulse/", "/next/", "/play/", "/watch/"),
    *("/tables/new/", "/archive/dump/games.zip", "/games/*?", "/games/*/game.gif", "/games/*.png", "/games/*/try/"),
    *("/games/*/analysis/", "/games/*/replay/", "/games/*/join/", "/games/*/talk/", "/games/*/pulse/"),
    *("/studies/new/", "/studies/*?", "/studies/*.png", "/studies/*/try/", "/studies/*/replay/", "/people/*/follow/"),
)
# Pictures that pages name for whoever shows a link to them.
FOR_LINKS = ("/games/*/link.png", "/studies/*/link.png")
# How long a security.txt is valid; the standard (RFC 9116) asks for less than a year.
VALID_FOR = timedelta(days=180)


@require_safe
@cache_control(public=True, max_age=3600)
def robots_txt(request: HttpRequest) -> HttpResponse:
    rules = [f"Disallow: {path}" for path in NOT_FOR_CRAWLERS] + [f"Allow: {path}" for path in FOR_LINKS]
    lines = ["User-agent: *", *rules, "Crawl-delay: 5", "", f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}"]
    return plain_text(lines)


@require_safe
@cache_control(public=True, max_age=3600)
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return where to report a vulnerability (RFC 9116). It never expires while the club is open."""
    contact = settings.CONTACT
    expires = (timezone.now() + VALID_FOR).replace(hour=0, minute=0, second=0, microsecond=0)
    return plain_text(
        [
            f"Contact: {contact if ':' in contact else f'mailto:{contact}'}",
            f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
            "Preferred-Languages: en",
            f"Canonical: {settings.SITE_URL}{reverse('security-txt')}",
            f"Policy: {settings.SITE_URL}{reverse('contact')}",
        ]
    )


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the page (W3C: A Well-Known URL for Changing Passwords)."""
    return redirect("account_change_password")


def without_query(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Send queries on to the plain address: each would be worked out anew, and take room in the cache."""

    @wraps(view)
    def plain(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return redirect(request.path) if request.META.get("QUERY_STRING") else view(request, *args, **more)

    return plain


def plain_text(lines: list[str]) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
