"""The board on a phone that lies on its side: the island to the left, what is to be done to the right of it."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.players import Open, aside, tap_first_place
from tests.factories import people, played_on, running_match

SIDEWAYS = [{"width": 844, "height": 390}, {"width": 667, "height": 375}]

# The board and the bar are on the screen, the board takes enough of it, and nothing is wider. Awaited: a swap or a
# turned screen is laid out a moment later.
TOGETHER = """() => {
  const [stage, bar] = ["stage", "turn-bar"].map((id) => document.getElementById(id).getBoundingClientRect());
  const inside = [stage, bar].every((box) => box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth);
  const share = stage.width * stage.height / (innerWidth * innerHeight);
  return inside && stage.right <= bar.left && share > 0.45 && document.documentElement.scrollWidth === innerWidth;
}"""


def arrived(open_as: Open, seats: int, address: str, viewport: dict[str, int]) -> Page:
    """The page of the first of so many, in their game, two rounds played."""
    sitters = people(seats)
    match = aside(running_match, *sitters, now=timezone.now())
    aside(played_on, match, 2 * seats)
    return open_as(
        sitters[0], address.format(match.get_absolute_url()), viewport=viewport, has_touch=True, is_mobile=True
    )


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("viewport", SIDEWAYS, ids=["844", "667"])
def test_board_and_turn_bar_are_on_the_screen_together(
    open_as: Open, site: str, viewport: dict[str, int], seats: int
) -> None:
    page = arrived(open_as, seats, "{}", viewport)
    page.wait_for_function(TOGETHER)

    tap_first_place(page, touch=True)
    page.locator("#turn-next").tap()
    expect(page.locator(".opt").first).to_be_visible()
    page.wait_for_function(TOGETHER)
    page.locator(".opt:not(.off)").first.tap()
    expect(page.locator("#turn-confirm")).to_be_in_viewport(ratio=1)
    page.wait_for_function(TOGETHER)

    assert page.evaluate("scrollY") == 0
    expect(page.locator("#seats li").first).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("viewport", SIDEWAYS, ids=["844", "667"])
@pytest.mark.parametrize("address", ["{}3/", "{}3/try/", "/learn/taluva/2/"], ids=["replay", "sandbox", "exercise"])
def test_so_are_the_board_and_every_other_bar(open_as: Open, site: str, viewport: dict[str, int], address: str) -> None:
    page = arrived(open_as, 2, address, viewport)

    page.wait_for_function(TOGETHER)


def test_the_board_stays_while_one_reads_on(open_as: Open, site: str) -> None:
    page = arrived(open_as, 2, "{}", SIDEWAYS[0])

    page.locator("#seats li").last.scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, 400)")

    page.wait_for_function(
        "() => scrollY === 400 && document.getElementById('stage').getBoundingClientRect().top === 0"
    )


def test_a_phone_that_is_turned_shows_the_same(open_as: Open, site: str) -> None:
    page = arrived(open_as, 2, "{}", {"width": 390, "height": 844})
    page.locator("#zoom-in").tap()

    page.set_viewport_size(SIDEWAYS[0])

    page.wait_for_function(TOGETHER)
