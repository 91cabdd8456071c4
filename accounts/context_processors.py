"""What every page is given: the site, its reader's theme, where to log in."""

from __future__ import annotations

from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.services import rights
from taluva_site.http.cookies import cookie_theme


def site_context(request: HttpRequest) -> dict[str, object]:
    """Return what every page needs. Lazy where it needs the person: an error page may have none."""
    return {
        "site_name": settings.SITE_NAME,
        "contact": settings.CONTACT,
        "hosted": settings.HOSTED,
        "has_imprint": settings.HAS_IMPRINT,
        "source_url": settings.SOURCE_URL,
        "theme": SimpleLazyObject(lambda: theme_of(request)),
        "log_in": SimpleLazyObject(lambda: log_in_from(request)),
        "shows_moderation": SimpleLazyObject(lambda: shows_moderation(request)),
        "palette": SimpleLazyObject(lambda: getattr(getattr(request, "user", None), "palette", "")),
    }


def shows_moderation(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return isinstance(user, User) and rights.shows_moderation(user)


def log_in_from(request: HttpRequest) -> str:
    """Return the log-in page, and from there back to the page that one looked at."""
    address = reverse("account_login")
    if request.method != "GET" or request.path == "/" or request.path.startswith(reverse("account")):
        return address
    return f"{address}?{urlencode({'next': request.get_full_path()})}"


def theme_of(request: HttpRequest) -> str:
    user = getattr(request, "user", None)
    return str(user.theme) if user and user.is_authenticated else cookie_theme(request)
