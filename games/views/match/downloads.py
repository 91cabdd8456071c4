"""A finished match to take away: for programs, and as a picture that moves."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games import exports
from games.services import animation
from games.views.match.course import ended
from games.views.match.pulse import record_file
from games.views.pictures import sharing

A_WEEK = 7 * 24 * 60 * 60
AGAIN = 3  # seconds until a page that waits for a task looks again


def record_json(request: HttpRequest, key: str) -> JsonResponse:
    """All that there is to know about the match, for programs."""
    match = ended(request, key)
    response = JsonResponse(exports.of_match(match), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'inline; filename="{record_file(match, "json")}"'
    return response


def match_animation(request: HttpRequest, key: str) -> HttpResponse:
    """The whole game as a moving picture, or a page that looks again by itself until it is drawn."""
    match = ended(request, key)
    moving = animation.kept(match)
    if moving is None:
        response = render(request, "games/drawing.html", {"match": match}, status=202)
        response["Refresh"] = str(AGAIN)
        return response
    response = HttpResponse(moving, content_type="image/gif")
    response["Content-Disposition"] = f'inline; filename="{record_file(match, "gif")}"'
    response["Cache-Control"] = f"{sharing(match)}, max-age={A_WEEK}"
    return response
