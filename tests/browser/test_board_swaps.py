"""What a swap leaves alone: what is being typed, what is open, the focus, a slider under the finger."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from tests.browser.players import Open, aside
from tests.factories import played, played_on

SELECTED = "(id) => { const field = document.getElementById(id); return [field.selectionStart, field.selectionEnd]; }"
# Every element under it with its attributes, in whatever order these were set.
DRAWN = """board => [...board.querySelectorAll("*")].map(one =>
  [one.nodeName, ...[...one.attributes].map(each => `${each.name}=${each.value}`).sort()].join(" "))"""


def is_shown(page: Page, turn: int) -> None:
    expect(page.locator("#match .head")).to_contain_text(f"Turn {turn},")


def test_what_is_being_typed_outlives_a_turn_of_another(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played, match)
    page = open_as(sitters[0], match.get_absolute_url())
    page.locator("#keys summary").click()
    page.locator("#note summary").click()
    page.locator("#note-text").fill("Watch the north.")
    page.locator("#say-text").fill("Well played, Ben")
    page.locator("#say-text").evaluate("field => field.setSelectionRange(5, 11)")

    aside(played, match)
    is_shown(page, 3)

    expect(page.locator("#turn-bar .steps")).to_be_visible()
    expect(page.locator("#news li")).to_have_count(1)
    expect(page.locator("#say-text")).to_have_value("Well played, Ben")
    expect(page.locator("#say-text")).to_be_focused()
    assert page.evaluate(SELECTED, "say-text") == [5, 11]
    expect(page.locator("#note-text")).to_have_value("Watch the north.")
    expect(page.locator("#note-text")).to_be_visible()
    expect(page.locator("#keys dl")).to_be_visible()


def test_a_turn_of_another_takes_the_place_of_the_old_one_whole(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(played_on, match, 5)
    pages = [open_as(someone, match.get_absolute_url()) for someone in sitters]

    aside(played_on, match, 3, seed=2)

    for page in pages:
        is_shown(page, 9)
        parts = {name: page.locator(name).inner_text() for name in (".head", "#seats", "#turn-bar", "#log")}
        drawn = page.locator("#board").evaluate(DRAWN)
        page.reload()
        assert {name: page.locator(name).inner_text() for name in parts} == parts
        assert page.locator("#board").evaluate(DRAWN) == drawn


def test_the_slider_of_the_replay_follows_the_mouse(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 8)
    page = open_as(sitters[0], f"{match.get_absolute_url()}0/")
    box = page.locator("#t").bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2

    page.mouse.move(box["x"] + 9, middle)
    page.mouse.down()
    for share in (0.25, 0.5, 0.75):
        page.mouse.move(box["x"] + box["width"] * share, middle)
        expect(page.locator("#at")).to_have_text(f"{round(8 * share)} / 8")
    page.mouse.up()

    expect(page.locator("#t")).to_have_value("6")
    expect(page.locator("#t")).to_have_attribute("aria-valuetext", "Turn 6 of 8")
    page.locator("#back").click()
    expect(page.locator("#t")).to_have_value("5")
