"""Under /api/ every refusal is problem+json, whichever part of the site refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from games.api import auth, table_operations
from taluva_site import urls
from taluva_site.http import problem_details
from taluva_site.security import limits
from tests.api.callers import Caller, is_problem
from tests.factories import person

pytestmark = pytest.mark.django_db


def view_that_raises(error: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


RAISED = {
    "400": (SuspiciousOperation("no"), 400, "That request was not understood."),
    "403": (PermissionDenied("no"), 403, "You can't do that."),
    "500": (RuntimeError("no"), 500, "Something went wrong on our side and was logged."),
    "503": (
        OperationalError("gone"),
        503,
        "The club's database is not responding. Nothing was lost; try again in a minute.",
    ),
}


class BrokenUrls:
    """The site's own addresses, and some where something goes wrong."""

    urlpatterns = [path(f"api/v1/{name}", view_that_raises(error)) for name, (error, *_) in RAISED.items()]
    urlpatterns += urls.urlpatterns
    handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
    handler429, handler500 = urls.handler429, urls.handler500


@pytest.mark.parametrize("name", RAISED)
def test_an_error_of_the_site_is_a_problem(name: str) -> None:
    _, status, detail = RAISED[name]
    with override_settings(ROOT_URLCONF=BrokenUrls):
        answer = Client(raise_request_exception=False).get(f"/api/v1/{name}")

    assert is_problem(answer, status)
    assert answer.json()["detail"] == detail
    assert answer.headers.get("Retry-After") == ("30" if status == 503 else None)


@pytest.mark.parametrize("address", ["/api/v1/nowhere", "/api/v1/", "/api/v2/me", "/api/nowhere/"])
@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "options"])
def test_an_unknown_address_is_a_problem(address: str, method: str) -> None:
    answer = getattr(Client(enforce_csrf_checks=True), method)(address)

    assert is_problem(answer, 404)


def test_a_wrong_method_is_a_problem_that_names_the_right_ones() -> None:
    answer = Caller(person("Ann")).client.delete("/api/v1/me")

    assert is_problem(answer, 405)
    assert answer["Allow"] == "GET"
    assert answer["Content-Length"] == str(len(answer.content))


def test_a_wrong_host_and_a_null_are_problems() -> None:
    assert is_problem(Client().get("/api/v1/me", headers={"host": "evil.example"}), 400)
    assert is_problem(Client().get("/api/v1/m%00e"), 400)


def test_an_error_inside_an_operation_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    caller = Caller(person("Ann"))
    caller.client.raise_request_exception = False
    for error, status in ((OperationalError("database or disk is full"), 503), (ZeroDivisionError(), 500)):
        monkeypatch.setattr(table_operations.queries, "count_awaiting", raiser(error))
        assert is_problem(caller.get("/me"), status)


def raiser(error: Exception) -> Callable[..., Any]:
    def fail(*args: object) -> Any:
        raise error

    return fail


def test_too_many_requests_are_a_problem_that_says_when(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "REQUESTS", limits.Limit("few", 1, 60))
    caller = Caller(person("Ann"))
    caller.get("/me")
    answer = caller.get("/me")

    assert is_problem(answer, 429)
    assert int(answer["Retry-After"]) > 0


def test_a_body_that_is_too_large_is_a_problem(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = Caller(person("Ann")).post("/matches", {"name": "x" * 200})

    assert is_problem(answer, 413)


def test_the_documentation_itself_is_a_page() -> None:
    assert not problem_details.is_for_program("/api/")
    assert Client().get("/api/")["Content-Type"].startswith("text/html")


def test_a_problem_can_be_built_before_there_is_a_request() -> None:
    """The limit of a body's size answers before Django has seen the request."""
    assert problem_details.problem_json(413) == (
        b'{"type": "about:blank", "title": "Request Entity Too Large", "status": 413,'
        b' "detail": "That request is too large. Send it in parts."}'
    )
