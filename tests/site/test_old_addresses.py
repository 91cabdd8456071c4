"""Addresses from the time when there was one game still lead somewhere, and an address without a game to a choice."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import browser_of, person

MOVED = {
    "/learn/signs/": "/learn/taluva/signs/",
    "/learn/signs/?seat=2": "/learn/taluva/signs/?seat=2",
    "/learn/3/?v=0,0&d=NE": "/learn/taluva/3/?v=0,0&d=NE",
}
# The page without a game, and the page of a game.
CHOICES = {"/learn/": "/learn/{}/", "/rules/": "/rules/{}/"}


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
