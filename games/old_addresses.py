"""Addresses from the time when there was one game: each redirects for good to the page of that game."""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import path
from django.views.generic import RedirectView

from games.history.views.fairness_pages import old_verifier
from games.registry import ORIGINAL

GAME = {"rules": ORIGINAL}


def moved_to(page: str) -> Callable[..., HttpResponseBase]:
    """Return a view that redirects to the page of this name, with the query."""
    return RedirectView.as_view(pattern_name=page, permanent=True, query_string=True)


urlpatterns = [
    path("learn/signs/", moved_to("signs"), GAME),
    path("learn/<int:number>/", moved_to("lesson"), GAME),
    path("static/verify_<slug:rules>.py", old_verifier),
]
