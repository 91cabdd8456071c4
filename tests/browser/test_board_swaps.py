"""What a swap leaves alone: what is being typed, what is open, the focus, a slider under the finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser.players import Open, aside, current, dealt, tap_first_place, wait_until
from tests.factories import played, played_on

SELECTED = "(id) => { const field = document.getElementById(id); return [field.selectionStart, field.selectionEnd]; }"
# Every element under it with its attributes, in whatever order these were set.
DRAWN = """board => [...board.querySelectorAll("*")].map(one =>
  [one.nodeName, ...[...one.attributes].map(each => `${each.name}=${each.value}`).sort()].join(" "))"""


def is_shown(page: Page, turn: int) -> None:
    expect(page.locator("#match .head")).to_contain_text(f"Turn {turn},")


def test_what_is_being_typed_outlives_a_turn_of_another(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played, match)
    page = open_as(sitters[0], match.get_absolute_url())
    page.locator("#keys summary").click()
    page.locator("#note summary").click()
    page.locator("#note-text").fill("Watch the north.")
    page.locator("#say-text").fill("Well played, Ben")
    page.locator("#say-text").evaluate("field => field.setSelectionRange(5, 11)")

    aside(played, match)
    is_shown(page, 3)

    expect(page.locator("#turn-bar .steps")).to_be_visible()
    expect(page.locator("#news li")).to_have_count(1)
    expect(page.locator("#say-text")).to_have_value("Well played, Ben")
    expect(page.locator("#say-text")).to_be_focused()
    assert page.evaluate(SELECTED, "say-text") == [5, 11]
    expect(page.locator("#note-text")).to_have_value("Watch the north.")
    expect(page.locator("#note-text")).to_be_visible()
    expect(page.locator("#keys dl")).to_be_visible()


def test_a_turn_of_another_takes_the_place_of_the_old_one_whole(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(played_on, match, 5)
    pages = [open_as(someone, match.get_absolute_url()) for someone in sitters]

    aside(played_on, match, 3, seed=2)

    for page in pages:
        is_shown(page, 9)
        parts = {name: page.locator(name).inner_text() for name in (".head", "#seats", "#turn-bar", "#log")}
        drawn = page.locator("#board").evaluate(DRAWN)
        page.reload()
        assert {name: page.locator(name).inner_text() for name in parts} == parts
        assert page.locator("#board").evaluate(DRAWN) == drawn


def test_the_slider_of_the_replay_follows_the_mouse(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 8)
    page = open_as(sitters[0], f"{match.get_absolute_url()}0/")
    box = page.locator("#t").bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2

    page.mouse.move(box["x"] + 9, middle)
    page.mouse.down()
    for share in (0.25, 0.5, 0.75):
        page.mouse.move(box["x"] + box["width"] * share, middle)
        expect(page.locator("#at")).to_have_text(f"{round(8 * share)} / 8")
    page.mouse.up()

    expect(page.locator("#t")).to_have_value("6")
    expect(page.locator("#t")).to_have_attribute("aria-valuetext", "Turn 6 of 8")
    page.locator("#back").click()
    expect(page.locator("#t")).to_have_value("5")


# What a service worker has been asked first may pass by a route.
HELD = {"service_workers": "block"}


def slow(page: Page) -> list[Route]:
    """Steps of the turn that are under way until the test lets them go on; the turn itself passes."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.resource_type == "fetch":
            held.append(route)
        else:
            route.continue_()

    page.route(lambda address: "?v=" in address, hold)
    return held


def let_go(page: Page, held: list[Route], *, after: int) -> None:
    """So many steps were asked for, and the last of them arrives."""
    asked_for(page, held, after)
    held[after - 1].continue_()


def asked_for(page: Page, held: list[Route], number: int) -> None:
    wait_until(page, lambda: len(held) >= number)


def test_what_is_confirmed_before_a_choice_has_arrived_is_that_choice(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?v=0,0&d=NW&b=T@1,-1&since=off", **HELD)
    other = page.locator("a.opt:not(.on)").first
    chosen = other.get_attribute("href") or ""
    held = slow(page)

    other.click()
    page.locator("#turn-confirm").click()
    expect(page.locator("#turn-confirm")).to_contain_class("held")
    assert current(match).turn_number == 4
    let_go(page, held, after=1)

    expect(page.locator("#turn-bar .steps")).to_have_count(0)
    turn = current(match).turns.get(number=5)
    build = chosen.partition("b=")[2].partition("&")[0]
    assert turn.text.endswith(build)
    assert build != "T@1,-1"


@pytest.mark.parametrize("how", ["failed", "another choice", "back", "taken back", "a nudge without connection"])
def test_what_is_confirmed_before_a_choice_that_never_comes_is_not_played(
    how: str, open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?v=0,0&d=NW&b=&since=off", **HELD)
    page.locator("a.opt:not(.off)").first.click()
    expect(page.locator("#turn-confirm")).to_be_visible()
    held = slow(page)
    page.locator("a.opt:not(.on, .off)").first.click()
    page.locator("#turn-confirm").click()
    asked_for(page, held, 1)

    if how == "failed":
        held[0].fulfill(status=502, body="no answer")
    elif how == "another choice":
        other = page.locator("a.opt:not(.on, .off)").last
        name = other.get_attribute("id")
        other.click()
        let_go(page, held, after=2)
        expect(page.locator(f"#{name}")).to_have_attribute("aria-current", "true")
    elif how == "taken back":
        page.locator("#turn-back").click()
        expect(page.locator("#turn-confirm.held")).to_have_count(0)
        let_go(page, held, after=1)
        let_go(page, held, after=2)
        expect(page.locator("#turn-confirm")).to_have_count(0)
    elif how == "back":
        page.evaluate("history.back()")
        let_go(page, held, after=2)
        expect(page.locator("#turn-confirm")).to_have_count(0)
    else:
        page.evaluate("document.body.dispatchEvent(new Event('moved'))")
        asked_for(page, held, 2)
        held[1].abort()
        expect(page.locator("#turn-bar .cut-off")).to_be_visible()

    page.wait_for_timeout(500)
    assert current(match).turn_number == 4


def test_a_step_that_never_arrives_is_given_up(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GROWN, "RJ")
    soon = "{ const after = setTimeout; window.setTimeout = (act, ms) => after(act, ms === 20000 ? 1000 : ms); }"
    page = open_as(sitters[0], f"{match.get_absolute_url()}?v=0,0&d=NW&b=T@1,-1&since=off", first=soon, **HELD)
    held = slow(page)

    page.locator("a.opt:not(.on)").first.click()

    expect(page.locator("#turn-bar .cut-off")).to_have_text("No connection. Nothing is lost: try again.")
    expect(page.locator("#turn-bar .held")).to_have_count(0)
    assert len(held) == 1


def test_what_is_confirmed_while_the_view_is_asked_anew_in_vain_is_told(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?v=0,0&d=NW&b=T@1,-1&since=off", **HELD)
    held = slow(page)
    page.evaluate("document.body.dispatchEvent(new Event('moved'))")
    asked_for(page, held, 1)

    page.locator("#turn-confirm").click()
    held[0].abort()

    expect(page.locator("#turn-bar .cut-off")).to_be_visible()
    expect(page.locator("#turn-confirm")).not_to_contain_class("held")
    assert current(match).turn_number == 4


def test_a_tile_is_turned_as_often_as_one_pressed(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played, match)
    page = open_as(sitters[1], match.get_absolute_url(), **HELD)
    tap_first_place(page)
    expect(page.locator("#turn-right")).to_be_visible()
    expect(page.locator(".ahead")).to_have_count(0)
    begun, ways = page.url, []
    for _ in range(3):
        href = page.locator("#turn-right").get_attribute("href")
        page.locator("#turn-right").click()
        expect(page.locator("#turn-right")).not_to_have_attribute("href", str(href))
        expect(page.locator(".ahead")).to_have_count(0)  # answered
        ways.append(page.url)
    page.goto(begun)
    held = slow(page)

    for _ in ways:
        page.locator("#turn-right").click()
    for number in range(len(ways)):
        let_go(page, held, after=number + 1)

    expect(page).to_have_url(ways[-1])
    assert len({begun, *ways}) == 4


def test_a_step_that_finds_no_connection_is_told_and_can_be_taken_again(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(played, match)
    page = open_as(sitters[1], match.get_absolute_url())
    tap_first_place(page)
    expect(page.locator("#turn-next")).to_be_visible()
    expect(page.locator(".ahead")).to_have_count(0)
    address = page.url

    page.context.set_offline(True)
    page.locator("#turn-next").click()
    expect(page.locator("#turn-bar .cut-off")).to_have_text("No connection. Nothing is lost: try again.")
    assert page.url == address
    page.context.set_offline(False)
    page.locator("#turn-next").click()

    expect(page.locator(".opt").first).to_be_visible()
    expect(page.locator("#turn-bar .cut-off")).to_have_count(0)


def test_back_takes_a_step_back_and_leads_past_the_steps_of_a_turn_that_was_played(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], "/games/")
    page.get_by_role("link", name="Ann, Ben").click()
    page.wait_for_url(f"**{match.get_absolute_url()}")  # and its scripts: before them a step is a page of its own
    board = page.url
    tap_first_place(page)
    expect(page.locator("#turn-right")).to_be_visible()
    for _ in range(3):
        href = page.locator("#turn-right").get_attribute("href")
        page.locator("#turn-right").click()
        expect(page.locator("#turn-right")).not_to_have_attribute("href", str(href))
        expect(page.locator(".ahead")).to_have_count(0)  # answered
    laid = page.url
    page.locator("#turn-next").click()
    page.locator(".opt:not(.off)").first.click()
    expect(page.locator("#turn-confirm")).to_be_visible()
    expect(page.locator(".ahead")).to_have_count(0)

    page.go_back()
    expect(page.locator("#turn-confirm")).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(laid)
    page.go_forward()
    page.locator(".opt:not(.off)").first.click()
    with page.expect_event("load"):
        page.locator("#turn-confirm").click()
    expect(page.locator("#match .head")).to_contain_text("Turn 6,")
    page.go_back()
    expect(page).to_have_url(board)
    expect(page.locator("#turn-bar .no")).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(re.compile(r"/games/$"))
