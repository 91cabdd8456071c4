"""Nothing jumps when a part of the page arrives: the browser's own measure of what moved, at every kind of step."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import COAST, GROWN
from tests.browser.conftest import WIDE
from tests.browser.players import Open, aside, dealt
from tests.factories import played_on

MOST = 0.01
SIZES = {
    "320": {"viewport": {"width": 320, "height": 568}},
    "390": {"viewport": {"width": 390, "height": 844}},
    "1440": {"viewport": WIDE},
}
# Also what follows a tap counts here, which the browser's usual sum leaves out.
WATCH = """() => {
  window.shifts = [];
  new PerformanceObserver(list => list.getEntries().forEach(one => shifts.push(
    [one.value, one.sources.map(each => each.node?.id || each.node?.className || each.node?.nodeName).join(" ")])
  )).observe({ type: "layout-shift" });
}"""


def shifted(page: Page) -> tuple[float, list[object]]:
    """What has moved since the last look, in all and one by one."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 150)))")
    found = page.evaluate("shifts.splice(0)")
    return sum(value for value, _ in found), found


def click(page: Page, selector: str) -> None:
    before = page.url
    page.locator(selector).first.click(force=True)
    expect(page).not_to_have_url(before)


STEPS = {
    "place": "#layer-choices a:has(use[href='#spot'])",
    "turn": "#turn-right",
    "elsewhere": "#layer-choices a:has(use[href='#up'])",
    "refused": "#layer-choices a[data-quiet]",
    "place again": "#layer-choices a:has(use[href='#spot'])",
    "to the builds": "#turn-next",
    "no temple": ".opt.off",
    "build": ".opt:not(.off)",
    "another build": "#layer-choices a[href]:not([data-quiet])",
    "take back": "#turn-back",
}


@pytest.mark.parametrize("size", SIZES)
def test_no_step_of_a_turn_shifts_the_page(open_as: Open, sitters: list[User], match: Match, size: str) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?since=off", **SIZES[size])
    page.evaluate(WATCH)
    moved = {}

    for step, selector in STEPS.items():
        click(page, selector)
        moved[step] = shifted(page)

    assert {step: found for step, (total, found) in moved.items() if total > MOST} == {}


@pytest.mark.parametrize("size", SIZES)
def test_no_step_of_the_replay_shifts_the_page(open_as: Open, sitters: list[User], match: Match, size: str) -> None:
    aside(played_on, match, 8)
    page = open_as(sitters[0], f"{match.get_absolute_url()}2/", **SIZES[size])
    page.evaluate(WATCH)
    moved = {}

    for number in range(3, 8):
        click(page, "#on")
        moved[number] = shifted(page)

    assert {step: found for step, (total, found) in moved.items() if total > MOST} == {}


def test_the_measure_sees_what_jumps(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, COAST, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?since=off", **SIZES["390"])
    page.evaluate(WATCH)

    page.evaluate("document.querySelector('#stage').style.marginTop = '200px'")

    assert shifted(page)[0] > 10 * MOST
