"""Each request has a number: in its answer, in the lines of the log that it causes, and on the page of an error."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client, override_settings
from django.urls import path

from taluva_site import urls
from taluva_site.http import request_ids

log = logging.getLogger("taluva.test")
NUMBER = re.compile(r"[0-9a-f]{8}")


def broken(request: HttpRequest) -> HttpResponse:
    log.warning("before it breaks")
    raise RuntimeError("broken")


class BrokenUrls:
    urlpatterns = [path("broken/", broken), *urls.urlpatterns]
    handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
    handler500 = urls.handler500


class Lines(logging.Handler):
    """The lines that the club's own handler would write."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(request_ids.WithRequestId())
        self.setFormatter(logging.Formatter(settings.LOGGING["formatters"]["line"]["format"]))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record).partition("\n")[0])

    def numbers(self) -> list[str]:
        return [
            found[1] for line in self.lines if (found := re.search(r"\[(\S+)\] (?:taluva.test|django.request)", line))
        ]


@pytest.fixture
def lines() -> Any:
    handler = Lines()
    for name in ("taluva.test", "django.request"):
        logging.getLogger(name).addHandler(handler)
    yield handler
    for name in ("taluva.test", "django.request"):
        logging.getLogger(name).removeHandler(handler)


def test_an_error_has_one_number_on_its_page_in_its_answer_and_in_the_log(lines: Lines) -> None:
    client = Client(raise_request_exception=False, headers={"X-Request-ID": "of-another"})
    with override_settings(ROOT_URLCONF=BrokenUrls):
        answers = [client.get("/broken/") for _time in range(2)]
    numbers = [answer.headers["X-Request-ID"] for answer in answers]

    assert (len(set(numbers)), all(NUMBER.fullmatch(number) for number in numbers)) == (2, True)
    assert [
        f"send this number to the host: {number}" in answer.text
        for number, answer in zip(numbers, answers, strict=True)
    ] == [True] * 2
    assert lines.numbers() == [numbers[0]] * 2 + [numbers[1]] * 2
    log.warning("outside of a request")
    assert lines.numbers()[-1] == "-"


@pytest.mark.asyncio
async def test_an_asynchronous_server_keeps_the_number_through_its_threads(lines: Lines) -> None:
    client = AsyncClient(raise_request_exception=False)
    with override_settings(ROOT_URLCONF=BrokenUrls):
        answer = await client.get("/broken/")

    assert lines.numbers() == [answer.headers["X-Request-ID"]] * 2


@pytest.mark.parametrize("address", ["/healthz", "/nowhere/", "/static/nowhere.css", "/api/v1/me"])
@pytest.mark.django_db
def test_every_answer_has_a_number(address: str) -> None:
    assert NUMBER.fullmatch(Client().get(address).headers["X-Request-ID"])
