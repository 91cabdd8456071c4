"""Looking closer: with two fingers, with the wheel and Ctrl, with the buttons; and to another place with the mouse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser.players import Open, aside, dealt

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


def test_a_low_screen_fits_the_whole_board_and_opens_no_smaller_than_a_finger_wants(opened: Any) -> None:
    page = opened(viewport={"width": 390, "height": 664})

    cell = page.locator(".ground").evaluate("svg => 70 * svg.clientWidth / svg.viewBox.baseVal.width")
    assert cell >= 34
    page.locator("#zoom-fit").click()

    assert page.evaluate(ZOOM) < 1
    assert page.evaluate(HIDDEN) <= 1
