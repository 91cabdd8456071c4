"""A game that is over: its page for winner, loser, spectator and guest, on a phone and at a desk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.history import ratings
from games.matches import play
from games.models import Match
from tests import factories
from tests.browser.conftest import WIDE
from tests.browser.players import PATIENCE, Open, aside
from tests.browser.test_access import faults
from tests.factories import NOW

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": WIDE}
SCREENS = pytest.mark.parametrize("wishes", [PHONE, DESK], ids=["phone", "desk"])
ROOM = """() => {
  const box = document.querySelector("#stage .scroll");
  return [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight];
}"""


def game_lost_by_first(*sitters: User) -> Match:
    """A match after some turns, in which the first seat has resigned."""
    match = factories.played_on(factories.running_match(*sitters), 14)
    return play.resign_match(match_id=match.pk, player=sitters[0], now=NOW)


def check_page(page: Page, headline: str, *buttons: str) -> None:
    """The whole island, who won and why, the final count, and these ways to go on; nothing for axe to find."""
    bar = page.locator("#turn-bar")
    expect(bar.locator("h2")).to_have_text(headline)
    expect(bar.locator(".why")).to_contain_text("resigned.")
    expect(bar.locator("tbody")).to_have_count(2)
    expect(bar.locator(".next .btn, .more .btn:not([download], .pass-on)")).to_have_text(buttons)
    page.wait_for_function("() => document.querySelector('#stage .scroll').clientHeight > 100")
    assert max(page.evaluate(ROOM)) <= 1
    assert faults(page) == []


@SCREENS
def test_the_end_as_loser_and_as_winner(open_as: Open, sitters: list[User], wishes: dict[str, Any]) -> None:
    match = aside(game_lost_by_first, *sitters)
    loser, winner = (open_as(sitter, match.get_absolute_url(), **wishes) for sitter in sitters)

    check_page(loser, "Ben won", "Rematch", "Game analysis", "Replay")
    check_page(winner, "You won", "Rematch", "Game analysis", "Replay")
    expect(loser.locator(".why")).to_have_text("Ann resigned. You finished in place 2.")
    expect(winner.locator("tbody.first")).to_contain_text("Ben (you)")


@SCREENS
def test_the_end_for_who_has_no_account(page: Page, sitters: list[User], wishes: dict[str, Any]) -> None:
    match = aside(game_lost_by_first, *sitters)
    page.set_viewport_size(wishes["viewport"])
    page.goto(match.get_absolute_url())

    check_page(page, "Ben won", "Play a game yourself", "Game analysis", "Replay")


@SCREENS
def test_the_end_for_a_guest_who_goes_on_with_the_next_bot(open_as: Open, site: str, wishes: dict[str, Any]) -> None:
    visitor, bot = aside(factories.guest), aside(factories.level_bot)
    match = aside(factories.running_match, visitor, bot)
    match = aside(play.resign_match, match_id=match.pk, player=bot, now=NOW)
    page = open_as(visitor, match.get_absolute_url(), **wishes)
    next_steps = ("Rematch", "Stronger bot: Settler", "Keep my games", "Game analysis", "Replay")

    check_page(page, "You won", *next_steps)
    page.get_by_role("button", name="Stronger bot").click()
    expect(page.locator("#seats")).to_contain_text("Settler", timeout=PATIENCE)


def test_a_picture_of_the_end_is_downloaded_without_scripts(open_as: Open, sitters: list[User]) -> None:
    match = aside(game_lost_by_first, *sitters)
    page = open_as(sitters[1], match.get_absolute_url(), java_script_enabled=False)
    link = page.get_by_role("link", name="Download a picture")

    expect(link).to_have_attribute("href", f"{match.get_absolute_url()}{match.turn_number}/link.png")
    expect(page.get_by_role("button", name="Share the picture")).to_be_hidden()


def test_a_picture_of_the_end_is_passed_on(open_as: Open, site: str, sitters: list[User]) -> None:
    match = aside(game_lost_by_first, *sitters)
    share = "navigator.canShare = () => true; navigator.share = async data => { window.shared = data; }"
    page = open_as(sitters[1], "/", first=share)
    page.route("**/link.png", lambda route: route.fulfill(content_type="image/png", body=b"\x89PNG"))
    page.goto(match.get_absolute_url())
    page.get_by_role("button", name="Share the picture").click()
    page.wait_for_function("() => window.shared")

    assert page.evaluate("[shared.url, shared.files[0].type, shared.files[0].size]") == [
        f"{site}{match.get_absolute_url()}",
        "image/png",
        4,
    ]


def analysed(*sitters: User) -> Match:
    """A rated match that counted, of which the bots have analysed the first turns."""
    match = game_lost_by_first(*sitters)
    ratings.reckon_waiting()
    for number in range(3):
        turns = [[factories.another_turn(match, number), 0.6]]
        match.analyses.create(number=number, chances=[0.5, 0.5], turns=turns, simulations=24)
    return match


def test_the_result_of_an_analysed_game_fits_a_phone(open_as: Open, sitters: list[User]) -> None:
    match = aside(analysed, *sitters)
    page = open_as(sitters[0], f"{match.get_absolute_url()}course/", **PHONE)

    expect(page.locator("#result .below").first).to_contain_text("Accuracy")
    assert page.locator("#result").evaluate("table => table.scrollWidth - table.clientWidth") <= 0
