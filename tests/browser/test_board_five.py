"""Five at one table: their seats have room beside the board, on a phone, a tablet and a desk, light and dark."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDE
from tests.browser.players import Open, aside
from tests.browser.test_board_access import LOOKS, PUT_ON
from tests.browser.test_board_phone import COVERED, NARROW, PHONE, TABLET
from tests.factories import people, played_on, running_match

TALL = {"width": 360, "height": 740}

# The counts that leave their card, or stand in each other's place.
CROWDED = """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
  const card = seat.getBoundingClientRect();
  const counts = [...seat.querySelectorAll(".sup b")].map((each) => each.getBoundingClientRect());
  const leaves = (box) => box.left < card.left + 2 || box.right > card.right - 2 || box.bottom > card.bottom - 2;
  return counts.filter((box, at) => leaves(box) || (at && box.left < counts[at - 1].right + 1));
}).length"""
# How much the stripe of the last seat stands out from its card, as WCAG counts it.
STANDS_OUT = """() => {
  const seat = document.querySelector(".seat:last-child"), look = getComputedStyle(seat);
  const light = (colour) => {
    const [r, g, b] = colour.match(/\\d+/g).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [look.borderLeftColor, look.backgroundColor].map(light).sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}"""


@pytest.fixture
def five(open_as: Open, site: str) -> Page:
    """The page of one of five, six rounds played."""
    sitters = people(5)
    match = aside(running_match, *sitters, now=timezone.now())
    aside(played_on, match, 30)
    return open_as(sitters[0], match.get_absolute_url())


def test_the_seats_of_five_have_room_everywhere(five: Page) -> None:
    found = {}
    for viewport in (NARROW, TALL, PHONE, TABLET, WIDE):
        five.set_viewport_size(viewport)  # type: ignore[arg-type]
        five.reload()
        is_wide = five.evaluate("document.documentElement.scrollWidth > innerWidth")
        crowded = []
        if viewport is not NARROW:  # its seats are in a sheet only
            crowded.append(five.evaluate(CROWDED))
            expect(five.locator(".seat").last).to_be_in_viewport(ratio=0.99)
        if viewport["width"] < TABLET["width"]:
            five.get_by_role("button", name="Players").click()
            crowded.append(five.evaluate(CROWDED))
            five.keyboard.press("Escape")
        found[viewport["width"], viewport["height"]] = (sum(crowded), is_wide)
        if viewport is not WIDE:  # its turn bar is beside the board
            assert five.evaluate(COVERED) <= 2

    assert {size: each for size, each in found.items() if each != (0, False)} == {}


def test_the_darkest_player_is_told_from_the_card(five: Page) -> None:
    found = {}
    for palette, theme in LOOKS:
        five.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        five.evaluate(PUT_ON, palette)
        found[palette, theme] = five.evaluate(STANDS_OUT)

    assert {look: ratio for look, ratio in found.items() if ratio < 3} == {}
