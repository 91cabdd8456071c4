"""Whatever is sent, by whomever: a page or a sentence, never a page of a defect."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from accounts.models import User
from games.api import tokens
from games.history.studies import study_records
from games.matches import talk
from games.matches.tables.tables import SeatPlan
from games.models import Match, Message, Study
from games.models.token import Scope
from tests.accounts.conftest import PASSWORD, log_in, new_person
from tests.factories import NOW, finished_match, guest, open_table, person, played_on, running_match
from tests.site.hostile import ROUTES, WAYS, Stranger, credentials

pytestmark = pytest.mark.django_db
RECORD = Path(__file__).parent.parent / "records" / "taluva" / "running.txt"
SEED = int(os.environ.get("HOSTILE_SEED", "1"))


@pytest.fixture
def samples(settings: Any) -> dict[str, list[str]]:
    """A club with something of everything, and what stands for it in addresses. Nobody is asked to wait."""
    settings.ACCOUNT_RATE_LIMITS = False
    anna, ben = new_person("Anna", is_staff=True, is_superuser=True), person("Ben")
    running = played_on(running_match(anna, ben), 5)
    matches = [running, finished_match(anna, ben), open_table(anna), open_table(ben, SeatPlan(invited=anna))]
    message = talk.write_message(match_id=running.pk, user=ben, text="hello", now=NOW)
    study = study_records.save_studies(owner=anna, text=RECORD.read_text(), now=NOW)[0]
    return {
        "key": [*(match.key for match in matches), study.key, "taluva"],
        "name": ["Anna", "Ben"],
        "other": ["Ben"],
        "pk": [str(message.pk), "1"],
        "number": ["1", "3"],
        "seat": ["0", "1"],
        "kind": ["card"],
        "rules": ["taluva"],
        "field": ["taluva"],
        "object_id": [str(anna.pk), str(running.pk)],
        "app_label": ["games"],
        "code": [matches[2].join_code],
    }


def visitor(kind: str) -> Client:
    client = Client()
    if kind == "guest":
        client.force_login(guest())
    if kind == "staff":
        log_in(client, User.objects.get(username="Anna"))
    return client


def check(stranger: Stranger) -> None:
    assert not stranger.broken, "\n".join(stranger.broken)


def test_the_walk_knows_every_kind_of_address() -> None:
    assert {"/", "/admin/", "/api/v1/me", "/account/2fa/webauthn/login/", "/people/<str:name>/"} <= set(ROUTES)
    assert len(ROUTES) > 250


@pytest.mark.parametrize("going_on", ["x", "-1", "'\"><b>", "http://[", "javascript:x"])
def test_who_is_to_go_on_to_no_address_goes_to_the_start(going_on: str, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    client, anna = Client(), new_person("Anna")
    theme = client.post("/account/theme/", {"theme": "dark", "next": going_on})
    as_guest = client.post("/account/guest/", {"next": going_on})
    client.logout()
    log_in(client, anna)
    signed_up = client.get("/account/signup/", {"next": going_on})

    assert [answer.headers["Location"] for answer in (theme, as_guest, signed_up)] == ["/", "/games/", "/"]


ELSEWHERE = [
    *(
        "http://[",
        "http://[::1",
        "//evil.example",
        "/\\evil.example",
        "http:///evil.example",
        "http://testserver@evil.example",
    ),
    *("javascript:x", "https:evil.example", "\t//evil.example", "http://[::1]evil.example"),
]


@pytest.mark.parametrize("going_on", ELSEWHERE)
def test_no_page_of_an_account_leads_elsewhere_or_breaks(going_on: str, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    client, _anna = Client(), new_person("Anna")
    names = ("login", "password/reset", "confirm-email")
    pages = [client.get(f"/account/{name}/", {"next": going_on}) for name in names]
    log_in_form = {"login": "Anna", "password": PASSWORD, "next": going_on}
    logged_in = client.post("/account/login/", log_in_form)
    again = client.post("/account/reauthenticate/", {"password": PASSWORD, "next": going_on})
    logged_out = client.post("/account/logout/", {"next": going_on})

    assert [page.status_code for page in pages] == [200, 200, 302]
    assert [page.text for page in pages if f'href="{going_on}' in page.text] == []
    assert [answer.headers["Location"] for answer in (logged_in, again, logged_out)] == ["/", "/", "/"]


NULLS = ["/people/%00/", "/people/x%00y/", "/feeds/%00/turns.atom", "/%00", "/static/%00"]


@pytest.mark.parametrize("address", NULLS)
def test_an_address_with_a_null_is_refused(address: str) -> None:
    assert Client().get(address).status_code == 400


def test_a_null_in_a_query_is_refused_where_no_page_has_an_answer_of_its_own(samples: dict[str, list[str]]) -> None:
    """PostgreSQL takes none; SQLite finds nothing."""
    assert visitor("staff").get("/studies/new/?game=%00").status_code in (200, 400, 404)


def test_a_number_that_no_database_keeps_is_refused(samples: dict[str, list[str]]) -> None:
    """In a list of rows; SQLite does not take it, PostgreSQL finds none."""
    anna = User.objects.get(username="Anna")
    form = {"username": "Anna", "groups": ["99999999999999999999"]}
    client = visitor("staff")
    client.raise_request_exception = False

    assert client.post(f"/admin/accounts/user/{anna.pk}/change/", form).status_code in (200, 400)


@pytest.mark.parametrize("charset", ["rot13", "utf-16", "utf-7", "latin-1"])
def test_a_form_in_another_encoding_is_refused(charset: str) -> None:
    kind = f"application/x-www-form-urlencoded; charset={charset}"

    assert Client().generic("POST", "/account/login/", "login=%41", kind).status_code == 400


@pytest.mark.parametrize("kind", ["nobody", "guest", "staff"])
def test_no_address_breaks(kind: str, samples: dict[str, list[str]]) -> None:
    stranger = Stranger(visitor(kind), samples, SEED)
    stranger.walk(1, ways=1)
    check(stranger)


@pytest.mark.parametrize(("kind", "least"), [("nobody", 10), ("staff", 60)])
def test_no_form_breaks(kind: str, least: int, samples: dict[str, list[str]]) -> None:
    stranger = Stranger(visitor(kind), samples, SEED)
    forms = stranger.fill_forms(3)
    check(stranger)
    assert forms >= least


def test_no_operation_of_the_api_breaks(samples: dict[str, list[str]]) -> None:
    anna = User.objects.get(username="Anna")
    _, text = tokens.create_token(user=anna, name="fuzz", scopes=Scope.values, now=NOW)
    stranger = Stranger(Client(headers={"Authorization": f"Bearer {text}"}), samples, SEED)
    for route in ROUTES:
        if route.startswith("/api/"):
            for method in ("GET", "POST", "PUT", "DELETE"):
                stranger.ask(method, stranger.filled(route, hostile=True))
                stranger.ask(method, f"{stranger.filled(route, hostile=False)}?{stranger.query(stranger.names)}")
                body = stranger.rng.choice(['{"number": 6, "text": "\\u0000"}', '{"text": "\\ud800"}', "[" * 20_000])
                stranger.ask(method, stranger.filled(route, hostile=False), body, "application/json")
    check(stranger)


@pytest.mark.parametrize("address", ["/account/2fa/webauthn/login/", "/account/2fa/webauthn/reauthenticate/"])
def test_no_answer_of_a_passkey_breaks(address: str, samples: dict[str, list[str]]) -> None:
    client = visitor("staff" if "reauthenticate" in address else "nobody")
    client.get(address)  # the site's challenge, to which these are the answers
    stranger = Stranger(client, samples, SEED)
    for credential in credentials():
        stranger.ask("POST", address, f"credential={quote(credential)}", "application/x-www-form-urlencoded")
    check(stranger)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", ["nobody", "guest", "staff"])
def test_nothing_breaks_for_long(kind: str, samples: dict[str, list[str]]) -> None:
    stranger = Stranger(visitor(kind), samples, SEED + 1)
    stranger.walk(15, ways=len(WAYS))
    stranger.fill_forms(40)
    check(stranger)
    assert (Match.objects.count(), Message.objects.count(), Study.objects.count()) == (4, 1, 1)
