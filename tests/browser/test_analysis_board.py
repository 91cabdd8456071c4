"""One board for replay and analysis: graph, slider, list and board show the same turn, on a phone and on a desktop."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.matches import play
from games.models import Match
from tests.browser.players import Open, aside
from tests.browser.test_board_access import faults, in_every_look
from tests.factories import NOW, another_turn, people, played_on, running_match

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
TURNS = 8
# Board, graph and the buttons are in the window together, one below or beside the other, and nothing is wider.
TOGETHER = """() => {
  const [board, graph, bar] = ["#board-view", "#graph", ".drive"]
    .map((each) => document.querySelector(each).getBoundingClientRect());
  return board.bottom <= graph.top + 1 && [board, graph, bar].every((box) => box.top >= 0 && box.bottom <= innerHeight)
    && document.documentElement.scrollWidth === innerWidth;
}"""


def analysed(*sitters: User, turns: int = TURNS) -> Match:
    """A game that all but the last gave up, with what the bots say of every position."""
    match = played_on(running_match(*sitters), turns)
    for sitter in sitters[:-1]:
        play.resign_match(match_id=match.pk, player=sitter, now=NOW)
    match = Match.objects.get(pk=match.pk)
    for number in range(turns):
        first = 0.3 + 0.5 * (number % 3) / 2
        rest = [(1 - first) / (len(sitters) - 1)] * (len(sitters) - 1)
        row = {"chances": [first, *rest], "turns": [[another_turn(match, number), 0.9]], "simulations": 12000}
        match.analyses.create(number=number, **row)
    return match


@pytest.fixture
def over(sitters: list[User]) -> Match:
    return aside(analysed, *sitters)  # type: ignore[no-any-return]


def is_at(page: Page, number: int) -> None:
    """Everything shows this turn, and the address as well."""
    expect(page.locator("#board-title")).to_have_text(f"Board after turn {number}")
    expect(page.locator("#at")).to_contain_text(f"{number} /")
    expect(page.locator("#t")).to_have_value(str(number))
    expect(page.locator("#moves [aria-current] a")).to_have_id(f"move-{number}")
    expect(page).to_have_url(re.compile(rf"/{number}/\?mode=analysis$"))


def on_graph(page: Page, turn: int, last: int) -> tuple[float, float]:
    """The middle of a turn on the graph."""
    box = page.locator("#graph").bounding_box()
    assert box
    return box["x"] + box["width"] * turn / last, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", SIZES)
def test_graph_board_and_list_show_the_same_turn(open_as: Open, sitters: list[User], over: Match, size: str) -> None:
    page, last = open_as(sitters[0], f"{over.get_absolute_url()}2/?mode=analysis", **SIZES[size]), over.turn_number
    assert page.evaluate(TOGETHER)
    is_at(page, 2)

    touch = page.touchscreen.tap if size == "phone" else page.mouse.click
    touch(*on_graph(page, 5, last))
    is_at(page, 5)
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#layer-alternative text")).to_have_text("Bots: 90 %")
    expect(page.locator("#t")).to_have_attribute("aria-valuetext", re.compile(rf"^Turn 5 of {last}\. .+ 80 %"))

    page.locator("#on").click()
    is_at(page, 6)
    page.locator("#move-3").click()
    is_at(page, 3)
    page.locator("#swings a").first.click()
    expect(page.locator("#moves [aria-current] .mark")).to_have_count(1)


def test_the_cursor_of_the_graph_is_dragged(open_as: Open, sitters: list[User], over: Match) -> None:
    page, last = (
        open_as(sitters[0], f"{over.get_absolute_url()}0/?mode=analysis", **SIZES["desktop"]),
        over.turn_number,
    )

    page.mouse.move(*on_graph(page, 0, last))
    page.mouse.down()
    for turn in (2, 4, 7):
        page.mouse.move(*on_graph(page, turn, last))
        is_at(page, turn)
    page.mouse.up()

    page.locator("#t").press("ArrowLeft")
    is_at(page, 6)
    page.locator("#t").press("Home")
    is_at(page, 0)
    page.locator("#turn-bar").focus()
    page.keyboard.press("ArrowRight")
    is_at(page, 1)


def test_without_scripts_graph_list_and_modes_are_links(open_as: Open, sitters: list[User], over: Match) -> None:
    address, last = f"{over.get_absolute_url()}2/?mode=analysis", over.turn_number
    page = open_as(sitters[0], address, java_script_enabled=False, **SIZES["desktop"])

    page.mouse.click(*on_graph(page, 5, last))
    is_at(page, 5)
    expect(page.locator("#layer-alternative")).to_have_count(1)
    page.locator("#t").press("ArrowRight")
    page.locator("#go").click()
    is_at(page, 6)
    page.locator("#mode-sandbox").click()
    expect(page).to_have_url(re.compile("/6/try/$"))
    page.locator("#mode-replay").click()
    expect(page).to_have_url(re.compile("/6/$"))
    expect(page.locator("#verdict, #layer-alternative")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_mode_is_left_for_another_at_the_same_turn(
    open_as: Open, sitters: list[User], over: Match, size: str
) -> None:
    page = open_as(sitters[0], f"{over.get_absolute_url()}2/", **SIZES[size])
    page.locator("#on").click()
    expect(page.locator("#at")).to_contain_text("3 /")

    page.locator("#mode-analysis").click()
    is_at(page, 3)
    page.locator("#on").click()
    is_at(page, 4)
    page.locator("#mode-sandbox").click()
    expect(page).to_have_url(re.compile("/4/try/$"))
    expect(page.locator("#graph .areas")).to_be_visible()
    expect(page.locator("#mode-sandbox")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize(("seats", "width"), [(2, 390), (5, 320), (3, 768), (5, 1440)])
def test_axe_finds_nothing_on_the_analysis_board(open_as: Open, site: str, seats: int, width: int) -> None:
    sitters = people(seats)
    base = aside(analysed, *sitters).get_absolute_url()
    page = open_as(sitters[0], f"{base}4/?mode=analysis", viewport={"width": width, "height": 844})
    expect(page.locator("#layer-alternative")).to_have_count(1)

    found = in_every_look(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{base}4/try/")
    found += faults(page)

    assert found == []
