"""Looking closer: with two fingers, with the wheel and Ctrl, with the buttons; and to another place with the mouse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser.players import Open, aside, dealt
from tests.factories import played_on

PHONE = {"viewport": {"width": 768, "height": 900}, "has_touch": True, "is_mobile": True}
ZOOM = "Number(document.querySelector('#stage .scroll').style.getPropertyValue('--zoom') || 1)"
PLACE = "(box => [box.scrollLeft, box.scrollTop])(document.querySelector('#stage .scroll'))"
SCROLLING = {"touchstart", "touchmove", "wheel"}


@pytest.fixture
def opened(open_as: Open, sitters: list[User], match: Match) -> Any:
    aside(dealt, match, GROWN, "RJ")
    return lambda **wishes: open_as(sitters[0], f"{match.get_absolute_url()}?since=off", **wishes)


def middle(box: Locator) -> tuple[float, float]:
    found = box.bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def fingers(client: CDPSession, kind: str, *xs: float, y: float = 0) -> None:
    points = [{"x": x, "y": y, "id": number} for number, x in enumerate(xs)]
    client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize("over", ["touchEnd", "touchCancel"])
def test_two_fingers_zoom_the_board_and_one_does_not(opened: Any, over: str) -> None:
    page = opened(**PHONE)
    hand = page.context.new_cdp_session(page)
    x, y = middle(page.locator("#stage .scroll"))

    fingers(hand, "touchStart", x - 40, x + 40, y=y)
    for far in (60, 80):
        fingers(hand, "touchMove", x - far, x + far, y=y)
    assert page.evaluate(ZOOM) == pytest.approx(2, abs=0.05)
    fingers(hand, over)
    fingers(hand, "touchStart", x, y=y)
    fingers(hand, "touchMove", x + 50, y=y)
    fingers(hand, "touchEnd")

    assert page.evaluate(ZOOM) == pytest.approx(2, abs=0.05)


def test_only_ctrl_makes_the_wheel_zoom(opened: Any) -> None:
    page = opened()
    page.mouse.move(*middle(page.locator("#stage .scroll")))

    page.mouse.wheel(0, -200)
    assert page.evaluate(ZOOM) == 1
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")

    page.wait_for_function(f"() => {ZOOM} > 1.5")
    assert page.evaluate("visualViewport.scale") == 1


def test_buttons_zoom_step_by_step_and_the_mouse_drags_the_board(opened: Any) -> None:
    page = opened()
    seen = []

    for button in ("in", "in", "out", "fit", "in", "in"):
        page.locator(f"#zoom-{button}").click()
        seen.append(page.evaluate(ZOOM))
    assert seen == [1.6, 2.4, 1.6, 1, 1.6, 2.4]
    before, url = page.evaluate(PLACE), page.url
    x, y = middle(page.locator("#stage .scroll"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=3)
    page.mouse.move(x + 60, y + 40, steps=3)
    page.mouse.up()

    assert [was - now for was, now in zip(before, page.evaluate(PLACE), strict=True)] == [60, 40]
    expect(page).to_have_url(url)


def test_the_rest_of_the_page_scrolls_without_a_script(opened: Any) -> None:
    page = opened(**PHONE)
    client = page.context.new_cdp_session(page)

    listeners = {}
    for name in ("document", "window"):
        found = client.send("Runtime.evaluate", {"expression": name})["result"]["objectId"]
        heard = client.send("DOMDebugger.getEventListeners", {"objectId": found})["listeners"]
        listeners[name] = [each["type"] for each in heard if not each["passive"] and each["type"] in SCROLLING]

    assert listeners == {"document": [], "window": []}


HIDDEN = "(box => box.scrollHeight - box.clientHeight)(document.querySelector('#stage .scroll'))"


@pytest.mark.parametrize(("part", "height", "is_smaller"), [("", 664, False), ("4/try/", 664, True)])
def test_a_low_screen_fits_the_whole_board_and_opens_no_smaller_than_a_finger_wants(
    opened: Any, match: Match, part: str, height: int, is_smaller: bool
) -> None:
    page = opened(viewport={"width": 390, "height": height})
    page.goto(match.get_absolute_url() + part)

    cell = page.locator(".ground").evaluate("svg => 70 * svg.clientWidth / svg.viewBox.baseVal.width")
    assert cell >= 34
    page.locator("#zoom-fit").click()

    assert (page.evaluate(ZOOM) < 1) is is_smaller
    assert page.evaluate(HIDDEN) <= 1


CELL = "svg => 70 * svg.clientWidth / svg.viewBox.baseVal.width"
OUTSIDE = """rows => {
  const frame = document.querySelector("#stage .scroll").getBoundingClientRect();
  const isIn = (row) => row.left >= frame.left && row.right <= frame.right && row.top >= frame.top
    && row.bottom <= frame.bottom;
  return rows.map((row) => row.getBoundingClientRect()).filter((row) => !isIn(row)).length;
}"""
SMALL_SCREEN = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_small_screen_follows_the_island_through_the_replay(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 16)
    page = open_as(sitters[0], f"{match.get_absolute_url()}0/", **SMALL_SCREEN)
    widths = []

    for number in (1, 2, 16):
        page.locator("#t").fill(str(number))
        expect(page.locator("#board-title")).to_have_text(f"Board after turn {number}")
        widths.append(page.locator(".ground").evaluate(CELL))
        assert page.locator("#board [data-r]").evaluate_all(OUTSIDE) == 0

    assert widths[0] > 60
    assert widths[0] >= widths[1] > widths[2]


def test_what_somebody_zooms_in_the_replay_stays(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 8)
    page = open_as(sitters[0], f"{match.get_absolute_url()}1/", **SMALL_SCREEN)
    page.locator("#zoom-in").tap()
    zoomed = page.evaluate(ZOOM)

    page.locator("#on").tap()
    expect(page.locator("#board-title")).to_have_text("Board after turn 2")

    assert page.evaluate(ZOOM) == zoomed


def test_cells_can_be_tapped_however_the_island_grows_meanwhile(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    page = open_as(sitters[0], match.get_absolute_url(), **SMALL_SCREEN)
    early = page.locator(".ground").evaluate(CELL)

    aside(played_on, match, 16)
    page.evaluate("document.body.dispatchEvent(new Event('moved'))")
    expect(page.locator("#board-title")).to_have_text("Board after turn 16")

    assert page.locator(".ground").evaluate(CELL) >= 33.9
    assert early >= 33.9
