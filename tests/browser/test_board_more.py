"""Around the turn: the show since one's last turn, replay, sandbox, prepared turns, lists, keys, and who uses them."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match, SeatOrder
from tests.browser.players import Open, aside, current, paused
from tests.factories import people, played, played_on, running_match


def test_the_turns_since_mine_are_shown_one_after_the_other(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 3)
    page = open_as(sitters[1], match.get_absolute_url(), reduced_motion="no-preference", first=paused())

    expect(page.locator("#show")).to_be_visible()
    expect(page.locator("#board-title")).to_have_text("Board after turn 3")
    page.locator("#show [data-show='0']").click()

    expect(page.locator("#show")).to_be_hidden()
    expect(page.locator("#layer-choices a[href]").first).to_be_attached()
    page.reload()
    expect(page.locator("#show")).to_be_hidden()


def test_the_show_waits_while_the_board_has_the_focus_and_leaves_it_there(open_as: Open, site: str) -> None:
    sitters = aside(people, 3)
    match = aside(running_match, *sitters, now=timezone.now())
    aside(played_on, match, 5)
    page = open_as(sitters[2], match.get_absolute_url(), reduced_motion="no-preference", first=paused())
    expect(page.locator("#board-title")).to_have_text("Board after turn 4")
    page.wait_for_function("() => isGoingOn()")

    page.locator("#board .choices > a").first.focus()
    held = page.evaluate("document.activeElement.id")

    assert not page.evaluate("isGoingOn()")
    expect(page.locator("#board-title")).to_have_text("Board after turn 4")
    expect(page.locator("#news li[aria-current='true']")).to_contain_text("turn 4")
    page.locator("#show [data-show='1']").dispatch_event("click")
    expect(page.locator("#board-title")).to_have_text("Board after turn 5")
    assert page.evaluate("document.activeElement.id") == held
    page.keyboard.press("Escape")
    expect(page.locator("#show")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == held
    assert page.evaluate("document.activeElement.isConnected")


def test_the_show_runs_for_who_waits_from_what_is_new_to_them(open_as: Open, site: str) -> None:
    sitters = aside(people, 3)
    match = aside(running_match, *sitters, now=timezone.now())
    aside(played_on, match, 4)
    page = open_as(sitters[0], match.get_absolute_url(), reduced_motion="no-preference", first=paused())
    expect(page.locator("#show")).to_be_hidden()
    page.locator("#prepare-turn, #try").first.focus()

    aside(played, match)

    expect(page.locator("#board-title")).to_have_text("Board after turn 5")
    expect(page.locator("#show [data-show='1']")).to_be_focused()
    page.get_by_role("button", name="Current position").click()
    expect(page.locator("#turn-bar")).to_be_focused()


def test_a_tap_ends_the_show_and_counts(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 3)
    page = open_as(sitters[1], match.get_absolute_url(), reduced_motion="no-preference", first=paused())
    choice = page.locator("#layer-choices a[href]:not([tabindex='-1'])").first
    expect(page.locator("#show")).to_be_visible()
    page.locator("#show [data-show='0']").click()
    wanted, where = choice.get_attribute("href"), choice.bounding_box()
    assert where
    page.locator("#news a.tn").first.click()
    expect(page.locator("#show")).to_be_visible()

    page.mouse.click(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)

    expect(page).to_have_url(f"{match.get_absolute_url()}{wanted}")
    expect(page.locator("#show")).to_be_hidden()


def test_without_movement_they_are_still_steps(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 3)
    page = open_as(sitters[1], match.get_absolute_url())

    expect(page.locator("#show")).to_be_hidden()
    page.locator("#news a.tn").first.click()

    expect(page.locator("#show [data-words]")).to_contain_text("Ann")
    page.locator("#show [data-show='1']").click()
    expect(page.locator("#show")).to_be_hidden()


def test_the_replay_steps_by_buttons_slider_keys_and_itself(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 6)
    page = open_as(sitters[0], f"{match.get_absolute_url()}2/")

    page.locator("#on").click()
    expect(page.locator("#at")).to_have_text("3 / 6")
    assert page.url.endswith("/3/")
    page.locator("#turn-bar").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#at")).to_have_text("2 / 6")
    page.locator("#t").fill("5")
    expect(page.locator("#at")).to_have_text("5 / 6")
    expect(page.locator("#moves [aria-current]")).to_contain_text(match.turns.get(number=5).text)
    page.locator("#speed").select_option("900")
    page.locator("#auto").click()
    expect(page.locator("#at")).to_have_text("6 / 6")
    page.reload()
    expect(page.locator("#board-title")).to_have_text("Board after turn 6")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_the_replay_has_what_works_there(open_as: Open, sitters: list[User], match: Match, scripts: bool) -> None:
    aside(played_on, match, 3)
    page = open_as(sitters[0], f"{match.get_absolute_url()}2/", java_script_enabled=scripts)

    expect(page.locator("#auto")).to_be_visible(visible=scripts)
    expect(page.locator("#go")).to_be_visible(visible=not scripts)
    if not scripts:
        page.locator("#t").press("ArrowRight")
        page.locator("#go").click()
        expect(page.locator("#at")).to_have_text("3 / 3")


def test_arrows_go_on_after_a_click_in_the_replay_and_space_presses_what_has_the_focus(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(played_on, match, 6)
    page = open_as(sitters[0], f"{match.get_absolute_url()}2/")

    page.locator("#on").click()
    expect(page.locator("#at")).to_have_text("3 / 6")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#at")).to_have_text("4 / 6")
    page.locator("#auto").focus()
    page.keyboard.press("Space")

    expect(page.locator("#auto")).to_have_text("Pause")


def test_each_turn_of_the_replay_keeps_the_view_and_forgets_the_question(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(played_on, match, 6)
    page = open_as(sitters[0], f"{match.get_absolute_url()}2/?why=1&text=1&z=2")
    table = page.locator("#board-text table")
    before = table.inner_text()

    page.locator("#on").click()
    expect(page.locator("#at")).to_have_text("3 / 6")

    assert page.url.endswith("/3/?z=2&text=1")
    expect(table).not_to_have_text(before)
    expect(page.locator("#reasons")).to_have_count(0)
    after = table.inner_text()
    page.reload()
    assert table.inner_text() == after
    page.locator("#as-text").click()
    expect(table).to_have_count(0)
    expect(page.locator("#auto")).to_be_visible()


def test_the_sandbox_plays_on_and_leaves_the_match_alone(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 2)
    page = open_as(sitters[0], f"{match.get_absolute_url()}2/try/")

    for _ in range(2):
        page.locator("#layer-choices a:has(use[href='#spot'])").first.click(force=True)
        page.locator("#turn-next").click()
        page.locator("a.opt:not(.off)").first.click()
        page.locator("#turn-play").click()
        expect(page.locator("#turn-bar .steps [aria-current]")).to_contain_text("Tile")
    expect(page.locator("#h-line ~ ol li")).to_have_count(2)
    page.locator("#line-keep").click()
    expect(page.locator(".messages")).to_contain_text("Line saved to your note.")
    page.locator("#line-back").click()
    expect(page.locator("#h-line ~ ol li")).to_have_count(1)
    page.locator(".tiles a").last.click()

    expect(page.locator(".tiles a[aria-current]")).to_have_count(1)
    assert current(match).turn_number == 2
    assert "After turn 2: " in match.notes.get(user=sitters[0]).text


def test_a_turn_is_prepared_and_played_when_its_time_comes(open_as: Open, sitters: list[User]) -> None:
    match = aside(running_match, *sitters, now=timezone.now(), settings={"preview": "on"})
    aside(played_on, match, 2)
    page = open_as(sitters[1], match.get_absolute_url())

    page.locator("#prepare-turn").click()
    page.locator("#layer-choices a:has(use[href='#far'])").last.click(force=True)
    page.locator("#turn-next").click()
    page.locator("a.opt:not(.off)").last.click()
    page.locator("#turn-keep").click()
    expect(page.locator(".prepared li")).to_have_count(1)
    other = open_as(sitters[0], match.get_absolute_url())
    expect(other.locator(".prepared")).to_have_count(0)
    first = SeatOrder.objects.get(match=match).text
    expect(page.locator(".prepared li")).to_contain_text(re.compile(r"^Tile on the .+, towards \w+\. \w.+\."))
    page.locator(".prepared a[href*=instead]").click()
    expect(page.locator("#turn-keep")).to_be_visible()
    page.locator("#step-1").click()
    page.locator("#layer-choices a:has(use[href='#far'])").first.click(force=True)
    page.locator("#turn-next").click()
    page.locator("a.opt:not(.off)").last.click()
    page.locator("#turn-keep").click()
    expect(page.locator(".prepared code")).not_to_have_text(first)
    text = SeatOrder.objects.get(match=match).text
    aside(played, match)

    turns = {turn.number: (turn.text, turn.by) for turn in match.turns.all()}
    assert turns[4] == (text, "prepared")
    assert not SeatOrder.objects.filter(match=match).exists()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no tab stop {selector}")


def test_arrow_keys_walk_the_cells_and_each_says_what_it_is(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(played_on, match, 5)
    page = open_as(sitters[1], match.get_absolute_url())
    tab_to(page, "#board .choices > a")

    stops = page.locator("#board .choices > a[tabindex='0']")
    expect(stops).to_have_count(1)
    page.keyboard.press("l")
    seen = set()
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
        seen.add(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert len(seen) >= 3
    assert all(re.match(r"−?\d+,−?\d+: \w+", label) for label in seen)
    page.keyboard.press("c")
    expect(page.locator("#live")).to_contain_text(": ")
    page.keyboard.press("+")
    assert page.evaluate("document.querySelector('.scroll').style.getPropertyValue('--zoom')") == "1.6"
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")


def test_the_board_is_reached_by_a_skip_link(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url())
    seen = []
    for key in ("Tab", "Tab", "Enter", "ArrowUp", "?"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.closest('#board .choices > a, #keys')?.id"))

    assert seen == [None, None, "c0,0", "c1,-1", "keys"]
