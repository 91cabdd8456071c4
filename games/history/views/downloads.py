"""A finished match to take away: for programs, and as a picture that moves."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games.history import json_export
from games.history.views.course_pages import finished_match_or_404
from games.matches.views.answers import refused_to, visitor_key
from games.matches.views.pulse import record_file
from games.pictures import drawing
from games.pictures.picture_views import cache_scope

A_WEEK = 7 * 24 * 60 * 60
AGAIN = 3  # seconds until a page that waits for a task looks again


def record_json(request: HttpRequest, key: str) -> JsonResponse:
    """All that there is to know about the match, for programs."""
    match = finished_match_or_404(request, key)
    response = JsonResponse(json_export.of_match(match), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'inline; filename="{record_file(match, "json")}"'
    return response


@refused_to("match-course")
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
