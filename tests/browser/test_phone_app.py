"""The site on a phone: its pages at the thumb, the board as large as it can be, and the rest in sheets over it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.matches import talk
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser.players import Open, aside, dealt, paused, tap_first_place
from tests.browser.test_access import faults
from tests.factories import played_on

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
SHEETS = ("Players", "Turns", "Talk", "More")
OPEN = ".sheet:popover-open"

# What cannot be reached by the thumb: what is not at the lower edge, or too small.
TABS = """() => [...document.querySelectorAll(".tabs > ul > li")].filter((tab) => tab.checkVisibility()).map((tab) => {
  const box = tab.querySelector("a, button, summary").getBoundingClientRect();
  const isReached = box.bottom <= innerHeight && box.bottom > innerHeight - 4 && box.height >= 44 && box.width >= 44;
  return [tab.querySelector("a, button, summary").innerText.split("\\n")[0].trim(), isReached];
})"""
PAGES = {
    "/": None,
    "/games/": "My games",
    "/tables/": "Tables",
    "/learn/taluva/": "Learn",
    "/archive/": "Archive",
    "/people/": "People",
    "/ratings/taluva/": None,
    "/studies/": "Studies",
    "/statistics/": "Statistics",
    "/running/": "Running games",
    "/account/": "Account",
    "/terms/": None,
}


@pytest.mark.parametrize("screen", [PHONE, SMALL], ids=["390", "320"])
def test_the_ways_through_the_site_stand_at_the_thumb(
    open_as: Open, sitters: list[User], screen: dict[str, Any]
) -> None:
    page = open_as(sitters[0], "/terms/", **screen)

    for address, name in PAGES.items():
        page.goto(address)
        assert page.evaluate(TABS) == [[each, True] for each in ("My games", "Tables", "Learn", "Community", "Ann")], (
            address
        )
        assert page.evaluate("document.documentElement.scrollWidth") == screen["viewport"]["width"]
        if name:
            expect(page.locator(".tabs [aria-current='page']", has_text=name)).to_have_count(
                2 if name == "Archive" else 1
            )


def test_the_replay_and_what_is_tried_have_the_same_ways(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 200)
    here = match.get_absolute_url()
    page = open_as(sitters[0], here, **SMALL)

    for address in (here, f"{here}9/", f"{here}9/try/", "/learn/taluva/2/"):
        page.goto(address)
        assert [reached for _, reached in page.evaluate(TABS)] == [True] * 5, address
        assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_each_page_is_in_one_menu(open_as: Open, sitters: list[User]) -> None:
    page = open_as(sitters[0], "/terms/", **PHONE)

    found = []
    for menu in ("Community", "Ann"):
        page.locator(".tabs summary", has_text=menu).tap()
        panel = page.locator(".menu[open] .menu-panel")
        expect(panel).to_be_in_viewport(ratio=1)
        found += panel.get_by_role("link").all_inner_texts()
    page.locator(".menu[open] .menu-panel").get_by_role("link", name="Profile").tap()

    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    community = ["Archive", "Running games", "People", "Ratings", "Studies", "Statistics"]
    assert [name.strip() for name in found] == [*community, "Notifications", "Profile", "Account"]


def test_a_short_page_has_its_foot_at_the_lower_edge(open_as: Open, sitters: list[User]) -> None:
    page = open_as(sitters[0], "/games/")
    edge = "Math.round(innerHeight - document.querySelector('.foot').getBoundingClientRect().bottom)"

    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(edge) == 0


SCREEN = """() => {
  const [main, box] = ["#turn-bar .acts .main", "#stage .scroll"].map((part) => document.querySelector(part));
  const [at, seen] = [main?.getBoundingClientRect(), box.getBoundingClientRect()];
  return [at ? [Math.round(at.right), Math.round(at.bottom)] : null, Math.round((100 * seen.height) / innerHeight)];
}"""


@pytest.mark.parametrize("screen", [PHONE, SMALL], ids=["390", "320"])
def test_the_main_button_stays_and_the_board_is_two_thirds(
    open_as: Open, sitters: list[User], match: Match, screen: dict[str, Any]
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?since=off", **screen)
    seen = [page.evaluate(SCREEN)]

    tap_first_place(page, touch=True)
    for sign, pressed in (
        ("#turn-next", "#turn-next"),
        (".opt.off", ".opt.off"),
        ("#turn-bar .no", ".opt:not(.off)"),
        ("#turn-confirm", "#turn-back"),
        ("#turn-bar:not(:has(#turn-confirm)) .opt", "#turn-back"),
        ("#turn-next", None),
    ):
        expect(page.locator(sign).first).to_be_visible()
        seen.append(page.evaluate(SCREEN))
        expect(page.locator(".ahead")).to_have_count(0)  # else two taps on Undo may be taken for one
        if pressed:
            page.locator(pressed).first.tap()

    assert len({tuple(main) for main, _ in seen if main}) == 1
    assert [share for _, share in seen if not 65 <= share <= 75] == []
    assert page.evaluate("scrollY") == 0


def tab(page: Page, name: str) -> Locator:
    return page.locator(".tab").get_by_role("button", name=re.compile(f"^{name}( New)?$"))


@pytest.fixture
def waits(open_as: Open, sitters: list[User], match: Match) -> Page:
    """The page of who has played, on a phone."""
    aside(played_on, match, 7)
    return open_as(sitters[0], match.get_absolute_url(), **PHONE)


def test_a_sheet_opens_over_the_board_and_closes_in_each_way(waits: Page) -> None:
    page = waits
    for name in SHEETS:
        tab(page, name).tap()
        sheet = page.locator(OPEN)
        expect(sheet).to_have_count(1)
        expect(sheet).to_be_in_viewport(ratio=1)
        assert page.locator("#stage .scroll").evaluate("box => box.getBoundingClientRect().top") < 60
        if name == "Players":
            sheet.get_by_role("button", name="Close").tap()
        elif name == "Turns":
            page.touchscreen.tap(195, 90)
        elif name == "Talk":
            tab(page, name).tap()
        else:
            page.keyboard.press("Escape")
        expect(page.locator(OPEN)).to_have_count(0)
    assert page.url.endswith("/")


def test_one_sheet_takes_the_place_of_another(waits: Page) -> None:
    tab(waits, "Players").tap()
    tab(waits, "Turns").tap()

    expect(waits.locator("#sheet-log")).to_be_visible()
    expect(waits.locator("#sheet-seats:popover-open")).to_have_count(0)


def test_the_keys_lead_into_a_sheet_and_out_of_it(waits: Page) -> None:
    tab(waits, "Talk").focus()
    waits.keyboard.press("Enter")
    waits.keyboard.press("Tab")
    expect(waits.locator("#sheet-talk .close")).to_be_focused()

    waits.keyboard.press("Escape")
    expect(tab(waits, "Talk")).to_be_focused()
    waits.keyboard.press("Enter")
    for _ in range(5):
        waits.keyboard.press("Tab")
    expect(waits.locator("#sheet-talk")).to_be_hidden()


def test_what_happens_meanwhile_closes_no_sheet_and_leaves_the_focus(
    waits: Page, sitters: list[User], match: Match
) -> None:
    tab(waits, "Talk").tap()
    field = waits.get_by_label("Write to the table")
    field.fill("A fine ")

    aside(played_on, match, 1)
    expect(waits.locator("#match .head")).to_contain_text("Turn 9,")
    aside(talk.write_message, match_id=match.pk, user=sitters[1], text="Your turn.", now=timezone.now())
    expect(waits.get_by_text("Your turn.", exact=True)).to_be_in_viewport()
    field.press_sequentially("island!")
    field.press("Enter")

    expect(waits.locator("#talk-list li").last).to_contain_text("A fine island!")
    expect(waits.locator("#sheet-talk")).to_be_visible()
    expect(waits.get_by_role("button", name="Talk New")).to_be_hidden()
    expect(waits.get_by_role("button", name="Turns New")).to_be_visible()
    waits.get_by_role("button", name="Turns New").tap()
    expect(waits.locator("#news")).to_be_in_viewport()
    expect(waits.get_by_role("button", name="Turns New")).to_be_hidden()


def test_turns_since_mine_are_marked_until_their_sheet_is_read(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(played_on, match, 7)
    page = open_as(sitters[1], match.get_absolute_url(), first=paused(), **PHONE)

    page.get_by_role("button", name="Turns New").tap()
    expect(page.locator("#news")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Turns New")).to_be_hidden()
    page.locator("#news a.tn").first.tap()

    expect(page.locator("#sheet-log")).to_be_hidden()  # the board shows the turn
    expect(page.locator("#show")).to_be_in_viewport(ratio=1)


def test_an_address_leads_into_a_sheet(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], f"{match.get_absolute_url()}#talk", **PHONE)

    expect(page.get_by_label("Write to the table")).to_be_in_viewport()


def test_the_key_for_help_opens_the_sheet_that_has_it(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 2)
    page = open_as(sitters[0], match.get_absolute_url(), viewport=PHONE["viewport"])

    page.locator("#layer-choices a[tabindex='0']").focus()
    page.keyboard.press("?")

    expect(page.locator("#keys dl")).to_be_in_viewport()
    expect(page.locator("#keys summary")).to_be_focused()


def test_a_finger_leaves_no_frame_on_the_board(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 2)
    page = open_as(sitters[0], match.get_absolute_url(), **PHONE)

    tap_first_place(page, touch=True)
    expect(page.locator("#turn-next")).to_be_visible()

    assert page.evaluate("document.activeElement.matches('#board a')")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"


def test_sheets_open_without_a_script(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url(), java_script_enabled=False, **PHONE)

    for name in SHEETS:
        tab(page, name).tap()
        expect(page.locator(OPEN)).to_have_count(1)
    page.locator("#sheet-more").get_by_role("button", name="Close").tap()

    expect(page.locator(OPEN)).to_have_count(0)


def test_axe_finds_nothing_in_an_open_sheet_or_menu(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 7)
    aside(talk.write_message, match_id=match.pk, user=sitters[1], text="Well met!", now=timezone.now())
    page = open_as(sitters[0], match.get_absolute_url(), **SMALL)
    found = []
    for name in SHEETS:
        tab(page, name).tap()
        expect(page.locator(OPEN)).to_be_visible()
        found += faults(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.goto("/games/")
    for menu in page.locator(".tabs summary").all():
        menu.tap()
        found += faults(page)

    assert found == []


def test_games_that_wait_are_counted_and_one_tap_away(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url(), **PHONE)

    expect(page.locator("#waiting-count")).to_have_text("1")
    page.get_by_role("link", name="My games").tap()

    expect(page.get_by_role("heading", name="Your turn in 1 game")).to_be_visible()


def test_a_desk_has_no_sheets(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url())

    for part in ("#seats", "#log", "#talk", "#menu"):
        expect(page.locator(part)).to_be_visible()
    for hidden in page.locator(".tab, .close").all():
        expect(hidden).to_be_hidden()
