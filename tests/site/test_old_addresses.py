"""Addresses from the time when there was one game still lead somewhere, and an address without a game to a choice."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import browser_of, person

MOVED = {
    "/learn/signs/": "/learn/taluva/signs/",
    "/learn/signs/?seat=2": "/learn/taluva/signs/?seat=2",
    "/learn/3/?v=0,0&d=NE": "/learn/taluva/3/?v=0,0&d=NE",
    "/ratings/two/": "/ratings/taluva/two/",
    "/ratings/more/": "/ratings/taluva/more/",
    "/ratings/teams/": "/ratings/taluva/teams/",
}
# The page without a game, and the page of a game.
CHOICES = {
    "/learn/": "/learn/{}/",
    "/rules/": "/rules/{}/",
    "/ratings/": "/ratings/{}/",
    "/tables/new/": "/tables/new/{}/",
}


@pytest.mark.django_db
@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_an_old_address_redirects_for_good(client: Client, old: str, new: str) -> None:
    answer = client.get(old)

    assert (answer.status_code, answer["Location"]) == (301, new)
    assert client.get(new).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "of_game"), CHOICES.items())
def test_a_page_without_a_game_leads_to_the_only_one(page: str, of_game: str) -> None:
    answer = browser_of(person()).get(f"{page}?x=1")

    assert (answer.status_code, answer["Location"]) == (302, f"{of_game.format('taluva')}?x=1")


@pytest.mark.django_db
@pytest.mark.usefixtures("lanterns")
@pytest.mark.parametrize(("page", "of_game"), CHOICES.items())
def test_a_page_without_a_game_offers_all_of_them(page: str, of_game: str) -> None:
    browser = browser_of(person())
    shown = browser.get(f"{page}?x=1")

    assert shown.status_code == 200
    for game, title in (("taluva", "Taluva"), ("lanterns", "Lanterns")):
        address = of_game.format(game)
        assert f'<a class="btn main" href="{address}?x=1">{title}</a>' in shown.text
        assert browser.get(address).status_code == 200
    assert browser.get(of_game.format("chess")).status_code == 404


@pytest.mark.django_db
def test_a_form_of_an_old_page_still_starts_a_game() -> None:
    browser = browser_of(person())
    levels = {"/play/": {"level": "seedling"}, "/watch/": {"level": ["seedling", "settler"]}}
    sent = {address: browser.post(address, data) for address, data in levels.items()}

    assert [(answer.status_code, answer["Location"]) for answer in sent.values()] == [
        (308, "/play/taluva/"),
        (308, "/watch/taluva/"),
    ]
    for address, data in levels.items():
        assert browser.post(sent[address]["Location"], data)["Location"].startswith("/games/")
    assert browser.post("/tables/new/?with=Ann", {})["Location"] == "/tables/new/taluva/?with=Ann"
