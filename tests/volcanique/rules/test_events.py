"""Events: what an entry did, as data for the log, the show since the own last turn, and mails."""

import json
from pathlib import Path

import pytest

from games.volcanique.rules import Volcanique
from tests.volcanique.rules.placed import game_of
from tests.volcanique.rules.played.example import DIVERSION, ROW, THREE, Json, Played

RULES = Volcanique()
APART: Json = {"board": ROW, "critters": ["P1 0,0:L", "P2 2,0:M"]}
RECORDS = Path(__file__).parents[2] / "records" / "volcanique"
EVENTS = (
    "bomb bonus bought claim collect conflict discard eroded erupt eruption forced founded freeze home island land "
    "lateral lava left move over paid plates points pool relief reply reveal rift ritual roll sacrifice sail score sea "
    "slide soil start tile trigger turn uncovered unlock upgrade volcano"
)
WHY_HOME = {"buried", "conflict", "joined", "landslide", "lava", "magma bomb", "super volcano", "takeover", "volcano"}
WAYS_TO_MOVE = {"move", "join", "fly", "migrate", "evacuate", "volcanic migration", "flee"}


def test_events_are_plain_data_that_say_everything() -> None:
    """What moved, who was taken over, buried or fled, what was bought and paid, each roll, power, reply and point."""
    events = []
    for file in sorted(RECORDS.glob("*.txt")):
        game = RULES.from_record(file.read_text(encoding="utf-8"))
        events += [event for number in range(1, game.turn + 1) for event in game.events(number)]

    assert json.loads(json.dumps(events)) == events
    assert {event["kind"] for event in events} == set(EVENTS.split())
    assert {event["how"] for event in events if event["kind"] == "move"} == WAYS_TO_MOVE
    assert {event["why"] for event in events if event["kind"] == "home"} >= WHY_HOME


def test_the_end_says_why_and_every_point() -> None:
    """V-20.1, V-20.4: each seat's points item by item, and its place."""
    game = game_of(Played("", {"players": 2, "bonus_largest": "on"}, APART, []))
    game.play("resign", 1)
    left, *scores, over = game.events(1)
    nothing = dict.fromkeys(("colossals", "herds", "volcanoes", "crater", "bought", "diversified"), 0)
    other = {"critters": 1, "edges": 2, "tallest": 0, "largest": 3}

    assert left["kind"] == "left"
    assert [(event["kind"], event["seat"], event["total"]) for event in scores] == [("score", 0, 6), ("score", 1, 1)]
    assert scores[0]["points"] == nothing | other
    assert over == {"kind": "over", "reason": "alone", "places": [1, 2]}


@pytest.mark.parametrize("before", [True, False])
def test_what_the_rules_answer_for_a_seat_that_has_left_is_an_event(before: bool) -> None:
    """V-22.7, V-16.14: it leaves before it is asked, or while it is."""
    trial = game_of(Played("", THREE, DIVERSION, [])).seen_by(None)
    steps = ["resign", "D 1"] if before else ["D 1", "resign"]
    for text in steps:
        trial.suppose(text, 0) if text == "D 1" else trial.resign(1)
    reply: Json = {"kind": "reply", "seat": 1, "about": "diversion", "yes": True}

    assert [event for event in trial.events(2) if event["kind"] == "reply"] == [reply]
