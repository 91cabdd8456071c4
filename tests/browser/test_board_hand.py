"""A tile in the hand: dragged, turned and let go, by mouse and by finger; and each step shown before it is answered."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser.dragging import (
    TRAY,
    Finger,
    Mouse,
    Pointer,
    carry,
    drafted,
    drag,
    held_way,
    point_of,
    wait_for_hand,
)
from tests.browser.players import Open, aside, current, dealt

WIDE = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS = pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["mouse", "finger"])
DIRECTIONS = ["E", "SE", "SW", "W", "NW", "NE"]


def opened(open_as: Open, sitters: list[User], match: Match, **wishes: Any) -> Page:
    """Ann's turn with the tile RJ; at 0,0 a tile may erupt towards NW and NE."""
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?since=off", **wishes)
    wait_for_hand(page)
    return page


def pointer_of(page: Page, screen: dict[str, Any]) -> Pointer:
    return Finger(page) if "has_touch" in screen else Mouse(page)


@SCREENS
def test_a_turn_is_played_by_dragging(open_as: Open, sitters: list[User], match: Match, screen: dict[str, Any]) -> None:
    page = opened(open_as, sitters, match, **screen)
    pointer = pointer_of(page, screen)

    drag(page, pointer, TRAY, (0, 0), 2)
    expect(page).to_have_url(re.compile(r"\?v=0,0&d=NW&since=off$"))
    expect(page.locator("#layer-draft .edge")).to_have_count(1)
    expect(page.locator(".ghost, .ahead")).to_have_count(0)
    page.locator("#turn-next").click()
    expect(page.locator("#turn-bar .opts")).to_be_visible()
    temple = page.locator("a.opt:not(.off)", has_text="Temple")
    name = temple.get_attribute("id")
    drag(page, pointer, f"#{name} .ic", (1, -1))
    expect(page).to_have_url(re.compile(r"&b=T@1,-1&"))
    page.locator("#turn-confirm").click()

    expect(page.locator("#turn-bar .steps")).to_have_count(0)
    assert current(match).turns.get(number=5).text == "RJ@0,0NW T@1,-1"


@SCREENS
def test_the_tile_turns_itself_to_a_legal_direction_and_back(
    open_as: Open, sitters: list[User], match: Match, screen: dict[str, Any]
) -> None:
    page = opened(open_as, sitters, match, **screen)
    pointer = pointer_of(page, screen)

    carry(page, pointer, TRAY, (0, 0), 2)
    expect(page.locator(".ghost.snaps .on")).to_have_attribute("data-way", "NW")
    x, y = point_of(page, 0, 0, 2)
    pointer.move(x - 200, y + pointer.below - 10)
    expect(page.locator(".ghost .on")).to_have_attribute("data-way", "E")
    pointer.release()

    expect(page.locator(".ghost")).to_have_count(0)


def test_the_tile_turns_by_wheel_and_by_key_while_it_is_held(open_as: Open, sitters: list[User], match: Match) -> None:
    page = opened(open_as, sitters, match)
    mouse = Mouse(page)
    carry(page, mouse, TRAY, (4, 0))
    on = page.locator(".ghost.snaps .on")
    expect(on).to_have_count(1)
    ways = [held_way(page)]

    for turn in (lambda: page.mouse.wheel(0, 100), lambda: page.keyboard.press("r"), lambda: page.keyboard.press("]")):
        turn()
        expect(on).not_to_have_attribute("data-way", str(ways[-1]))
        ways.append(held_way(page))
    page.keyboard.press("[")
    expect(on).to_have_attribute("data-way", str(ways[-2]))
    page.keyboard.press("Escape")

    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()
    assert drafted(page) == {}
    assert len(set(ways)) == 4


@SCREENS
def test_while_a_tile_is_dragged_the_pointer_hits_nothing_of_the_page(
    open_as: Open, sitters: list[User], match: Match, screen: dict[str, Any]
) -> None:
    page = opened(open_as, sitters, match, **screen)
    pointer = pointer_of(page, screen)
    x, y = point_of(page, 4, 0)
    hit = "([x, y]) => document.elementFromPoint(x, y).className"

    carry(page, pointer, TRAY, (4, 0))
    expect(page.locator(".ghost.snaps")).to_have_count(1)
    assert page.evaluate(hit, [x, y]) == "holding"
    pointer.release()

    expect(page.locator(".holding")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"\?v=4,0&"))


def test_a_tap_on_the_tile_in_the_turn_bar_turns_it(open_as: Open, sitters: list[User], match: Match) -> None:
    page = opened(open_as, sitters, match, **PHONE)

    page.locator(TRAY).tap()
    expect(page.locator(f"{TRAY} [data-way]")).to_have_attribute("data-way", "SE")
    page.locator(TRAY).tap()
    expect(page.locator(f"{TRAY} [data-way]")).to_have_attribute("data-way", "SW")
    drag(page, Finger(page), TRAY, (4, -1))

    expect(page).to_have_url(re.compile(r"\?v=4,-1&d=SW&"))


# The browser's protocol lifts all fingers at once, so the tap of a second one is made here.
TAPPED_BESIDE = """board => {
  for (const name of ["pointerdown", "pointerup"])
    board.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: 99, pointerType: "touch" }));
}"""


def test_a_second_finger_turns_the_tile(open_as: Open, sitters: list[User], match: Match) -> None:
    page = opened(open_as, sitters, match, **PHONE)
    finger, zoom = Finger(page), "document.getElementById('board-view').style.getPropertyValue('--zoom')"
    carry(page, finger, TRAY, (4, -1))
    on = page.locator(".ghost.snaps .on")
    expect(on).to_have_attribute("data-way", "E")
    before, (x, y) = page.evaluate(zoom), finger.at[0]

    page.locator("#board").evaluate(TAPPED_BESIDE)
    expect(on).to_have_attribute("data-way", "SE")
    finger.press_second(x + 100, y)
    finger.move_second(x + 50, y + 87)
    expect(on).to_have_attribute("data-way", "SW")
    finger.move_second(x - 50, y + 87)
    expect(on).to_have_attribute("data-way", "W")
    finger.release()

    expect(page).to_have_url(re.compile(r"\?v=4,-1&d=W&"))
    assert page.evaluate(zoom) == before


@SCREENS
def test_the_tile_that_lies_there_is_turned_by_a_tap_and_dragged_on(
    open_as: Open, sitters: list[User], match: Match, screen: dict[str, Any]
) -> None:
    page = opened(open_as, sitters, match, **screen)
    pointer = pointer_of(page, screen)
    drag(page, pointer, TRAY, (0, 0), 2)
    expect(page).to_have_url(re.compile(r"&d=NW&"))
    expect(page.locator(".ahead")).to_have_count(0)

    pointer.press(*point_of(page, 0, 0, 2))
    pointer.release()
    expect(page).to_have_url(re.compile(r"&d=NE&"))
    expect(page.locator(".ahead")).to_have_count(0)
    pointer.press(*point_of(page, 0, 0, 2))
    x, y = point_of(page, -2, 0)
    pointer.move(x, y + pointer.below)
    pointer.release()

    expect(page).to_have_url(re.compile(r"\?v=-2,0&d=\w+&"))


def test_the_tile_is_seen_turning_and_falling(open_as: Open, sitters: list[User], match: Match) -> None:
    page = opened(open_as, sitters, match, reduced_motion="no-preference")
    page.evaluate(
        """() => {
          window.moved = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            window.moved.push([this.localName, frames[0].transform || "", how.duration]);
            return animate.call(this, frames, how);
          };
        }"""
    )

    drag(page, Mouse(page), TRAY, (0, 0), 2)
    expect(page.locator("#turn-right")).to_be_visible()
    page.locator("#turn-right").click()
    expect(page).to_have_url(re.compile(r"&d=NE&"))
    expect(page.locator(".ghost, .ahead")).to_have_count(0)

    moved = page.evaluate("window.moved")
    assert ["g", "rotate(-60deg)", 190] in moved
    assert [name for name, _, duration in moved if duration == 240] == ["svg"]
    assert [name for name, _, duration in moved if duration == 420] == ["circle"] * 5


@SCREENS
def test_a_tile_that_is_let_go_where_it_may_not_lie_says_why(
    open_as: Open, sitters: list[User], match: Match, screen: dict[str, Any]
) -> None:
    page = opened(open_as, sitters, match, **screen)
    pointer = pointer_of(page, screen)

    drag(page, pointer, TRAY, (1, 0))  # a hut of Ann
    expect(page.locator("#turn-bar .no")).to_contain_text("T-4.3")
    expect(page.locator(".ghost")).to_have_count(0)

    drag(page, pointer, TRAY, (0, 0), 2)
    expect(page.locator("#turn-bar .no")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"\?v=0,0&d=NW&"))
    pointer.press(*point_of(page, 0, 0, 2))
    x, y = point_of(page, 2, 1)
    pointer.move(x, y + pointer.below)
    pointer.release()

    expect(page.locator("#turn-bar .no")).to_contain_text("T-4.3")
    expect(page).to_have_url(re.compile(r"\?v=0,0&d=NW&x=2,1"))  # the tile lies where it lay
    expect(page.locator("#layer-draft .edge")).to_have_count(1)


def test_a_building_that_is_let_go_where_it_may_not_stand_says_why(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    page = opened(open_as, sitters, match)
    page.goto(f"{match.get_absolute_url()}?v=0,0&d=NW&b=&since=off")
    wait_for_hand(page)

    temple = page.locator("a.opt:not(.off)", has_text="Temple").get_attribute("id")
    drag(page, Mouse(page), f"#{temple} .ic", (3, 2))

    expect(page.locator("#turn-bar .no")).to_contain_text("T-5")
    assert drafted(page)["b"] == "T@3,2"


def test_a_mouse_over_the_board_carries_the_tile_and_a_click_lays_it(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    page = opened(open_as, sitters, match)
    x, y = point_of(page, 0, 0, 2)

    page.mouse.move(x - 3, y + 4, steps=3)
    expect(page.locator(".ghost.snaps .on")).to_have_attribute("data-way", "NW")
    page.keyboard.press("r")
    expect(page.locator(".ghost.snaps .on")).to_have_attribute("data-way", "NE")
    page.mouse.down()
    page.mouse.up()

    expect(page).to_have_url(re.compile(r"\?v=0,0&d=NE&"))
    page.mouse.move(5, 5)
    expect(page.locator(".ghost")).to_have_count(0)


# What a service worker has been asked first may pass by a route.
HELD = {"service_workers": "block"}


def hold_steps(page: Page) -> list[Route]:
    """Steps of the turn stay under way from now on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route) if route.request.resource_type == "fetch" else route.continue_()

    page.route(lambda address: "?v=" in address, hold)
    return held


@pytest.mark.parametrize("viewport", [WIDE["viewport"], PHONE["viewport"]], ids=["wide", "phone"])
def test_dragging_a_tile_leaves_the_styles_of_the_page_alone(
    open_as: Open, browser: Browser, sitters: list[User], match: Match, viewport: dict[str, int]
) -> None:
    """From picking up to the step that is shown the browser styles the tile and the turn bar anew, not the page."""
    page = opened(open_as, sitters, match, viewport=viewport, **HELD)
    hold_steps(page)
    browser.start_tracing(page=page, categories=["devtools.timeline"])

    drag(page, Mouse(page), TRAY, (4, 0))
    expect(page.locator(".ahead .laid")).to_have_count(1)

    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"]
    assert 0 < max(styled) < 500


@SCREENS
def test_no_step_waits_for_the_network_until_confirm(
    open_as: Open, sitters: list[User], match: Match, screen: dict[str, Any]
) -> None:
    page = opened(open_as, sitters, match, **screen, **HELD)
    held, pointer, bar = hold_steps(page), pointer_of(page, screen), page.locator("#turn-bar")

    drag(page, pointer, TRAY, (0, 0), 2)
    expect(page.locator(".ahead .laid [data-way='NW']")).to_have_count(1)
    page.locator("#turn-right").click()
    expect(page.locator(".ahead .laid [data-way='NE']")).to_have_count(1)
    page.wait_for_timeout(600)  # as long as a second tap is one of two quick ones
    page.locator("#turn-left").click()
    expect(page.locator(".ahead .laid [data-way='NW']")).to_have_count(1)
    page.locator("#turn-next").click()
    expect(bar.locator(".steps [aria-current]")).to_contain_text("Build")
    expect(page.locator(".ahead a")).not_to_have_count(0)
    temple = page.locator("a.opt:not(.off)", has_text="Temple")
    temple.click()
    expect(page.locator("a.opt.on")).to_contain_text("Temple")
    expect(page.locator(".ahead .drafted")).to_have_count(1)
    confirm = page.locator("#turn-confirm")
    expect(confirm).to_be_visible()
    expect(page.locator("#turn-bar [name='text']")).to_have_value("RJ@0,0NW T@1,-1")
    assert page.locator("#layer-draft .edge").count() == 0  # the server has not drawn a thing

    confirm.click()
    held[-1].continue_()
    expect(page.locator("#turn-bar .steps")).to_have_count(0)
    assert current(match).turns.get(number=5).text == "RJ@0,0NW T@1,-1"


def test_a_press_before_the_dropped_tile_is_shown_comes_after_it(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    page = opened(open_as, sitters, match)

    shown = page.evaluate(
        """() => {
          const shown = () => document.querySelectorAll(".ahead .laid, #turn-next").length;
          Ahead.take({ v: "0,0", d: "NW" }, { falling: Promise.resolve() });
          const before = shown();
          document.querySelector("#sound").click();
          return [before, shown()];
        }"""
    )

    assert shown == [0, 2]
    expect(page).to_have_url(re.compile(r"\?v=0,0&d=NW&"))


def test_the_turn_bar_shown_ahead_has_what_the_server_answers(open_as: Open, sitters: list[User], match: Match) -> None:
    page = opened(open_as, sitters, match, **HELD)
    held, hrefs = hold_steps(page), "all => all.map(one => [one.id, one.getAttribute('href')])"
    drag(page, Mouse(page), TRAY, (0, 0), 2)

    for press in ("#turn-next", "a.opt:not(.off) >> nth=0"):
        page.locator(press).click()
        expect(page.locator("#turn-bar .opts")).to_be_visible()
        ahead = page.locator("#turn-bar a").evaluate_all(hrefs)
        rings = page.locator(".ahead a").count()
        held[-1].continue_()
        expect(page.locator(".ahead")).to_have_count(0)
        assert page.locator("#turn-bar a").evaluate_all(hrefs) == ahead
        assert page.locator("#layer-choices a:not([data-quiet])").count() == rings


def test_without_connection_everything_is_as_it_was(open_as: Open, sitters: list[User], match: Match) -> None:
    page = opened(open_as, sitters, match)
    page.context.set_offline(True)

    drag(page, Mouse(page), TRAY, (0, 0), 2)

    expect(page.locator("#turn-bar .cut-off")).to_be_visible()
    expect(page.locator(".ahead")).to_have_count(0)
    expect(page.locator("#turn-next")).to_have_count(0)
    page.context.set_offline(False)
    drag(page, Mouse(page), TRAY, (0, 0), 2)
    expect(page).to_have_url(re.compile(r"\?v=0,0&d=NW&"))
    expect(page.locator("#turn-next")).to_be_visible()


def test_only_who_has_a_turn_loads_the_hand(open_as: Open, sitters: list[User], match: Match) -> None:
    opened(open_as, sitters, match).close()
    page = open_as(sitters[1], match.get_absolute_url())

    expect(page.locator("#board")).to_be_visible()
    assert page.locator("#hand, script[src*='hand'], script[src*='ahead']").count() == 0
