"""Letters twice as large, as a browser is told: no page scrolls sideways, and nothing to press leaves the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser import pages
from tests.browser.players import aside, context_of, dealt

LARGE = "--blink-settings=defaultFontSize=32"
PHONE = {"width": 390, "height": 844}

# What can be pressed and is cut at the side, by the screen or by what hides what leaves it; what scrolls is reached.
CUT = """() => {
  const scrolls = (box) => /auto|scroll/.test(getComputedStyle(box).overflowX);
  const hides = (box) => box === document.documentElement || getComputedStyle(box).overflowX !== 'visible';
  const holders = (one) => one ? [one, ...holders(one.parentElement)] : [];
  const isCut = (one) => {
    if (one.matches('.btn, .tool') && one.scrollWidth > one.clientWidth + 1) return true;
    const box = one.getBoundingClientRect();
    const holder = holders(one.parentElement).find(hides);
    if (scrolls(holder)) return false;
    const frame = holder === document.documentElement ? {left: 0, right: innerWidth} : holder.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1;
  };
  const all = [...document.querySelectorAll('a, button, summary, input, select, textarea')];
  return all.filter((one) => one.checkVisibility() && !one.closest('svg, .skip, .vh') && isCut(one))
    .map((one) => one.outerHTML.slice(0, 110));
}"""


@pytest.fixture
def large(browser_type: BrowserType, browser_type_launch_args: dict[str, Any], site: str) -> Iterator[Any]:
    """A browser whose letters are twice as large as usual."""
    flags = [*browser_type_launch_args["args"], LARGE]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": flags})
    yield browser
    browser.close()


def faults(page: Page) -> list[str]:
    wide = page.evaluate("document.documentElement.scrollWidth")
    cut = [f"{page.url} cuts {html}" for html in page.evaluate(CUT)]
    return cut + ([f"{page.url} is {wide} wide"] if wide > PHONE["width"] else [])


def test_no_page_is_too_wide_for_large_letters(large: Any, site: str) -> None:
    page = large.new_context(base_url=site, viewport=PHONE, reduced_motion="reduce").new_page()
    found = []
    for stop in pages.walk().stops:
        pages.show(page, site, stop)
        found += faults(page)
        page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        found += faults(page)

    assert found == []


@pytest.mark.parametrize("query", ["", "?v=0,0&d=NW", "?v=0,0&d=NW&b=", "?v=0,0&d=NW&b=T@1,-1"])
def test_no_step_of_a_turn_is_too_wide_for_large_letters(
    large: Any, site: str, sitters: list[User], match: Match, query: str
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = context_of(large, site, sitters[0], viewport=PHONE).new_page()
    page.goto(match.get_absolute_url() + query)

    expect(page.locator("#turn-bar .steps")).to_be_visible()
    assert faults(page) == []
