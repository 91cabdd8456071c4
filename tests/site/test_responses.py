"""Every address of the site, as a stranger and as somebody who is logged in: what its answer says to the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.staticfiles import finders
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, path

from taluva_site import urls
from taluva_site.middleware import PROBES
from tests.accounts.conftest import log_in, new_person

STRICT = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SAMPLES = {
    "int": "1",
    "slug": "abcdefghij",
    "str": "x",
    "path": "x",
    "uuid": "00000000-0000-0000-0000-000000000000",
}


def addresses(patterns: list[Any], prefix: str = "/") -> Iterator[str]:
    """Each path of the URL conf with something in place of its parameters; Django's own admin by its first page."""
    for pattern in patterns:
        route = str(pattern.pattern)
        for converter in getattr(pattern.pattern, "converters", {}).items():
            name, kind = converter
            sample = next((SAMPLES[key] for key in SAMPLES if key in type(kind).__name__.lower()), "x")
            route = route.replace(f"<{key_of(kind)}:{name}>", sample).replace(f"<{name}>", sample)
        if isinstance(pattern, URLResolver):
            if pattern.app_name == "admin":
                yield from ("/admin/", "/admin/login/", "/admin/accounts/mail/", "/admin/accounts/user/")
            else:
                yield from addresses(pattern.url_patterns, prefix + route)
        elif isinstance(pattern, URLPattern) and "(?P" not in route:
            yield prefix + route


def key_of(converter: Any) -> str:
    from django.urls.converters import get_converters

    return next(name for name, each in get_converters().items() if type(each) is type(converter))


ALL = sorted({*addresses(get_resolver().url_patterns), *PROBES})


def check(response: HttpResponse, address: str) -> None:
    policy = {part.strip() for part in response.headers["Content-Security-Policy"].split(";")}
    unsafe = [part for part in policy if "unsafe" in part or "*" in part or "http" in part]
    if not address.endswith("/html/"):
        assert (STRICT - policy, unsafe) == (set(), []), address
        assert response.headers["X-Frame-Options"] == "DENY"
    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS, address
    assert "camera=()" in response.headers["Permissions-Policy"]
    if not address.startswith(("/admin/", "/inbox/1/html/")) and not response.streaming:
        title = re.search("<title>(.*?)</title>", response.text.partition("</head>")[0])
        assert not title or title[1].endswith(" · Taluva"), address


def test_the_walk_finds_the_site() -> None:
    assert {"/", "/account/login/", "/account/2fa/totp/activate/", "/inbox/1/html/", "/healthz"} <= set(ALL)
    assert len(ALL) > 60


@pytest.mark.django_db
@pytest.mark.parametrize("address", ALL)
def test_every_answer_has_the_headers_for_a_stranger(client: Client, address: str) -> None:
    client.raise_request_exception = False
    for response in (client.get(address), client.post(address)):
        assert response.status_code < 500 or address == "/readyz"
        check(response, address)


@pytest.mark.django_db
def test_every_answer_has_the_headers_for_a_person(client: Client) -> None:
    client.raise_request_exception = False
    anna = new_person("Anna", is_staff=True, is_superuser=True)
    for address in ALL:
        log_in(client, anna) if "_auth_user_id" not in client.session else None
        response = client.get(address)
        assert response.status_code < 500 or address == "/readyz", address
        check(response, address)


@pytest.mark.django_db
def test_who_has_to_log_in_for_a_form_comes_back_to_a_page(client: Client) -> None:
    """Where the form is sent there is none: the page that held it, else the start."""
    sent_on = {}
    for address in ALL:
        for page in ("http://testserver/rules/?x=1", "https://elsewhere.example/", ""):
            answer = client.post(address, headers={"Referer": page})
            target = urlsplit(answer.headers.get("Location", ""))
            if target.path == "/account/login/" and (back := parse_qs(target.query).get("next")):
                sent_on[address, page] = back[0]

    own = {"/rules/?x=1", "/"}
    assert len({address for address, _page in sent_on}) > 40
    assert {back for (_address, page), back in sent_on.items() if "testserver" not in page and back in own} == {"/"}
    assert [back for back in {*sent_on.values()} - own if client.get(back).status_code == 405] == []


def breaks(error: Exception) -> Any:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


class BrokenUrls:
    """The site's own addresses, and some where something goes wrong."""

    urlpatterns = [
        path("400/", breaks(SuspiciousOperation("no"))),
        path("403/", breaks(PermissionDenied("Not yours."))),
        path("500/", breaks(RuntimeError("broken"))),
        *urls.urlpatterns,
    ]
    handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
    handler429, handler500 = urls.handler429, urls.handler500


ERRORS = [
    ("/400/", 400, "Bad request"),
    ("/403/", 403, "Not yours."),
    ("/nowhere/", 404, "Page not found"),
    ("/games/abcdefghij/join/", 405, "only accepts form submissions"),
    ("/500/", 500, "Something went wrong"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "status", "words"), ERRORS)
def test_an_error_has_a_page_with_a_sentence_and_the_headers(address: str, status: int, words: str) -> None:
    client = Client(raise_request_exception=False)
    with override_settings(ROOT_URLCONF=BrokenUrls):
        response = client.get(address)

    assert (response.status_code, words in response.text, "site.css" in response.text) == (status, True, True)
    check(response, address)


def test_a_500_needs_no_database(settings: Any) -> None:
    """This test has no leave to touch the database: whatever did would fail it."""
    client = Client(raise_request_exception=False)
    client.cookies["theme"] = "dark"
    with override_settings(ROOT_URLCONF=BrokenUrls):
        response = client.get("/500/")

    assert (response.status_code, 'data-theme="dark"' in response.text) == (500, True)


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_a_sentence() -> None:
    form = {"login": "x", "password": "y"}
    response = Client(enforce_csrf_checks=True).post(
        "/account/login/", form, headers={"referer": "http://testserver/account/login/?next=/games/"}
    )

    assert (response.status_code, "cookies are blocked" in response.text) == (403, True)
    assert "<h1>This page has expired</h1>" in response.text
    assert 'href="/account/login/?next=/games/">Reload page</a>' in response.text
    check(response, "/account/login/")


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["https://elsewhere.example/", "http://testserver//elsewhere.example/", ""])
def test_an_expired_form_leads_nowhere_else(page: str) -> None:
    response = Client(enforce_csrf_checks=True).post("/account/login/", headers={"referer": page})

    assert 'href="/">Home</a>' in response.text


@pytest.mark.django_db
@pytest.mark.parametrize("https", [False, True])
def test_a_wrong_host_is_refused_with_a_page(https: bool, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = https
    response = Client().get("/", headers={"host": "evil.example"})

    assert (response.status_code, "Bad request" in response.text) == (400, True)
    check(response, "/")


@pytest.mark.django_db
@pytest.mark.parametrize("address", PROBES)
def test_a_probe_needs_neither_name_nor_tls(address: str, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.METRICS_TOKEN = "open sesame"
    response = Client().get(address, headers={"host": "10.0.0.7:8000", "authorization": "Bearer open sesame"})

    assert response.status_code in (200, 503 if address == "/readyz" else 200)
    check(response, address)


@pytest.mark.django_db
def test_over_https_the_way_there_and_the_page_say_so(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 1000
    client = Client()
    sent, page = client.get("/terms/"), client.get("/terms/", secure=True)

    assert (sent.status_code, sent.headers["Location"]) == (301, "https://testserver/terms/")
    assert (page.status_code, page.headers["Strict-Transport-Security"]) == (200, "max-age=1000")
    check(sent, "/terms/")
    check(page, "/terms/")


@pytest.fixture
def drawing(settings: Any, tmp_path: Path) -> str:
    """The address of a static file."""
    (tmp_path / "drawing.svg").write_text("<svg/>")
    settings.STATIC_ROOT, settings.WHITENOISE_AUTOREFRESH = tmp_path, False
    return "/static/drawing.svg"


def test_a_static_file_has_the_headers(client: Client, drawing: str) -> None:
    response = client.get(drawing)

    assert (response.status_code, response.content) == (200, b"<svg/>")
    assert response.headers["Content-Type"] == "image/svg+xml"
    check(response, drawing)


def test_a_static_file_is_sent_in_part_or_not_at_all_when_that_is_enough(client: Client, drawing: str) -> None:
    whole = client.get(drawing)
    known = client.get(drawing, headers={"If-Modified-Since": whole.headers["Last-Modified"]})
    part = client.get(drawing, headers={"Range": "bytes=1-3"})
    head = client.head(drawing)

    answers = [(each.status_code, each.content, each.headers.get("Content-Length")) for each in (known, part, head)]
    assert answers == [(304, b"", None), (206, b"svg", "3"), (200, b"", "6")]


@pytest.mark.asyncio
async def test_an_asynchronous_server_gets_a_static_file_without_a_warning(drawing: str, recwarn: Any) -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "path": drawing,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }
    server = ApplicationCommunicator(ASGIHandler(), {**scope, "http_version": "1.1", "scheme": "http"})
    await server.send_input({"type": "http.request", "body": b""})
    start, body = await server.receive_output(30), await server.receive_output(30)

    assert (start["status"], body["body"]) == (200, b"<svg/>")
    assert [warning for warning in recwarn if "StreamingHttpResponse" in str(warning.message)] == []


def test_a_browser_that_asks_for_an_icon_unbidden_finds_one(client: Client) -> None:
    response = client.get("/favicon.ico")

    assert (response.status_code, response.headers["Location"]) == (302, "/static/img/icon-192.png")
    assert finders.find("img/icon-192.png")
