"""All turns as data: for who has one to draft, worked out once, and nothing of it for anybody else."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.matches import stored_match
from games.models import Match
from games.taluva.board import hand
from tests.factories import NOW, mover, people, person, played_on, running_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    cache.clear()
    return played_on(running_match(*people(2), now=NOW), 4)


def asked(match: Match, who: User | None) -> dict[str, object]:
    client = Client()
    if who:
        client.force_login(who)
    answer = client.get(f"{match.get_absolute_url()}turns/")
    assert answer.status_code == 200
    found: dict[str, object] = answer.json()
    return found


def test_who_is_to_move_gets_every_turn_and_the_bar_of_each_step(match: Match) -> None:
    found = asked(match, mover(match))

    turns, bars = found["turns"], found["bars"]
    assert isinstance(turns, dict)
    assert isinstance(bars, list)
    places = {text.partition("@")[2].rstrip("NESW") for text in stored_match.game_of(match).legal_placements()}
    assert set(turns["after"]) == places
    assert ["turn-next" in bar for bar in bars] == [True, False, False]
    assert ["~text~" in bar for bar in bars] == [False, False, True]


def test_nobody_else_gets_any(match: Match) -> None:
    other = next(seat.user for seat in match.seats.all() if seat.user != mover(match))

    assert asked(match, other) == {}
    assert asked(match, person("Zoe")) == {}
    assert asked(match, None) == {}


def test_the_turns_of_a_position_are_worked_out_once(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked(match, mover(match))
    monkeypatch.setattr(hand, "turns_ahead", lambda _can: pytest.fail("worked out again"))

    assert asked(match, mover(match))["turns"] == first["turns"]
