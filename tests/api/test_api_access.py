"""Who gets into the JSON API: tokens, scopes, limits, accounts of programs, and the page that lists it all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.api import auth, tokens
from games.models import Token
from games.people import moderation
from taluva_site.security import limits
from tests.api.callers import ALL, V1, Caller, is_problem
from tests.factories import (
    NOW,
    first_choice,
    guest,
    level_bot,
    moderator,
    people,
    person,
    running_match,
)

pytestmark = pytest.mark.django_db


def test_token_is_kept_as_a_digest_only() -> None:
    ann = person()
    token, text = tokens.create_token(user=ann, name="bot", scopes=["play", "read", "nonsense"], now=NOW)

    assert token.scopes == ["read", "play"]
    assert text not in str(Token.objects.values().get())
    assert tokens.find_token(text, now=NOW) == token


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic YTpi"}])
def test_without_a_token_nothing_is_told(header: dict[str, str]) -> None:
    match = running_match(*people(2))
    for path in ("/me", "/matches", f"/matches/{match.key}", "/tables", "/finished", "/events"):
        answer = Client(headers=header).get(V1 + path)
        assert is_problem(answer, 401)
        assert answer["WWW-Authenticate"] == "Bearer"


def test_session_is_no_token(client: Client) -> None:
    client.force_login(person())

    assert is_problem(client.get(f"{V1}/me"), 401)


def test_revoked_token_and_suspended_person_are_out() -> None:
    ann, ben = people(2)
    first, second = Caller(ann), Caller(ben)
    assert first.get("/me").status_code == second.get("/me").status_code == 200
    tokens.revoke_token(user=ann, token_id=first.token.pk, now=NOW)
    moderation.suspend_account(user=ben, staff=moderator("Sam"), why="spam", now=NOW)

    assert is_problem(first.get("/me"), 401)
    assert is_problem(second.get("/me"), 401)


@pytest.mark.parametrize("scope", ALL)
def test_scope_opens_its_own_doors_only(scope: str) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    caller = Caller(ann, [scope])
    turn = {"number": 1, "text": first_choice(match)}
    answers = {
        "read": caller.get(f"/matches/{match.key}").status_code,
        "chat": caller.post(f"/matches/{match.key}/messages", {"text": "hello"}).status_code,
        "play": caller.post(f"/matches/{match.key}/turns", turn).status_code,
        "create": caller.post("/matches", {"seats": [{"kind": "me"}, {"kind": "anybody"}]}).status_code,
    }

    good = {"read": 200, "chat": 201, "play": 200, "create": 201}
    assert answers == {name: good[name] if name == scope else 403 for name in good}


def test_what_lacks_a_scope_is_told_which() -> None:
    answer = Caller(person(), ["chat"]).get("/matches")
    assert is_problem(answer, 403)
    assert answer["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="read"'


def test_guest_has_no_tokens() -> None:
    with pytest.raises(Exception, match="account"):
        tokens.create_token(user=guest(), name="x", scopes=ALL, now=NOW)


def test_token_page_shows_a_new_token_once(client: Client) -> None:
    client.force_login(person())
    page = client.post("/account/tokens/", {"name": "My bot", "scopes": ["read", "play"]})
    text = page.context["made"]
    assert text.startswith("taluva_")
    assert text in page.text
    later = client.get("/account/tokens/").text
    assert "My bot" in later
    assert text not in later
    token = Token.objects.get()
    assert client.post(f"/account/tokens/{token.pk}/revoke/").status_code == 303
    assert "My bot" not in client.get("/account/tokens/").text


def test_token_page_is_one_s_own(client: Client) -> None:
    caller = Caller(person())
    client.force_login(person("Zoe"))

    assert client.post(f"/account/tokens/{caller.token.pk}/revoke/").status_code == 404
    assert caller.get("/me").status_code == 200
    assert client.post("/account/tokens/", {"name": "", "scopes": []}).status_code == 422


def test_limit_is_told_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "REQUESTS", limits.Limit("api", 3, 60))
    caller = Caller(person())
    answers = [caller.get("/me") for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0"]
    assert {answer["RateLimit-Limit"] for answer in answers} == {"3"}
    assert is_problem(answers[3], 429)
    assert answers[3]["Retry-After"] == answers[3]["RateLimit-Reset"]
    assert Caller(User.objects.get()).get("/me").status_code == 200


def test_a_request_that_is_too_large_is_a_problem_too() -> None:
    answer = Caller(person()).post("/studies", {"text": "x" * 3_000_000})

    assert is_problem(answer, 413)


def test_guessing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "GUESSES", limits.Limit("api-guess", 2, 60))
    stranger = Client(headers={"Authorization": "Bearer x"})

    assert [stranger.get(f"{V1}/me").status_code for _ in range(3)] == [401, 401, 429]


def test_guesses_behind_a_proxy_are_counted_by_visitor(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(auth, "GUESSES", limits.Limit("api-guess", 2, 60))
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, trusted_proxies=1)
    stranger = Client(headers={"Authorization": "Bearer x"})
    asked = [stranger.get(f"{V1}/me", headers={"X-Forwarded-For": f"203.0.113.{n}"}) for n in (1, 1, 1, 2)]

    assert [answer.status_code for answer in asked] == [401, 401, 429, 401]


def test_an_account_is_marked_as_a_bot_and_invited_by_name() -> None:
    robo, ann = person("Robo"), person("Ann")
    client, caller = Client(), Caller(robo)
    client.force_login(robo)
    assert caller.get("/me").json()["kind"] == "person"

    assert client.post("/account/tokens/mark/", {"bot": "1"}).status_code == 303
    match = running_match(ann, robo)
    seats = Client().get(match.get_absolute_url()).text

    assert (caller.get("/me").json()["kind"], seats.count("<small>(bot)</small>")) == ("bot", 1)
    assert "marked as a bot" in client.get("/account/tokens/").text
    client.post("/account/tokens/mark/", {"bot": "0"})
    assert caller.get("/me").json()["kind"] == "person"


def test_neither_a_guest_nor_a_level_is_marked() -> None:
    for user in (guest(), level_bot()):
        kind, client = user.kind, Client()
        client.force_login(user)
        assert client.post("/account/tokens/mark/", {"bot": "0"}).status_code == 403
        assert User.objects.get(pk=user.pk).kind == kind


def test_reference_page_lists_every_operation_without_scripts_from_elsewhere(client: Client) -> None:
    page = client.get("/api/").text
    document = client.get(f"{V1}/openapi.json").json()

    for path, operations in document["paths"].items():
        for method in operations:
            assert f"<code>{method.upper()} {path}</code>" in page
    assert "https://" not in page.replace("https://testserver", "")
    assert "<script>" not in page


def test_the_document_is_built_once_and_sent_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get(f"{V1}/openapi.json")
    monkeypatch.setattr("ninja.openapi.schema.OpenAPISchema.__init__", lambda *_args: pytest.fail("built anew"))
    again = Client().get(f"{V1}/openapi.json", headers={"If-None-Match": first["ETag"]})
    other = Client().get(f"{V1}/openapi.json", headers={"If-None-Match": '"another"'})
    page = Client().get("/api/")

    assert (first.status_code, first["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert (again.status_code, again.content, other.content) == (304, b"", first.content)
    assert page.status_code == 200
    assert Client().post(f"{V1}/openapi.json").status_code == 405
