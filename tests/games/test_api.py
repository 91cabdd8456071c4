"""The JSON API: who may do what, and that it does what the pages do."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import positions
from games.api import auth
from games.models import By, Match, State, Token
from games.models.token import Scope
from games.services import limits, moderation, talk, tokens
from tests.factories import (
    NOW,
    finished_match,
    first_choice,
    guest,
    level_bot,
    open_table,
    outside_bot,
    people,
    person,
    played,
    played_on,
    running_match,
)

pytestmark = pytest.mark.django_db
ALL = Scope.values
V1 = "/api/v1"


class Caller:
    """A program with a token."""

    def __init__(self, user: User, scopes: list[str] = ALL) -> None:
        self.token, text = tokens.create(user=user, name="test", scopes=scopes, now=NOW)
        self.client = Client(headers={"Authorization": f"Bearer {text}"})

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(V1 + path, query)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(V1 + path, json.dumps(body or {}), content_type="application/json", headers=names)

    def put(self, path: str, body: Any) -> Any:
        return self.client.put(V1 + path, json.dumps(body), content_type="application/json")


def is_problem(answer: Any, status: int) -> bool:
    body = answer.json()
    return (
        answer.status_code == body["status"] == status
        and answer["Content-Type"] == "application/problem+json"
        and bool(body["title"] and body["detail"])
    )


# Tokens.


def test_token_is_kept_as_a_digest_only() -> None:
    ann = person()
    token, text = tokens.create(user=ann, name="bot", scopes=["play", "read", "nonsense"], now=NOW)

    assert token.scopes == ["read", "play"]
    assert text not in str(Token.objects.values().get())
    assert tokens.find(text, now=NOW) == token


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
    tokens.revoke(user=ann, token_id=first.token.pk, now=NOW)
    moderation.suspend(user=ben, staff=person("Sam", is_staff=True), why="spam", now=NOW)

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


def test_guest_has_no_tokens() -> None:
    with pytest.raises(Exception, match="account"):
        tokens.create(user=guest(), name="x", scopes=ALL, now=NOW)


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


# Limits.


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


def test_guessing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "GUESSES", limits.Limit("api-guess", 2, 60))
    stranger = Client(headers={"Authorization": "Bearer x"})

    assert [stranger.get(f"{V1}/me").status_code for _ in range(3)] == [401, 401, 429]


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


# Playing.


WISH = {"seats": [{"kind": "me"}, {"kind": "anybody"}], "draw_seats": False, "name": "API"}


def test_whole_match_can_be_played_by_two_programs() -> None:
    robo, ben = outside_bot(), person("Ben")
    callers = [Caller(robo), Caller(ben)]
    made = callers[0].post(
        "/matches", {"seats": [{"kind": "me"}, {"kind": "anybody"}], "draw_seats": False, "name": "API"}
    )
    assert made.status_code == 201
    key = made.json()["key"]
    assert [row["key"] for row in callers[1].get("/tables").json()] == [key]
    assert callers[1].post(f"/matches/{key}/join").json()["state"] == "running"
    while (match := callers[0].get(f"/matches/{key}").json())["state"] == "running":
        caller = callers[0] if match["your_turn"] else callers[1]
        placement = caller.get(f"/matches/{key}/choices").json()["next"][0]
        build = caller.get(f"/matches/{key}/choices", begin=placement).json()["next"][0]
        body = {"number": match["turn_number"] + 1, "text": f"{placement} {build}"}
        assert caller.post(f"/matches/{key}/turns", body).status_code == 200

    assert (match["state"], match["reason"]) == ("finished", positions.game_of(Match.objects.get()).reason)
    assert match["seed"] == Match.objects.get().seed
    assert {turn["by"] for turn in match["turns"]} == {By.BOT, By.PERSON}
    assert [row["key"] for row in callers[1].get("/finished", player="robo").json()["items"]] == [key]
    check = callers[1].get(f"/matches/{key}/fairness").json()
    assert (check["hash_holds"], check["seating"], check["seats_drawn"]) == (True, None, False)


def test_refused_turns_are_problems_with_their_clause() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    caller, other = Caller(ann), Caller(ben)
    path, text = f"/matches/{match.key}/turns", first_choice(match)
    illegal = caller.post(path, {"number": 1, "text": f"{positions.game_of(match).tile}@5,5E H@6,5"})
    assert is_problem(illegal, 422)
    assert illegal.json()["clause"] == "T-4.1"
    assert is_problem(other.post(path, {"number": 1, "text": text}), 409)
    assert is_problem(caller.post(path, {"number": 2, "text": text}), 409)
    for wrong in ({}, {"number": 0, "text": text}, {"number": 1, "text": text, "seat": 1}, [], "x"):
        assert is_problem(caller.post(path, wrong), 422)
    assert is_problem(caller.client.post(V1 + path, "{", content_type="application/json"), 400)
    assert match.turns.count() == 0


def test_same_key_again_gets_the_first_answer() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    caller, body = Caller(ann), {"number": 1, "text": first_choice(match)}
    answers = [caller.post(f"/matches/{match.key}/turns", body, Idempotency_Key="abc") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert match.turns.count() == 1
    assert caller.post(f"/matches/{match.key}/turns", body).status_code == 409


def test_resigning_cancelling_and_playing_again() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    callers = Caller(ann), Caller(ben)
    assert callers[0].post(f"/matches/{match.key}/cancel").json()["state"] == "running"
    assert callers[1].post(f"/matches/{match.key}/cancel").json()["state"] == "cancelled"
    match = played_on(running_match(ann, ben), 3)
    over = callers[1].post(f"/matches/{match.key}/resign").json()
    assert (over["state"], [seat["place"] for seat in over["seats"]]) == ("finished", [1, 2])
    again = callers[1].post(f"/matches/{match.key}/rematch").json()
    assert (again["state"], callers[0].post(f"/matches/{again['key']}/join").json()["state"]) == ("open", "running")


def test_tables_are_opened_declined_and_left() -> None:
    ann, ben = people(2)
    callers = Caller(ann), Caller(ben)
    seats = [{"kind": "me"}, {"kind": "person", "name": "BEN"}, {"kind": "link"}, {"kind": "bot", "level": "seedling"}]
    made = callers[0].post("/matches", {"seats": seats}).json()
    assert [seat["kept_for"] for seat in made["seats"]] == ["anybody", "name", "link", "anybody"]
    assert callers[1].post(f"/matches/{made['key']}/decline").status_code == 204
    assert callers[1].post(f"/matches/{made['key']}/join").status_code == 200
    assert callers[1].post(f"/matches/{made['key']}/leave").json()["your_seat"] is None
    assert callers[0].post(f"/matches/{made['key']}/leave").json()["state"] == "cancelled"


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": [{"kind": "me"}, {"kind": "me"}]},
        {"seats": [{"kind": "anybody"}, {"kind": "anybody"}]},
        {"seats": [{"kind": "me"}, {"kind": "person", "name": "nobody"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot", "level": "nobody"}]},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}, {"kind": "anybody"}], "rules": "chess"},
        {"seats": [{"kind": "me"}, {"kind": "anybody"}], "options": {"teams": "on"}},
        {"seats": [{"kind": "me"}, {"kind": "anybody"}], "at_deadline": "stand-in"},
    ],
)
def test_tables_that_make_no_sense_are_refused(wish: dict[str, Any]) -> None:
    assert is_problem(Caller(person()).post("/matches", wish), 422)
    assert not Match.objects.exists()


def test_private_matches_are_not_there_for_others() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, visibility="private")
    stranger = Caller(person("Zoe"))
    paths = ["", "/record", "/choices", "/messages", "/note", "/fairness"]
    assert [stranger.get(f"/matches/{match.key}{path}").status_code for path in paths] == [404] * len(paths)
    posts = ["/resign", "/cancel", "/join", "/leave", "/decline", "/rematch"]
    assert [stranger.post(f"/matches/{match.key}{path}").status_code for path in posts] == [404] * len(posts)
    assert is_problem(stranger.get(f"/matches/{match.key}"), 404)


def test_private_table_opens_to_who_has_its_link() -> None:
    match = open_table(person("Ann"), visibility="private")
    caller = Caller(person("Ben"))

    assert caller.post(f"/matches/{match.key}/join", {"code": "wrong"}).status_code == 404
    assert caller.post(f"/matches/{match.key}/join", {"code": match.join_code}).json()["state"] == "running"


def test_talk_notes_and_reports() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    callers = Caller(ann), Caller(ben)
    said = callers[0].post(f"/matches/{match.key}/messages", {"text": "Good luck!"}).json()
    heard = callers[1].get(f"/matches/{match.key}/messages").json()
    assert (heard, said["name"]) == ([said], "Ann")
    path = f"/matches/{match.key}/messages/{said['id']}/report"
    assert callers[1].post(path, {"why": "?"}).status_code == 204
    assert callers[0].post(path).status_code == 422
    assert callers[1].post(f"/matches/{match.key}/messages/99999999999999999999/report").status_code == 404
    assert callers[0].put(f"/matches/{match.key}/note", {"text": "North!"}).json() == {"text": "North!"}
    assert callers[0].get(f"/matches/{match.key}/note").json() == {"text": "North!"}
    assert callers[1].get(f"/matches/{match.key}/note").json() == {"text": ""}
    assert callers[1].put(f"/matches/{match.key}/mute", {"muted": True}).status_code == 204
    assert is_problem(Caller(person("Zoe")).post(f"/matches/{match.key}/messages", {"text": "hi"}), 403)


def test_flood_is_a_problem_with_its_pause() -> None:
    ann, ben = people(2)
    match, caller = running_match(ann, ben), None
    caller = Caller(ann)
    answers = [caller.post(f"/matches/{match.key}/messages", {"text": "x"}) for _ in range(talk.FLOOD.number + 1)]

    assert is_problem(answers[-1], 429)
    assert 0 < int(answers[-1]["Retry-After"]) <= talk.FLOOD.seconds


def test_choices_follow_the_words_and_are_the_player_s_alone() -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben))
    legal = positions.game_of(match).choices(1)
    caller = Caller(ben)
    whole = caller.get(f"/matches/{match.key}/choices").json()
    begun = caller.get(f"/matches/{match.key}/choices", begin=whole["next"][0]).json()

    assert (whole["count"], whole["next"]) == (len(legal), sorted({turn.split()[0] for turn in legal}))
    assert [f"{whole['next'][0]} {build}" for build in begun["next"]] == [
        turn for turn in legal if turn.startswith(whole["next"][0] + " ")
    ]
    assert Caller(ann).get(f"/matches/{match.key}/choices").json()["next"] == []


def test_lists_take_a_constant_number_of_queries() -> None:
    ann, ben = people(2)
    caller = Caller(ann)
    counts = []
    for _ in range(2):
        running_match(ann, ben)
        open_table(ben)
        finished_match(ann, ben)
        with CaptureQueriesContext(connection) as queries:
            for path in ("/matches", "/tables", "/finished"):
                assert caller.get(path).status_code == 200
        counts.append(len(queries))

    assert counts[0] >= counts[1]


def test_my_matches_by_state_and_by_who_is_awaited() -> None:
    ann, ben = people(2)
    first, second, third = running_match(ann, ben), running_match(ben, ann), finished_match(ann, ben)
    caller = Caller(ann)

    def keys(**query: Any) -> set[str]:
        return {row["key"] for row in caller.get("/matches", **query).json()["items"]}

    assert keys() == {first.key, second.key, third.key}
    assert keys(awaiting=True) == {first.key}
    assert keys(state=State.FINISHED.value) == {third.key}
    assert caller.get("/matches", limit=1).json()["count"] == 3
    assert is_problem(caller.get("/matches", limit=1000), 422)


# The document.


def test_reference_page_lists_every_operation_without_scripts_from_elsewhere(client: Client) -> None:
    page = client.get("/api/").text
    document = client.get(f"{V1}/openapi.json").json()

    for path, operations in document["paths"].items():
        for method in operations:
            assert f"<code>{method.upper()} {path}</code>" in page
    assert "https://" not in page.replace("https://testserver", "")
    assert "<script>" not in page


# While others are to move.


def test_turns_are_prepared_put_in_order_and_taken_away() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, settings={"preview": "on"})
    caller, other, path = Caller(ben), Caller(ann), f"/matches/{match.key}/orders"
    game = positions.game_of(match)
    game.play(first_choice(match))
    first, second = game.choices(1)[:2]

    assert caller.get(path).json() == []
    assert caller.post(path, {"text": first}).status_code == 201
    kept = caller.post(path, {"text": second}).json()
    assert [(order["kind"], order["text"]) for order in kept] == [("turn", first), ("turn", second)]
    kept = caller.post(f"{path}/{kept[1]['id']}/prefer").json()
    assert [order["text"] for order in kept] == [second, first]
    assert caller.get(path).json() == kept
    assert other.get(path).json() == []
    assert is_problem(other.post(path, {"text": first}), 422)

    played(match)
    assert [turn["text"] for turn in caller.get(f"/matches/{match.key}").json()["turns"]][1:] == [second]
    assert caller.get(path).json() == []


def test_prepared_turn_is_taken_away() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, settings={"preview": "on"})
    caller, path = Caller(ben), f"/matches/{match.key}/orders"
    game = positions.game_of(match)
    game.play(first_choice(match))
    (kept,) = caller.post(path, {"text": game.choices(1)[0]}).json()

    assert caller.client.delete(f"{V1}{path}/{kept['id']}").json() == []
    assert not match.orders.exists()


def test_player_gives_another_time() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, now=timezone.now())
    before = match.seats.get(index=0).deadline
    assert before is not None

    given = Caller(ben).post(f"/matches/{match.key}/time", {"seat": 0, "hours": 24})
    assert given.status_code == 200
    assert match.seats.get(index=0).deadline == before + timedelta(days=1)
    assert is_problem(Caller(ben).post(f"/matches/{match.key}/time", {"seat": 0, "hours": 24}), 422)


def test_invitations_and_banks_are_the_pages_own() -> None:
    ann, ben = people(2)
    wish = {"seats": [{"kind": "me"}, {"kind": "person", "name": "Ben"}], "bank": "calm"}
    made = Caller(ann).post("/matches", wish).json()

    assert [row["key"] for row in Caller(ben).get("/invitations").json()] == [made["key"]]
    assert Caller(ann).get("/invitations").json() == []
    names = ("days_per_turn", "bank_hours", "increment_hours", "cap_hours")
    assert [made[name] for name in names] == [None, 168, 24, 240]
