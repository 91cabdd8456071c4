"""Lines that speak of places mark their cells on the board, by mouse, key, touch and without scripts."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.matches import stored_match, talk
from games.matches.seat_orders import save_order
from games.models import Match
from games.registry import BOARDS
from games.taluva.board.island import volcano_of
from tests.browser.players import Open, aside
from tests.factories import played_on, running_match

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LINE = "#log li:first-child .where"


@pytest.fixture
def played(match: Match) -> Match:
    return aside(played_on, match, 6)


def cells_of(match: Match, number: int) -> tuple[str, ...]:
    game = aside(stored_match.game_of, match)
    return BOARDS["taluva"].cells(game, number)


def marked(page: Page) -> Locator:
    return page.locator("#board .named")


def spots(page: Page) -> set[tuple[str | None, str | None]]:
    return {(ring.get_attribute("x"), ring.get_attribute("y")) for ring in marked(page).all()}


def spots_of(page: Page, cells: tuple[str, ...]) -> set[tuple[str | None, str | None]]:
    uses = [page.locator(f"[id='c{cell}'] use").first for cell in cells]
    return {(use.get_attribute("x"), use.get_attribute("y")) for use in uses}


def test_a_line_under_the_mouse_marks_its_cells(open_as: Open, sitters: list[User], played: Match) -> None:
    page = open_as(sitters[0], played.get_absolute_url())
    cells = cells_of(played, 6)
    expect(marked(page)).to_have_count(0)

    page.locator(LINE).hover()
    expect(marked(page)).to_have_count(len(cells))
    assert spots(page) == spots_of(page, cells)
    page.locator("h1").hover()
    expect(marked(page)).to_have_count(0)


def test_a_line_that_was_clicked_keeps_its_cells_until_it_is_clicked_again(
    open_as: Open, sitters: list[User], played: Match
) -> None:
    page = open_as(sitters[0], played.get_absolute_url())
    address, cells = page.url, cells_of(played, 6)

    page.locator(LINE).click()
    page.locator("h1").hover()
    assert spots(page) == spots_of(page, cells)
    page.locator("#log li:nth-child(2) .where").hover()
    assert spots(page) == spots_of(page, cells_of(played, 5))
    page.locator("h1").hover()
    assert spots(page) == spots_of(page, cells)
    page.locator(LINE).click()
    page.locator("h1").hover()
    expect(marked(page)).to_have_count(0)
    assert page.url == address


def test_what_was_clicked_stays_marked_when_a_step_draws_the_board_anew(
    open_as: Open, sitters: list[User], played: Match
) -> None:
    page = open_as(sitters[0], played.get_absolute_url())
    page.locator(LINE).click()
    page.locator("#layer-choices a:has(use[href='#spot'])").first.click(force=True)
    page.locator("#turn-next").click()
    expect(page.locator("#turn-bar .opts")).to_be_visible()
    expect(page).to_have_url(re.compile("b="))

    expect(marked(page)).to_have_count(len(cells_of(played, 6)))


def test_the_focus_marks_the_cells_and_enter_keeps_them(open_as: Open, sitters: list[User], played: Match) -> None:
    page = open_as(sitters[0], played.get_absolute_url())
    cells = cells_of(played, 6)

    page.locator(LINE).focus()
    expect(marked(page)).to_have_count(len(cells))
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(marked(page)).to_have_count(len(cells))
    page.keyboard.press("Shift+Tab")
    expect(page.locator(LINE)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(marked(page)).to_have_count(0)


def test_a_touch_keeps_the_cells_marked_and_brings_the_board_into_view(
    open_as: Open, sitters: list[User], played: Match
) -> None:
    page = open_as(sitters[0], played.get_absolute_url(), **PHONE)
    line = page.locator("#log li").last.locator(".where")
    sheet = page.locator("[popovertarget='sheet-log']").first

    sheet.tap()
    line.tap()
    expect(page.locator("#sheet-log")).to_be_hidden()
    expect(marked(page)).to_have_count(len(cells_of(played, 1)))
    expect(marked(page).first).to_be_in_viewport()
    sheet.tap()
    line.tap()
    expect(marked(page)).to_have_count(0)


def test_without_scripts_the_line_leads_to_the_board_with_its_cells_marked(
    open_as: Open, sitters: list[User], played: Match
) -> None:
    page = open_as(sitters[0], played.get_absolute_url(), java_script_enabled=False)
    cells = cells_of(played, 6)

    page.locator(LINE).click()
    expect(page).to_have_url(re.compile(rf"\?lit={re.escape('.'.join(cells))}#board-view$"))
    assert spots(page) == spots_of(page, cells)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_cell_in_the_talk_is_marked(open_as: Open, sitters: list[User], played: Match, scripts: bool) -> None:
    cell = cells_of(played, 6)[0]
    text = f"Look at ({cell.replace('-', '−')}), please."
    aside(talk.write_message, match_id=played.pk, user=sitters[1], text=text, now=timezone.now())
    page = open_as(sitters[0], played.get_absolute_url(), java_script_enabled=scripts)

    page.locator("#talk-list .where").click()
    expect(marked(page)).to_have_count(1)
    assert spots(page) == spots_of(page, (cell,))
    expect(page.locator("#talk-list p")).to_have_text(text)


def test_a_prepared_turn_on_the_open_sea_is_marked_by_the_server(open_as: Open, sitters: list[User], site: str) -> None:
    match = aside(running_match, *sitters, settings={"preview": "on"}, now=timezone.now())
    match = aside(played_on, match, 4)
    game = aside(stored_match.game_of, match)
    seat = 1 - game.to_move
    at_sea = next(text for text in game.choices(game.to_move) if not game.position.level(volcano_of(text.split()[0])))
    text = at_sea.replace(str(game.tile), str(game.waiting(seat)), 1)
    aside(save_order, match_id=match.pk, user=sitters[seat], kind="turn", text=text, now=timezone.now())
    page = open_as(sitters[seat], match.get_absolute_url())

    expect(page.locator("#layer-ghosts .ghost")).to_have_count(1)
    page.locator(".prepared .where").click()
    expect(marked(page)).to_have_count(3)
