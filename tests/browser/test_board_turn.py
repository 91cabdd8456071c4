"""Taking a turn on the board: taps, refusals, the address, the focus, and what is said."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser.players import Open, aside, current, dealt, tap_first_place
from tests.factories import played

BEGUN = ["JC@0,0SE H@-1,1", "SJ@2,-1SW H@1,-1"]
PHONE = {"width": 390, "height": 844}


PHONES = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    "wishes", [{}, PHONES, {"viewport": {"width": 320, "height": 640}}], ids=["desktop", "phone", "320"]
)
def test_three_taps_and_a_confirm_play_a_turn(
    open_as: Open, sitters: list[User], match: Match, wishes: dict[str, Any]
) -> None:
    aside(played, match)
    page = open_as(sitters[1], match.get_absolute_url(), **wishes)

    tap_first_place(page)
    expect(page.locator("#turn-next")).to_be_visible()
    page.locator("#turn-next").click()
    expect(page.locator("#turn-bar .opts")).to_be_visible()
    if not page.locator("#turn-confirm").count():
        page.locator("a.opt:not(.off)").first.click()
    expect(page.get_by_text("This can't be undone: the next tile will be drawn.")).to_be_in_viewport()
    page.locator("#turn-confirm").click()

    expect(page.locator("#turn-bar .steps")).to_have_count(0)
    assert current(match).turn_number == 2
    page.close()


READY = "?v=0,0&d=NW&b=T@1,-1&since=off"


def test_confirm_by_key_counts_after_two_quick_clicks_elsewhere(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], match.get_absolute_url() + READY)

    page.locator(".head h1").dblclick()
    page.wait_for_timeout(600)
    page.locator("#turn-confirm").press("Enter")

    expect(page.locator("#match .head")).to_contain_text("Turn 6,")
    assert current(match).turn_number == 5


FOCUSED = "document.activeElement.id || document.activeElement.localName"


@pytest.mark.parametrize("twice", [False, True], ids=["at once", "asked once more"])
def test_who_confirms_by_key_goes_on_in_the_turn_bar(
    open_as: Open, sitters: list[User], match: Match, twice: bool
) -> None:
    aside(dealt, match, GROWN, "RJ")
    User.objects.update(confirm_twice=twice)
    page = open_as(sitters[0], match.get_absolute_url() + READY)

    page.locator("#turn-ask, #turn-confirm").press("Enter")
    if twice:
        page.wait_for_url("**/confirm/**")  # and its scripts
        page.locator("main form button").press("Enter")
    expect(page.locator("#match .head")).to_contain_text("Turn 6,")
    expect(page.locator("#turn-bar")).to_be_focused()
    aside(played, match)
    expect(page.locator("#match .head")).to_contain_text("Turn 7,")
    expect(page.locator("#turn-bar")).to_be_focused()
    page.reload()

    assert page.evaluate(FOCUSED) == "body"


def test_a_mouse_takes_no_focus_to_the_next_page(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], match.get_absolute_url() + READY)

    page.locator("#turn-confirm").click()

    expect(page.locator("#match .head")).to_contain_text("Turn 6,")
    page.wait_for_load_state()
    assert page.evaluate(FOCUSED) == "body"


def test_a_draft_that_came_too_late_is_gone_from_the_address(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], match.get_absolute_url() + READY)
    page.locator("#turn-bar [name='number']").evaluate("input => { input.value = '4'; }")

    page.locator("#turn-confirm").press("Enter")

    expect(page.locator("#turn-bar [role='alert']")).to_contain_text("The position has changed")
    expect(page).to_have_url(re.compile(r"/\?since=off$"))
    expect(page.locator("#turn-confirm")).to_have_count(0)


def test_a_draft_goes_with_its_turn_that_was_played_elsewhere(open_as: Open, sitters: list[User], match: Match) -> None:
    match = aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], match.get_absolute_url() + READY)
    expect(page.locator("#turn-confirm")).to_be_visible()

    match = aside(played, match)
    expect(page.locator("#match .head")).to_contain_text("Turn 6,")
    aside(played, match)

    expect(page.locator("#match .head")).to_contain_text("Turn 7,")
    expect(page.locator("#turn-bar .steps [aria-current]")).to_contain_text("Tile")
    expect(page.locator("#turn-bar .no")).to_have_count(0)
    assert page.url.endswith("/?since=off")


def test_the_second_of_two_quick_taps_does_not_confirm(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], match.get_absolute_url() + READY)
    box = page.locator("#turn-confirm").bounding_box()
    assert box
    page.locator("#turn-confirm").evaluate(
        """button => {
          button.hidden = true;
          addEventListener("click", () => { button.hidden = false; }, { once: true });
        }"""
    )

    page.mouse.click(box["x"] + 5, box["y"] + 5, click_count=2)  # both at once
    expect(page.locator("#turn-confirm")).to_be_visible()
    page.wait_for_timeout(300)

    assert current(match).turn_number == 4


def test_confirm_says_that_it_is_sent_and_is_itself_again_for_who_comes_back(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], match.get_absolute_url() + READY)
    confirm = page.locator("#turn-confirm")
    page.evaluate("addEventListener('submit', event => event.preventDefault())")  # as if the network took long

    confirm.click()

    expect(confirm).to_have_text("Sending…")
    expect(confirm).to_contain_class("sent")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(confirm).to_have_text("Confirm turn 5")
    expect(confirm).not_to_contain_class("sent")
