"""The API's documentation names what a program has to know to play."""

from __future__ import annotations

import pytest
from django.test import Client

from games.api.site import api
from games.models import Match
from games.registry import RULES, all_levels, levels_of
from tests.api.callers import Caller, is_problem
from tests.factories import finished_match, people, person

pytestmark = pytest.mark.django_db
SEATS = [{"kind": "me"}, {"kind": "anybody"}]


def field(shape: str, name: str) -> str:
    return str(api.get_openapi_schema()["components"]["schemas"][shape]["properties"][name]["description"])


def test_the_document_names_options_levels_notation_and_position() -> None:
    for rules in RULES.values():
        for option in rules.options:
            assert option.name in field("MatchIn", "options")
            assert all(choice.value in field("MatchIn", "options") for choice in option.choices)
        assert rules.turn_notation in field("TurnIn", "text")
        assert all(f"`{name}`" in field("MatchDetail", "position") for name in rules.state_fields)
    assert all(level in field("SeatIn", "level") for level in all_levels())


def test_the_page_names_them_too_and_leads_to_the_rules(client: Client) -> None:
    page = client.get("/api/").content.decode()

    for key, rules in RULES.items():
        assert f'href="/rules/{key}/"' in page
        values = [choice.value for option in rules.options for choice in option.choices]
        for word in (*values, *(option.name for option in rules.options), *rules.state_fields, *levels_of(rules.key)):
            assert f"<code>{word}</code>" in page


@pytest.mark.parametrize("key", RULES)
def test_the_fields_of_a_position_are_those_that_are_described(key: str) -> None:
    ann, ben = people(2)
    position = Caller(ann).get(f"/matches/{finished_match(ann, ben).key}").json()["position"]

    assert {*position} == {*RULES[key].state_fields}


@pytest.mark.parametrize("sent", [18, "18"])
def test_a_number_is_taken_for_an_option(sent: object) -> None:
    caller = Caller(person("Ann"))
    answer = caller.post("/matches", {"seats": SEATS, "options": {"tiles_per_player": sent}})

    assert (answer.status_code, Match.objects.get().options["tiles_per_player"]) == (201, "18")


@pytest.mark.parametrize("wrong", [True, 1.5, None, ["12"]])
def test_an_error_names_the_option_as_it_was_sent(wrong: object) -> None:
    answer = Caller(person("Ann")).post("/matches", {"seats": SEATS, "options": {"tiles_per_player": wrong}})

    assert is_problem(answer, 422)
    assert answer.json()["errors"] == ["body.options.tiles_per_player: Input should be a valid string"]


@pytest.mark.parametrize("level", ["seedling", "Seedling", " SEEDLING "])
def test_a_bot_is_named_as_pages_name_it(level: str) -> None:
    answer = Caller(person("Ann")).post("/matches", {"seats": [{"kind": "me"}, {"kind": "bot", "level": level}]})

    assert answer.status_code == 201
    assert sorted(seat["name"] for seat in answer.json()["seats"]) == ["Ann", "Seedling"]


def test_a_level_that_is_unknown_is_answered_with_those_that_there_are() -> None:
    answer = Caller(person("Ann")).post("/matches", {"seats": [{"kind": "me"}, {"kind": "bot", "level": "best"}]})

    assert answer.status_code in (400, 422)
    assert "seedling, settler, builder" in answer.json()["detail"]
