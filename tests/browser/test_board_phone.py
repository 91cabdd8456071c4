"""The board on a phone: it stays in sight at every step, fingers find what they press, and nothing stacks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.matches import stored_match
from games.models import Match
from games.taluva.board.examples import GROWN, TOWERING
from tests.browser.players import Open, aside, dealt, paused, tap_first_place
from tests.factories import played, played_on

LOW = [{"width": 390, "height": 664}, {"width": 320, "height": 568}]
NARROW = {"width": 360, "height": 640}
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 768, "height": 1024}
SEEN = """() => document.getElementById("turn-bar").getBoundingClientRect().top
  - document.querySelector("#stage .scroll").getBoundingClientRect().top"""
SMALL = """() => [...document.querySelectorAll("#turn-bar .btn, #turn-bar .opt")]
  .map((one) => one.getBoundingClientRect()).filter((box) => box.height < 44 || box.width < 44).length"""


@pytest.mark.parametrize("viewport", [*LOW, TABLET], ids=["390", "320", "768"])
def test_the_board_stays_in_sight_while_one_chooses(
    open_as: Open, sitters: list[User], match: Match, viewport: dict[str, int]
) -> None:
    aside(played_on, match, 7)
    page = open_as(sitters[1], match.get_absolute_url(), viewport=viewport, has_touch=True, is_mobile=True)
    enough = viewport["height"] * 0.3

    tap_first_place(page, touch=True)
    expect(page.locator("#turn-next")).to_be_visible()
    assert page.evaluate(SEEN) > enough
    page.locator("#turn-next").tap()
    expect(page.locator(".opt.off").first).to_be_attached()
    assert page.evaluate(SEEN) > enough
    assert page.evaluate(SMALL) == 0
    page.locator(".opt:not(.off)").first.tap()

    expect(page.locator("#turn-confirm")).to_be_in_viewport()
    assert page.evaluate(SEEN) > enough
    assert page.evaluate(SMALL) == 0
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]


@pytest.mark.parametrize("viewport", [*LOW, NARROW, PHONE], ids=["390 low", "320", "360", "390"])
def test_the_page_stays_where_it_is_while_one_chooses(
    open_as: Open, sitters: list[User], match: Match, viewport: dict[str, int]
) -> None:
    page = open_as(sitters[0], match.get_absolute_url(), viewport=viewport, has_touch=True, is_mobile=True)

    for pressed, shown in (("#turn-next", ".opt.off"), (".opt:not(.off)", "#turn-confirm")):
        finger_on(page, pressed)
        expect(page.locator(shown).first).to_be_attached()

    assert page.evaluate("scrollY") == 0


def finger_on(page: Page, selector: str) -> None:
    """A tap there, without Playwright's own scrolling before it."""
    box = page.locator(selector).first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


# Where one arrives: at the top of the page.
COVERED = """() => {
  scrollTo(0, 0);
  const [board, bar] = ["#stage .scroll", "#turn-bar"]
    .map((each) => document.querySelector(each).getBoundingClientRect());
  return board.bottom - bar.top;
}"""


@pytest.mark.parametrize("viewport", [*LOW, NARROW, PHONE, TABLET], ids=["390 low", "320", "360", "390", "768"])
def test_the_turn_bar_covers_nothing_of_the_board(
    open_as: Open, sitters: list[User], match: Match, viewport: dict[str, int]
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?since=off", viewport=viewport)
    covered = [page.evaluate(COVERED)]

    tap_first_place(page)
    expect(page.locator("#turn-next")).to_be_visible()
    covered.append(page.evaluate(COVERED))
    page.locator("#turn-next").click()
    expect(page.locator(".opt").first).to_be_visible()
    covered.append(page.evaluate(COVERED))

    assert max(covered) <= 2
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]


@pytest.mark.parametrize("viewport", [*LOW, NARROW, PHONE, TABLET], ids=["390 low", "320", "360", "390", "768"])
def test_no_turn_that_is_ready_covers_the_board(
    open_as: Open, sitters: list[User], match: Match, viewport: dict[str, int]
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?since=off&v=0,0&d=NW&b=", viewport=viewport)
    builds, covered = page.locator(".opt:not(.off)"), {}

    for number in range(builds.count()):
        builds.nth(number).click()
        expect(builds.nth(number)).to_have_attribute("aria-current", "true")
        expect(page.locator("#turn-final")).to_be_visible()
        covered[builds.nth(number).inner_text()] = page.evaluate(COVERED)

    assert len(covered) >= 3
    assert {build: over for build, over in covered.items() if over > 2} == {}
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]


FADES = "box => parseFloat(getComputedStyle(box).getPropertyValue('--more'))"


def test_the_builds_fade_where_there_are_more_to_come(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?v=0,0&d=NW&b=", viewport=LOW[1])
    builds, seen = page.locator(".opts"), []

    for left in (0, 1000):
        builds.evaluate("(box, left) => { box.scrollLeft = left; }", left)
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen.append(builds.evaluate(FADES))
    page.set_viewport_size({"width": 1000, "height": 900})

    assert seen == [48, 0]
    assert builds.evaluate(FADES) == 0


def test_a_desk_shows_all_builds_at_once(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?v=0,0&d=NW&b=")

    assert page.locator(".opts").evaluate("box => box.scrollHeight - box.clientHeight") == 0
    expect(page.locator(".opt.off").last).to_be_in_viewport()


def test_a_small_desk_leaves_the_board_more_than_half_of_its_width(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], match.get_absolute_url(), viewport={"width": 1024, "height": 768})

    assert page.locator("#stage").evaluate("box => box.clientWidth / innerWidth") > 0.6
    assert page.locator("#stage").evaluate("box => box.getBoundingClientRect().bottom <= innerHeight")
    expect(page.locator("#seats li").last).to_be_in_viewport()


def test_a_build_that_is_off_says_why_when_tapped(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 1)
    page = open_as(sitters[1], match.get_absolute_url(), viewport=LOW[0], has_touch=True, is_mobile=True)

    tap_first_place(page, touch=True)
    page.locator("#turn-next").tap()
    page.locator(".opt.off").first.tap()

    expect(page.locator("#turn-bar .no")).to_have_text(
        "Temple: no empty field beside a settlement of three or more fields that has no temple (T-5.4)."
    )


def test_the_show_stands_in_the_place_of_the_turn_bar(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 3)
    page = open_as(
        sitters[1], match.get_absolute_url(), viewport=LOW[0], reduced_motion="no-preference", first=paused()
    )

    expect(page.locator("#show")).to_be_in_viewport()
    expect(page.locator("#turn-bar")).to_be_hidden()
    page.get_by_role("button", name="To my turn").click()

    expect(page.locator("#show")).to_be_hidden()
    expect(page.locator("#turn-bar")).to_be_focused()
    expect(page.locator("#turn-bar")).to_be_in_viewport()


def test_a_mouse_leaves_no_focus_frame_and_a_key_does(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 3)
    page = open_as(sitters[1], match.get_absolute_url())
    framed = "document.activeElement.matches('#board a:focus-visible')"

    page.locator("#layer-choices a:has(use[href='#spot'])").first.click(force=True)
    expect(page.locator("#turn-next")).to_be_visible()
    assert page.evaluate("document.activeElement.matches('#board a')")
    assert not page.evaluate(framed)
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-next")).to_be_visible()

    assert page.evaluate(framed)


EASTMOST = re.compile(r"@(-?\d+),")


def stretched(match: Match, turns: int) -> None:
    """An island that grows eastwards only."""
    for _ in range(turns):
        game = stored_match.game_of(match)
        choices = game.choices(game.awaited()[0])
        match = played(match, max(choices, key=lambda text: int(EASTMOST.findall(text)[0])))


def test_no_island_is_so_wide_that_its_cells_are_too_small(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(stretched, match, 20)
    page = open_as(sitters[0], "/terms/", viewport=LOW[1], has_touch=True, is_mobile=True)
    found = {}

    for address in ("", "?z=2", "5/"):
        page.goto(match.get_absolute_url() + address)
        page.locator("#zoom-fit").click()
        cell = page.locator(".ground").evaluate("svg => 70 * svg.clientWidth / svg.viewBox.baseVal.width")
        both = page.locator("#board > svg").evaluate_all("all => all.map(one => one.clientWidth + one.clientHeight)")
        found[address] = (round(cell), len(set(both)))

    assert int(page.locator(".ground").get_attribute("width") or 0) > 895 // 2
    assert found == {"": (24, 1), "?z=2": (24, 1), "5/": (12, 1)}  # in the replay nothing is tapped
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("viewport", [*LOW, NARROW, PHONE, TABLET], ids=["390 low", "320", "360", "390", "768"])
def test_no_other_bar_covers_the_board_or_leaves_the_window(
    open_as: Open, sitters: list[User], match: Match, viewport: dict[str, int]
) -> None:
    aside(played_on, match, 200)
    page = open_as(sitters[0], "/terms/", viewport=viewport)
    here, covered = match.get_absolute_url(), {}

    for address in (here, f"{here}9/", f"{here}9/try/"):
        page.goto(address)
        covered[address] = page.evaluate(COVERED)
        for button in page.locator("#turn-bar .acts .btn:visible").all():
            expect(button).to_be_in_viewport(ratio=0.99)

    assert {address: over for address, over in covered.items() if over > 2} == {}


@pytest.mark.parametrize("viewport", [LOW[0], NARROW, PHONE, TABLET], ids=["390 low", "360", "390", "768"])
def test_the_task_of_an_exercise_leaves_the_board_uncovered(
    open_as: Open, sitters: list[User], viewport: dict[str, int]
) -> None:
    page = open_as(sitters[0], "/learn/taluva/2/", viewport=viewport)

    assert page.evaluate(COVERED) <= 2


def share_of_window(page: Page) -> float:
    """How much of the window's height the turn bar takes."""
    return float(page.evaluate("document.getElementById('turn-bar').getBoundingClientRect().height / innerHeight"))


def test_the_replay_leaves_a_small_screen_to_the_board(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 200)
    page = open_as(sitters[0], f"{match.get_absolute_url()}9/", viewport=LOW[1], has_touch=True, is_mobile=True)

    expect(page.locator("#auto")).to_be_in_viewport()
    expect(page.locator("#on")).to_be_in_viewport()
    assert share_of_window(page) <= 0.405
    page.locator("#turn-bar .fine a").last.scroll_into_view_if_needed()
    expect(page.locator("#turn-bar .fine a").last).to_be_in_viewport()


def test_three_reasons_at_once_leave_room_for_the_board(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, TOWERING, "LR")
    address = f"{match.get_absolute_url()}?since=off&v=0,0&d=E&b=1,0"
    page = open_as(sitters[0], address, viewport=LOW[1], has_touch=True, is_mobile=True)

    reasons = page.locator("#turn-bar .no")
    expect(reasons).to_contain_text("(T-5.2) A tower has to touch")
    assert share_of_window(page) <= 0.52
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    heights = reasons.locator(".clause").evaluate_all("all => all.map(one => one.getClientRects().length)")
    assert heights == [1, 1, 1]
