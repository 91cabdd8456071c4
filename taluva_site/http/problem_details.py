"""Errors for programs, as application/problem+json (RFC 9457): under /api/ nobody gets a page."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from taluva_site.http.base_middleware import Middleware

MEDIA_TYPE = "application/problem+json"
API = "/api/"


def is_for_program(path: str) -> bool:
    """Return True for addresses of the API; /api/ itself is its documentation, a page."""
    return path.startswith(API) and path != API


def problem_json(status: int, detail: object = "", **more: Any) -> bytes:
    """Return the JSON text of a problem; without a detail it is the usual sentence of that status."""
    known = {name: value for name, value in more.items() if value is not None}
    phrase = HTTPStatus(status).phrase
    text = str(detail) or usual_detail(status)
    return json.dumps({"type": "about:blank", "title": phrase, "status": status, "detail": text, **known}).encode()


def problem_response(status: int, detail: object = "", **more: Any) -> HttpResponse:
    return HttpResponse(problem_json(status, detail, **more), status=status, content_type=MEDIA_TYPE)


def answer_without_site(path: str, status: int, detail: object = "") -> tuple[str, bytes]:
    """Return the media type and the body with which the server refuses a request before the site sees it."""
    if is_for_program(path):
        return MEDIA_TYPE, problem_json(status, detail)
    return "text/plain; charset=utf-8", f"{detail or HTTPStatus(status).phrase}\n".encode()


def usual_detail(status: int) -> str:
    """Return the sentence for a status that nobody has described."""
    details = {
        400: _("That request was not understood."),
        403: _("You can't do that."),
        404: _("There is no such operation. /api/ lists them all."),
        405: _("This address doesn't accept that method. See /api/ for those it accepts."),
        408: _("That request took too long to arrive. Try again."),
        413: _("That request is too large. Send it in parts."),
        414: _("That address is too long."),
        429: _("Too many requests. Wait a few minutes."),
        431: _("The address and headers of that request are too long."),
        503: _("The club can't answer right now. Try again in a minute."),
    }
    return details.get(status) or _("Something went wrong on our side and was logged.")


class ApiProblemsMiddleware(Middleware):
    """Turn every refusal under /api/ into a problem, whichever part of the site refused.

    Pages of errors are for people.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer: HttpResponse = self.get_response(request)
        if answer.status_code < 400 or not is_for_program(request.path_info) or answer["Content-Type"] == MEDIA_TYPE:
            return answer
        answer.content = problem_json(answer.status_code)
        answer["Content-Type"] = MEDIA_TYPE
        answer["Content-Length"] = str(len(answer.content))
        del answer["Content-Encoding"]
        return answer
