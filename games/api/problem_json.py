"""What the API refuses: problem+json (RFC 9457), each with a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError

from games.matches.refusals import SiteBusy
from games.matches.tables.pace import RateLimited
from games.registry import Refusal
from taluva_site.http import problem_details
from taluva_site.http.problem_details import MEDIA_TYPE as MEDIA_TYPE
from taluva_site.security import limits


class Problem(Schema):
    """Why it was not done. `clause` is the clause of the rules that forbids it, as in the rules page."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    clause: str | None = None
    errors: list[str] | None = None


class TooManyRequests(Exception):  # noqa: N818 - a refusal, not a fault
    def __init__(self, allowance: limits.Allowance) -> None:
        self.allowance = allowance


class MissingScope(Exception):  # noqa: N818 - a refusal, not a fault
    def __init__(self, scope: str) -> None:
        self.scope = scope


def problem_answer(request: HttpRequest, status: int, detail: object, **more: Any) -> HttpResponse:
    """Return the answer, with nothing in it that is not said."""
    return with_limits(request, problem_details.problem_response(status, detail, **more))


def with_limits(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the answer with what is left of the token's limit."""
    allowance: limits.Allowance | None = getattr(request, "allowance", None)
    if allowance is not None:
        response["RateLimit-Limit"] = str(allowance.limit.number)
        response["RateLimit-Remaining"] = str(allowance.remaining)
        response["RateLimit-Reset"] = str(allowance.resets_in)
    return response


def answer_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    response = problem_answer(
        request,
        getattr(refusal, "status", 422),
        _(refusal.message),
        clause=refusal.clause,
        errors=getattr(refusal, "errors", None),
    )
    if isinstance(refusal, RateLimited | SiteBusy):
        response["Retry-After"] = str(refusal.seconds)
    return response


def too_many(request: HttpRequest, error: TooManyRequests) -> HttpResponse:
    request.allowance = error.allowance  # type: ignore[attr-defined]
    seconds = error.allowance.resets_in
    response = problem_answer(request, 429, _("Too many requests. Wait %(seconds)d seconds.") % {"seconds": seconds})
    response["Retry-After"] = str(seconds)
    return response


def answer_unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    response = problem_answer(request, 401, _("Send a valid token, as “Authorization: Bearer …”."))
    response["WWW-Authenticate"] = "Bearer"
    return response


def answer_forbidden(request: HttpRequest, error: MissingScope) -> HttpResponse:
    response = problem_answer(request, 403, _("This token lacks the scope “%(scope)s”.") % {"scope": error.scope})
    response["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{error.scope}"'  # RFC 6750
    return response


def answer_missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem_answer(request, 404, _("This doesn't exist, or you can't see it."))


def too_large(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    return problem_answer(request, 413, problem_details.usual_detail(413))


def answer_malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [f"{'.'.join(named_by_client(item['loc']))}: {item['msg']}" for item in error.errors]
    return problem_answer(request, 422, _("The request is invalid."), errors=errors)


def named_by_client(place: Sequence[object]) -> list[str]:
    """Return the way to the value as the client wrote it.

    The second name within a body is that of our own parameter.
    """
    parts = [str(part) for part in place]
    return parts[:1] + parts[2:] if parts[:1] == ["body"] and len(parts) > 1 else parts


def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    return problem_answer(request, error.status_code, error.message)


HANDLERS = {
    Refusal: answer_refusal,
    TooManyRequests: too_many,
    AuthenticationError: answer_unknown,
    MissingScope: answer_forbidden,
    Http404: answer_missing,
    RequestDataTooBig: too_large,
    ValidationError: answer_malformed,
    HttpError: http_error,
}
