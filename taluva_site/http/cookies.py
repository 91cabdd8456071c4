"""Cookies named "__Host-…" where the site has https: browsers then take them from this very host only.

Browsers still have cookies with the names of before: whoever is logged in by one gets new ones. A login made under
the new names is marked in its session (LOGIN), and that session is never accepted by the former name: so nobody can
plant a login of their own in another's browser from a neighbouring host. A former login is marked with the time at
which it got its new cookies.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse

from taluva_site.http.base_middleware import Middleware

PREFIX = "__Host-"
MARK = "host_cookies"
LOGIN = 0
# Seconds in which more requests may come with a former cookie: of tabs that a browser opens all at once.
GRACE = 600
# Without a cookie that names one of these, a page has the theme of the system.
THEMES = ("light", "dark")


class MessagesCookie(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """Django's default, with the prefix."""

    storage_classes = (MessagesCookie, SessionStorage)


def mark_session(request: HttpRequest, **_others: Any) -> None:
    """Mark the session as begun under the prefixed cookie; called at each login."""
    if settings.SESSION_COOKIE_NAME.startswith(PREFIX):
        request.session[MARK] = LOGIN


class FormerCookiesMiddleware(Middleware):
    """Stands just inside SessionMiddleware, which sends the cookie of a session that was changed."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        session = former_session(request)
        if session is None:
            return self.get_response(request)
        session.setdefault(MARK, int(time.time()))
        session.modified = True
        request.session = session
        token = request.COOKIES.get(former_name(settings.CSRF_COOKIE_NAME), "")
        request.COOKIES.setdefault(settings.CSRF_COOKIE_NAME, token)
        response = self.get_response(request)
        rename_cookies(response, token)
        return response


def former_name(name: str) -> str:
    return name.removeprefix(PREFIX)


def former_session(request: HttpRequest) -> SessionBase | None:
    """Return the session that a cookie of the former name gives, if somebody logged in there before the change."""
    name = settings.SESSION_COOKIE_NAME
    if not name.startswith(PREFIX) or name in request.COOKIES or former_name(name) not in request.COOKIES:
        return None
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(request.COOKIES[former_name(name)])
    return session if SESSION_KEY in session and session.get(MARK, time.time()) > time.time() - GRACE else None


def rename_cookies(response: HttpResponse, token: str) -> None:
    """Keep the token that other open pages have in their forms, unless the view has made a new one."""
    if token and settings.CSRF_COOKIE_NAME not in response.cookies:
        response.set_cookie(
            settings.CSRF_COOKIE_NAME,
            token,
            max_age=settings.CSRF_COOKIE_AGE,
            secure=True,
            httponly=True,
            samesite="Lax",
        )
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        response.delete_cookie(former_name(name), samesite="Lax")


def cookie_theme(request: HttpRequest) -> str:
    """Return the theme of a page whose reader is not known."""
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return theme if theme in THEMES else ""
