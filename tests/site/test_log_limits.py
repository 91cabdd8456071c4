"""What strangers cause does not fill the log."""

import logging
from typing import Any

import pytest
from django.test import Client

from taluva_site.operations import log_filters


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(log_filters.time, "monotonic", lambda: now[0])
    return now


def record(name: str, message: str, line: int = 1) -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "file.py", line, message, ("x",), None)


def passed(records: list[logging.LogRecord], seldom: log_filters.OnceAMinute) -> list[str]:
    return [one.getMessage() for one in records if seldom.filter(one)]


def test_a_line_that_strangers_cause_comes_once_a_minute_with_its_number(clock: list[float]) -> None:
    seldom = log_filters.OnceAMinute()
    first = passed([record("uvicorn.error", "Invalid %s") for _ in range(5)], seldom)
    other = passed([record("django.security.csrf", "Forbidden %s", 2)], seldom)
    clock[0] += 61
    later = passed([record("uvicorn.error", "Invalid %s") for _ in range(2)], seldom)

    assert first == ["Invalid x"]
    assert other == ["Forbidden x"]
    assert later == ["Invalid x (and 4 more like it before)"]


def test_answers_that_the_site_is_busy_come_once_a_minute_and_defects_all(clock: list[float]) -> None:
    seldom, busy, broken = (
        log_filters.OnceAMinute(),
        record("django.request", "Busy %s"),
        record("django.request", "500 %s"),
    )
    busy.status_code, broken.status_code = 503, 500
    away = record("django.request", "Away %s")
    away.status_code, away.exc_info = 503, (ValueError, ValueError(), None)

    assert passed([busy, away, broken] * 2, seldom) == ["Busy x", "Away x", "500 x", "Away x", "500 x"]


def test_our_own_lines_all_come(clock: list[float]) -> None:
    seldom = log_filters.OnceAMinute()

    assert passed([record("taluva.trouble", "Full %s") for _ in range(3)], seldom) == ["Full x"] * 3


@pytest.mark.django_db
def test_who_asks_whether_the_club_is_ready_fills_no_log(clock: list[float], client: Client, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"  # nobody is there
    seldom, heard = log_filters.OnceAMinute(), list[str]()
    handler = logging.Handler()
    handler.addFilter(seldom)
    handler.emit = lambda record: heard.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("taluva.health").addHandler(handler)
    try:
        statuses = [client.get("/readyz").status_code for _ in range(3)]
    finally:
        logging.getLogger("taluva.health").removeHandler(handler)

    assert statuses == [503] * 3
    assert len([line for line in heard if line.startswith("Redis does not answer")]) == 1
