"""The theme of a page whose reader is not known: a cookie has it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

# Without one, a page has the theme of the system.
THEMES = ("light", "dark")


def cookie_theme(request: HttpRequest) -> str:
    wanted = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return wanted if wanted in THEMES else ""
