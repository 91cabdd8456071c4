"""What a page shows to those who wait and look on."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.matches import stored_match
from games.models import Match
from tests.factories import browser_of, people, person, played_on, running_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitters() -> list[User]:
    return people(2)


@pytest.fixture
def match(sitters: list[User]) -> Match:
    return played_on(running_match(*sitters, settings={"preview": "on"}), 6)


def page_of(client: Client, match: Match, query: str = "") -> str:
    return client.get(match.get_absolute_url() + query).content.decode()


def test_the_tile_of_who_is_to_move_is_shown_to_who_waits_and_who_looks_on(sitters: list[User], match: Match) -> None:
    waiting, looking, anybody = browser_of(sitters[1]), browser_of(person("Zoe")), Client()

    for client in (waiting, looking, anybody):
        assert "Ann has drawn a volcano," in page_of(client, match)
    assert "has drawn a volcano" not in page_of(browser_of(sitters[0]), match)


def test_my_waiting_tile_is_shown_to_me_alone(sitters: list[User], match: Match) -> None:
    assert "Your next tile: a volcano," in page_of(browser_of(sitters[1]), match)
    for client in (browser_of(sitters[0]), browser_of(person("Zoe")), Client()):
        assert "Your next tile" not in page_of(client, match)


def test_a_prepared_turn_is_drawn_for_its_seat_alone(sitters: list[User], match: Match) -> None:
    game = stored_match.game_of(match)
    text = game.choices(0)[0].replace(str(game.tile), str(game.waiting(1)), 1)
    owner = browser_of(sitters[1])
    assert 'id="layer-ghosts"' not in page_of(owner, match)
    owner.post(f"{match.get_absolute_url()}orders/", {"kind": "turn", "text": text})

    assert 'id="layer-ghosts"' in page_of(owner, match)
    assert 'id="layer-ghosts"' not in page_of(owner, match, "?prepare=turn")
    for client in (browser_of(sitters[0]), browser_of(person("Zoe")), Client()):
        assert "ghost" not in page_of(client, match)
