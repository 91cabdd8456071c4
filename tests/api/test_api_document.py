"""schemathesis reads the OpenAPI document and asks everything that it allows, and much that it does not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation import GenerationMode

from games import urls
from games.api import auth, tokens
from games.api.site import api
from games.history.studies import study_records
from games.matches import match_tags, talk
from games.matches.tables import pace
from games.matches.tables.tables import SeatPlan
from games.models import Match
from games.models.token import Scope
from games.notifications import urls as notice_urls
from taluva_site.security import limits
from tests.factories import NOW, finished_match, open_table, people, played_on, running_match

load_all_checks()
EXAMPLES = int(os.environ.get("API_EXAMPLES", "12"))
DOCUMENT = schemathesis.openapi.from_dict(api.get_openapi_schema())
DOCUMENT.app = get_wsgi_application()
OPERATIONS = {operation.ok().label: operation.ok() for operation in DOCUMENT.get_all_operations()}
# A turn that fits the document may still be refused by the rules (422), and a table may be full (409).
EXCLUDED = CHECKS.get_by_names(["positive_data_acceptance", "negative_data_rejection"])
STREAM = "GET /api/v1/events"


@pytest.fixture(scope="module")
def matches(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[str]]:
    """Return the keys of matches of every state, of the person who asks.

    They are made once, in a transaction around those of the tests.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        ann, ben = people(2)
        made = [
            open_table(ann),
            open_table(ben),
            open_table(ben, SeatPlan(invited=ann)),
            played_on(running_match(ann, ben), 5),
            running_match(ben, ann, visibility="private"),
            finished_match(ann, ben),
        ]
        yield [match.key for match in made]
        transaction.set_rollback(True)


@pytest.fixture
def keys(matches: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return the keys of the matches. The test's transaction outlives the requests, of which there are many."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    unlimited = [(auth, "REQUESTS"), (auth, "GUESSES"), (talk, "FLOOD"), (pace, "TABLES"), (pace, "INVITATIONS")]
    unlimited.append((study_records, "SAVED"))
    unlimited.append((match_tags, "KEPT"))
    for module, name in unlimited:
        monkeypatch.setattr(module, name, limits.Limit(name.lower(), 10**6, 60))
    yield matches
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def bearer(name: str) -> dict[str, str]:
    from accounts.models import User

    _, text = tokens.create_token(user=User.objects.get(username=name), name="fuzz", scopes=Scope.values, now=NOW)
    return {"Authorization": f"Bearer {text}"}


def ask(label: str, keys: list[str], mode: GenerationMode, examples: int) -> None:
    headers, operation = bearer("Ann"), OPERATIONS[label]

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(data=st.data())
    def run(data: Any) -> None:
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if "key" in (case.path_parameters or {}) and mode == GenerationMode.POSITIVE:
            case.path_parameters["key"] = data.draw(st.sampled_from([*keys, "nosuchgame"]))
        case.call_and_validate(headers=headers, excluded_checks=EXCLUDED)

    run()


@pytest.mark.django_db
@pytest.mark.parametrize("label", [label for label in OPERATIONS if label != STREAM])
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
def test_every_answer_is_documented(label: str, mode: GenerationMode, keys: list[str]) -> None:
    ask(label, keys, mode, EXAMPLES)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("label", [label for label in OPERATIONS if label != STREAM])
def test_every_answer_is_documented_for_long(label: str, keys: list[str]) -> None:
    ask(label, keys, GenerationMode.POSITIVE, 300)
    assert Match.objects.exists()


def test_document_names_problems_as_what_they_are() -> None:
    document = api.get_openapi_schema()
    for operations in document["paths"].values():
        for operation in operations.values():
            assert {"401", "403", "422", "429"} <= {str(status) for status in operation["responses"]}
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert list(answer["content"]) == ["application/problem+json"]


# What the pages can do in a match, by the last part of the address, and the operation that does it.
DOINGS = {
    "match": "POST /turns",
    "match-list": "POST /turns",
    "match-back": "POST /return",
    "resign": "POST /resign",
    "order-create": "POST /orders",
    "order-remove": "DELETE /orders/{pk}",
    "order-move": "POST /orders/{pk}/prefer",
    "give-time": "POST /time",
    "table-join": "POST /join",
    "table-link": "POST /join",
    "table-leave": "POST /leave",
    "table-decline": "POST /decline",
    "match-cancel": "POST /cancel",
    "match-cancel-not": "DELETE /cancel",
    "match-rematch": "POST /rematch",
    "message-create": "POST /messages",
    "message-report": "POST /messages/{pk}/report",
    "author-block": "POST /messages/{pk}/block",
    "talk-mute": "PUT /mute",
    "note-save": "PUT /note",
    "match-tags": "PUT /tags",
    "match-analysis": "POST /analysis",
    "match-analysis-cancel": "DELETE /analysis",
}
# What only shows: everything of it is in the match, its record and its talk.
SHOWN = {
    *("match-turn", "match-turns", "match-replay", "match-pulse", "match-record", "match-picture"),
    *("turn-confirm", "resign-confirm", "talk", "match-fairness", "sandbox", "sandbox-note"),
    *("match-course", "match-json", "match-animation"),
}


def test_what_the_pages_can_do_in_a_match_the_api_can() -> None:
    pages = {
        entry.name
        for entry in [*urls.urlpatterns, *notice_urls.urlpatterns]
        if str(entry.pattern).startswith("games/<slug:key>/")
    }
    offered = {label.replace("/api/v1/matches/{key}", "") for label in OPERATIONS}

    assert pages - SHOWN == set(DOINGS)
    assert set(DOINGS.values()) <= offered
