"""Addresses that pages had before, most of them when there was one game: each redirects to the page of today."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import path, reverse

from games.history.views.analysis_pages import match_course
from games.history.views.fairness_pages import old_verifier
from games.models.rating import Field
from games.registry import ORIGINAL


def moved_to(page: str) -> Callable[..., HttpResponse]:
    """Return a view that redirects to the page of this name, with the query and with what is sent."""

    def redirect_for_good(request: HttpRequest, **given: object) -> HttpResponse:
        address, query = reverse(page, kwargs={"rules": ORIGINAL, **given}), request.META["QUERY_STRING"]
        is_sent = request.method == "POST"
        return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address, preserve_request=is_sent)

    return redirect_for_good


urlpatterns = [
    path("games/<slug:key>/course/", match_course, name="match-course"),
    path("learn/signs/", moved_to("signs")),
    path("learn/<int:number>/", moved_to("lesson")),
    *(path(f"ratings/{field}/", moved_to("ratings-field"), {"field": field}) for field in Field.values),
    path("play/", moved_to("play-bot")),
    path("watch/", moved_to("watch-bots")),
    path("static/verify_<slug:rules>.py", old_verifier),
]
