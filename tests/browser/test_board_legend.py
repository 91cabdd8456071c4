"""What the signs on the board mean: folded beside every board, with its symbols; a page of its own without scripts."""

from __future__ import annotations

from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from tests.browser.players import Open, aside
from tests.factories import played, played_on

UNSEEN = """() => [...document.querySelectorAll("#signs svg use")]
  .filter((use) => !use.getBoundingClientRect().width).map((use) => use.getAttribute("href"))"""


def test_the_legend_opens_by_keyboard_and_stays_when_somebody_plays(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(played_on, match, 2)
    page = open_as(sitters[0], "/terms/")

    for address in ("1/", "2/try/", ""):
        page.goto(match.get_absolute_url() + address)
        page.locator("#signs summary").press("Enter")
        expect(page.locator("#signs").get_by_role("listitem").last).to_contain_text("Cross: not possible here.")
    aside(played, match)
    expect(page.locator("#match .head")).to_contain_text("Turn 4,")
    expect(page.locator("#signs")).to_contain_text("These are yours.")


def test_without_scripts_the_legend_is_a_page(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url(), java_script_enabled=False)

    page.locator("#signs summary").press("Enter")
    page.get_by_role("link", name="Show all symbols").click()

    expect(page.locator("#signs-list li").last).to_contain_text("Cross: not possible here.")


def test_every_sign_is_drawn_on_narrow_and_wide_screens(open_as: Open, sitters: list[User]) -> None:
    for width in (320, 1440):
        page = open_as(sitters[0], "/learn/taluva/1/", viewport={"width": width, "height": 800})
        page.locator("#signs summary").click()

        expect(page.locator("#signs li").last).to_be_visible()
        assert page.evaluate(UNSEEN) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        expect(page.locator("#signs")).not_to_contain_text("These are yours.")
