"""What goes to a host's Sentry server: where it broke, and nothing of who was there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from taluva_site.environment import Misconfigured
from taluva_site.http import request_ids
from taluva_site.operations import sentry
from tests.processes import ROOT

DSN = "https://key@sentry.example/1"
EVENT = {
    "event_id": "1",
    "level": "error",
    "transaction": "/feeds/{token}/turns.atom",
    "transaction_info": {"source": "route"},
    "request": {
        "url": "https://club.example/feeds/secret/turns.atom",
        "cookies": {"sessionid": "x"},
        "data": "password",
    },
    "user": {"id": 1, "ip_address": "203.0.113.5", "email": "anna@example.org"},
    "server_name": "host",
    "breadcrumbs": {"values": [{"message": "SELECT secret"}]},
    "extra": {"sys.argv": ["secret"]},
    "contexts": {"runtime": {"name": "CPython"}, "trace": {"description": "/feeds/secret/"}},
    "logentry": {
        "message": "no mail to %s",
        "params": ["anna@example.org"],
        "formatted": "no mail to anna@example.org",
    },
    "exception": {
        "values": [
            {
                "type": "IntegrityError",
                "value": "duplicate key of anna@example.org\nDETAIL: Key (name)=(Anna Secret) exists",
                "stacktrace": {"frames": [{"function": "save", "lineno": 3, "vars": {"password": "secret"}}]},
            }
        ]
    },
    "tags": {"celery": "yes"},
}


def test_an_event_keeps_the_place_and_nothing_of_a_person() -> None:
    request_ids.current.set("0123abcd")
    event = sentry.scrub_event(EVENT, {})
    request_ids.current.set(request_ids.NONE)

    assert event == {
        "event_id": "1",
        "level": "error",
        "transaction": "/feeds/{token}/turns.atom",
        "transaction_info": {"source": "route"},
        "contexts": {"runtime": {"name": "CPython"}},
        "logentry": {"message": "no mail to %s"},
        "exception": {
            "values": [
                {
                    "type": "IntegrityError",
                    "value": "duplicate key of [address]",
                    "stacktrace": {"frames": [{"function": "save", "lineno": 3}]},
                }
            ]
        },
        "tags": {"celery": "yes", "request_id": "0123abcd"},
    }


def test_a_path_that_leads_nowhere_is_left_out() -> None:
    event = {"transaction": "/games/x/join/secret/", "transaction_info": {"source": "url"}}

    assert "transaction" not in sentry.scrub_event(event, {})


def test_nothing_of_a_person_is_asked_for() -> None:
    options = sentry.sentry_options(DSN)

    assert (options["dsn"], options["before_send"]) == (DSN, sentry.scrub_event)
    assert {
        name: options[name] for name in ("send_default_pii", "max_request_body_size", "include_local_variables")
    } == {
        "send_default_pii": False,
        "max_request_body_size": "never",
        "include_local_variables": False,
    }


def test_an_address_without_the_package_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)  # as where it is not installed
    with pytest.raises(Misconfigured, match="SENTRY_DSN is set, but sentry-sdk is not installed"):
        sentry.start_sentry(DSN)
    sentry.start_sentry("")


def test_the_club_does_not_start_with_an_address_that_can_not_be_used() -> None:
    environ = {**os.environ, "SENTRY_DSN": "nonsense", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    code = "import taluva_site.settings"
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stderr.startswith("The club can't start: SENTRY_DSN is ")) == (2, True)
