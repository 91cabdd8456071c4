"""The JSON API does what the pages do: tables, turns, talk, and what others' turns leave time for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.api.matches import fitting_turns, words_after
from games.history.studies import study_records
from games.matches import live, play, stored_match, talk
from games.matches.tables.tables import SeatPlan
from games.models import Match, MatchState, TurnOrigin
from games.registry import BOARDS
from tests.api.callers import V1, Caller, is_problem
from tests.factories import (
    NOW,
    finished_match,
    first_choice,
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
WISH = {"seats": [{"kind": "me"}, {"kind": "anybody"}], "draw_seats": False, "name": "API"}


def test_whole_match_can_be_played_by_two_programs() -> None:
    robo, ben = outside_bot(), person("Ben")
    callers = [Caller(robo), Caller(ben)]
    made = callers[0].post("/matches", WISH)
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

    assert (match["state"], match["reason"]) == ("finished", stored_match.game_of(Match.objects.get()).reason)
    assert match["seed"] == Match.objects.get().seed
    assert {turn["by"] for turn in match["turns"]} == {TurnOrigin.BOT, TurnOrigin.PERSON}
    assert [row["key"] for row in callers[1].get("/finished", player="robo").json()["items"]] == [key]
    check = callers[1].get(f"/matches/{key}/fairness").json()
    assert (check["hash_holds"], check["seating"], check["seats_drawn"]) == (True, None, False)


def test_refused_turns_are_problems_with_their_clause() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    caller, other = Caller(ann), Caller(ben)
    path, text = f"/matches/{match.key}/turns", first_choice(match)
    illegal = caller.post(path, {"number": 1, "text": f"{stored_match.game_of(match).tile}@5,5E H@6,5"})
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


def test_who_is_invited_is_told_to_those_at_the_table() -> None:
    ann, ben, cleo = people(3)
    path = f"/matches/{open_table(ann, SeatPlan(invited=ben), SeatPlan()).key}"

    told = {str(who): [seat["invited"] for seat in Caller(who).get(path).json()["seats"]] for who in (ann, ben, cleo)}

    assert told == {"Ann": [None, "Ben", None], "Ben": [None, "Ben", None], "Cleo": [None, None, None]}
    joined = Caller(ben).post(f"{path}/join").json()["seats"][1]
    assert (joined["name"], joined["invited"]) == ("Ben", None)


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
    legal = stored_match.game_of(match).choices(1)
    caller = Caller(ben)
    whole = caller.get(f"/matches/{match.key}/choices").json()
    begun = caller.get(f"/matches/{match.key}/choices", begin=whole["next"][0]).json()

    assert (whole["count"], whole["next"]) == (len(legal), sorted({turn.split()[0] for turn in legal}))
    assert [f"{whole['next'][0]} {build}" for build in begun["next"]] == [
        turn for turn in legal if turn.startswith(whole["next"][0] + " ")
    ]
    assert Caller(ann).get(f"/matches/{match.key}/choices").json()["next"] == []


def test_choices_go_on_within_a_word() -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben))
    legal = stored_match.game_of(match).choices(1)
    placements = [turn.split()[0] for turn in legal if turn.startswith(legal[0][:4])]
    begun = Caller(ben).get(f"/matches/{match.key}/choices", begin=legal[0][:4]).json()

    assert (begun["count"], begun["next"]) == (len(placements), sorted(set(placements)))
    assert Caller(ben).get(f"/matches/{match.key}/choices", begin="nothing").json()["next"] == []


def test_a_rift_goes_on_hex_by_hex() -> None:
    turns = ["Z 0 2,0", "Z 0 2,0;3,0", "Z 0 2,0;3,0;4,0", "Z 0 3,0", "Z 1 2,0"]

    for begun, following in {
        "Z": ["0", "1"],
        "Z 0": ["2,0", "2,0;3,0", "2,0;3,0;4,0", "3,0"],
        "Z 0 2,0": [],
        "Z 0 2,0;": ["2,0;3,0", "2,0;3,0;4,0"],
    }.items():
        assert words_after(fitting_turns(turns, begun), begun) == following


@pytest.mark.parametrize(
    "path", ["/matches", "/matches?awaiting=true", "/tables", "/finished", "/invitations", "/studies"]
)
def test_lists_take_a_constant_number_of_queries(path: str) -> None:
    ann, ben = people(2)
    caller = Caller(ann)
    counts, listed = [], []
    for _ in range(3):
        caller.get(path)  # what is kept for some minutes was asked for before
        running_match(ann, ben)
        open_table(ben)
        open_table(ben, SeatPlan(invited=ann))
        finished_match(ann, ben)
        study_records.save_studies(owner=ben, text=BOARDS["taluva"].showcase, public=True, now=NOW)
        with CaptureQueriesContext(connection) as queries:
            answer = caller.get(path)
        counts.append(len(queries))
        listed.append(len(answer.json() if isinstance(answer.json(), list) else answer.json()["items"]))

    assert listed[0] < listed[1] < listed[2]
    assert counts == [counts[0]] * 3


def test_my_matches_by_state_and_by_who_is_awaited() -> None:
    ann, ben = people(2)
    first, second, third = running_match(ann, ben), running_match(ben, ann), finished_match(ann, ben)
    caller = Caller(ann)

    def keys(**query: Any) -> set[str]:
        return {row["key"] for row in caller.get("/matches", **query).json()["items"]}

    assert keys() == {first.key, second.key, third.key}
    assert keys(awaiting=True) == {first.key}
    assert keys(state=MatchState.FINISHED.value) == {third.key}
    assert caller.get("/matches", limit=1).json()["count"] == 3
    assert is_problem(caller.get("/matches", limit=1000), 422)


def test_turns_are_prepared_put_in_order_and_taken_away() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, settings={"preview": "on"})
    caller, other, path = Caller(ben), Caller(ann), f"/matches/{match.key}/orders"
    game = stored_match.game_of(match)
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


def test_a_prepared_turn_takes_the_place_of_another() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, settings={"preview": "on"})
    caller, path = Caller(ben), f"/matches/{match.key}/orders"
    game = stored_match.game_of(match)
    game.play(first_choice(match))
    first, second, third = game.choices(1)[:3]
    kept = [caller.post(path, {"text": text}).json() for text in (first, second)][-1]

    changed = caller.post(path, {"text": third, "instead": kept[0]["id"]}).json()

    assert [order["text"] for order in changed] == [third, second]
    assert is_problem(caller.post(path, {"text": first, "instead": 0}), 422)


def test_what_is_set_and_who_looks_on_can_be_read() -> None:
    ann, ben, cleo = people(3)
    match = finished_match(ann, ben)
    path = f"/matches/{match.key}"

    def told(user: User) -> list[object]:
        seen = Caller(user).get(path).json()
        return [seen[name] for name in ("muted", "rematch", "watching")]

    assert told(ann) == told(cleo) == [False, None, 0]
    Caller(ann).put(f"{path}/mute", {"muted": True})
    again = Caller(ann).post(f"{path}/rematch").json()["key"]
    live.start_watching(match_key=match.key, user=cleo)
    assert [told(user) for user in (ann, ben, cleo)] == [[True, again, 1], [False, again, 1], [False, None, 1]]
    Caller(ann).post(f"/matches/{again}/leave")
    assert told(ann) == [True, None, 1]


def test_prepared_turn_is_taken_away() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, settings={"preview": "on"})
    caller, path = Caller(ben), f"/matches/{match.key}/orders"
    game = stored_match.game_of(match)
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


def test_program_takes_its_seat_back_from_the_bot() -> None:
    robo, ben = outside_bot(), person("Ben")
    match = running_match(robo, ben, rated=False, at_deadline="stand-in", stand_in_level="seedling", now=NOW)
    play.time_out(match_id=match.pk, seat=0, number=1, now=NOW + timedelta(days=4))
    caller, path = Caller(robo), f"/matches/{match.key}"
    stood_in = [seat["stand_in"] for seat in caller.get(path).json()["seats"]]
    played(match, player=level_bot(), seat=0, by=TurnOrigin.STAND_IN)
    back = caller.post(f"{path}/return")

    assert (stood_in, back.status_code) == ([True, False], 200)
    assert [seat["stand_in"] for seat in back.json()["seats"]] == [False, False]
    assert caller.post(f"{path}/return").json()["seats"] == back.json()["seats"]
    assert is_problem(caller.post("/matches/nosuchgame/return"), 404)


def test_link_of_a_table_is_told_to_its_players_while_it_is_open() -> None:
    ann, ben, zoe = person("Ann"), person("Ben"), Caller(person("Zoe"))
    made = Caller(ann).post("/matches", {"seats": [{"kind": "me"}, {"kind": "link"}]}).json()
    path = f"/matches/{made['key']}"
    assert zoe.get(path).json()["join_url"] is None
    assert "join_url" not in Caller(ann).get("/matches").json()["items"][0]
    assert Client().get(made["join_url"].removeprefix(settings.SITE_URL)).status_code == 200

    code = made["join_url"].rstrip("/").rpartition("/")[2]
    joined = Caller(ben).post(f"{path}/join", {"code": code}).json()
    assert (joined["state"], joined["join_url"]) == ("running", None)


def test_a_table_tells_programs_for_whom_it_is() -> None:
    open_table(person("Ann"), min_finished=10, min_reliability=90)
    (table,) = Caller(person("Ben")).get("/tables").json()

    assert (table["min_finished"], table["min_reliability"]) == (10, 90)


def test_invitations_and_banks_are_the_pages_own() -> None:
    ann, ben = people(2)
    wish = {"seats": [{"kind": "me"}, {"kind": "person", "name": "Ben"}], "bank": "calm"}
    made = Caller(ann).post("/matches", wish).json()

    assert [row["key"] for row in Caller(ben).get("/invitations").json()] == [made["key"]]
    assert Caller(ann).get("/invitations").json() == []
    names = ("days_per_turn", "bank_hours", "increment_hours", "cap_hours")
    assert [made[name] for name in names] == [None, 168, 24, 240]
