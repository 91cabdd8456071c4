import logging

import pytest
from django.db import OperationalError
from django.test import RequestFactory

from taluva_site import views

FULL = "database or disk is full"
AWAY = 'connection to server at "db.example" failed'


@pytest.mark.parametrize(
    ("error", "told", "logged"),
    [
        (OperationalError(FULL), "What you just sent was not saved", "Nothing more can be saved: make room"),
        (OperationalError(AWAY), "database is not responding", "DATABASE_URL names it"),
    ],
)
def test_visitor_and_host_get_a_sentence_each(
    error: Exception, told: str, logged: str, rf: RequestFactory, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "taluva.trouble"):
        try:
            raise error
        except OperationalError:
            response = views.server_error(rf.get("/"))

    assert (response.status_code, response["Retry-After"]) == (503, "30")
    assert told in response.text
    assert str(error) not in response.text
    assert logged in caplog.text


def test_a_defect_is_still_a_defect(rf: RequestFactory) -> None:
    try:
        raise ValueError("a defect")
    except ValueError:
        response = views.server_error(rf.get("/"))

    assert response.status_code == 500
