"""A match to take away: as text, and once it is finished for programs and as a picture that moves."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games.history import json_export
from games.history.views.analysis_pages import finished_match_or_404
from games.matches import queries
from games.matches.views.answers import refused_to, viewer_of, visitor_key
from games.models import Match
from games.pictures import drawing
from games.pictures.picture_views import cache_scope

A_WEEK = 7 * 24 * 60 * 60
AGAIN = 3  # seconds until a page that waits for a task looks again


def record_download(request: HttpRequest, key: str) -> HttpResponse:
    """Return the game as text (T-10), as far as the viewer may see it."""
    who = viewer_of(request)
    match = queries.started_match_for(key, who)
    text = queries.record_for(match, queries.seat_index(match, who))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{record_file(match)}"'
    return response


def record_file(match: Match, kind: str = "txt") -> str:
    return f"{match.rules}-{match.key}.{kind}"


def record_json(request: HttpRequest, key: str) -> JsonResponse:
    """Return all that there is to know about the match, for programs."""
    match = finished_match_or_404(request, key)
    response = JsonResponse(json_export.of_match(match), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'inline; filename="{record_file(match, "json")}"'
    return response


@refused_to("match")
def match_animation(request: HttpRequest, key: str) -> HttpResponse:
    """Return the whole game as a moving picture, or a page that looks again by itself until it is drawn."""
    match = finished_match_or_404(request, key)
    moving = drawing.get_animation(match, visitor_key(request))
    if moving is None:
        response = render(request, "games/drawing.html", {"match": match}, status=202)
        response["Refresh"] = str(AGAIN)
        return response
    response = HttpResponse(moving, content_type="image/gif")
    response["Content-Disposition"] = f'inline; filename="{record_file(match, "gif")}"'
    response["Cache-Control"] = f"{cache_scope(match)}, max-age={A_WEEK}"
    return response
