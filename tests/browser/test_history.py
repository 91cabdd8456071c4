"""A finished game: found, replayed by keys and slider, shared, taken along as a record and brought back, analysed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games.matches import play
from games.models import AnalysisRun, Match, MatchState
from games.registry import BOTS
from tests.browser.players import Open, aside, current
from tests.factories import NOW, finished_match, people, person, played_on, running_match

TURNS = 6
# Whether the list of turns shows the one that is on the board.
SHOWN = """() => {
  const list = document.getElementById("moves"), line = list.querySelector("[aria-current]");
  const [box, row] = [list, line].map((each) => each.getBoundingClientRect());
  return list.scrollHeight > list.clientHeight && box.top - 1 < row.top && row.bottom < box.bottom + 1;
}"""


@pytest.fixture(autouse=True)
def _plain_and_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)
    monkeypatch.setattr(BOTS["taluva"], "analysis_budget", lambda *, compiled: 12000 if compiled else 4)


@pytest.fixture
def over(sitters: list[User]) -> Match:
    """A game that ended, among others that a filter leaves out."""

    def made() -> Match:
        finished_match(person("Cleo"), person("Dov"))
        match = played_on(running_match(*sitters), TURNS)
        play.resign_match(match_id=match.pk, player=sitters[1], now=NOW)
        return match

    return current(aside(made))


def test_a_game_is_found_by_what_one_looks_for(page: Page, over: Match) -> None:
    page.goto("/archive/")
    expect(page.locator(".cards h3")).to_have_count(2)
    page.get_by_text("Search games").click()
    page.get_by_label("Player", exact=True).fill("ann")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".cards h3")).to_have_text(["Ann, Ben"])
    expect(page).to_have_url(re.compile("player=ann"))
    page.get_by_role("link", name="Ann, Ben").click()

    expect(page).to_have_url(re.compile(f"{over.get_absolute_url()}$"))


def test_a_phone_shows_the_whole_island_of_a_card(page: Page, over: Match) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/archive/")
    picture = page.locator(".pic img").first

    assert picture.evaluate("img => getComputedStyle(img).objectFit") == "contain"
    assert picture.evaluate("img => img.clientWidth === img.closest('.pic').clientWidth && img.clientWidth > 140")


# What is out of sight to the right, and what lies in the four layers behind the table: two go with it, two stay.
BEYOND = """() => [...document.querySelectorAll(".scrolls")].map((box) => [
  box.scrollWidth - box.clientWidth, getComputedStyle(box).backgroundAttachment])"""


def test_tables_of_five_fit_a_phone_and_show_where_they_go_on(page: Page, site: str) -> None:
    sitters = people(5)
    match = aside(played_on, aside(running_match, *sitters), TURNS)
    for sitter in sitters[1:]:
        aside(play.resign_match, match_id=match.pk, player=sitter, now=NOW)
    page.goto(f"{match.get_absolute_url()}{match.turn_number}/?mode=analysis")
    page.get_by_text("As a table").click()
    found = []

    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        found += page.evaluate(BEYOND)

    assert [beyond < 3 for beyond, _ in found] == [True, True, False, False]
    assert {layers for _, layers in found} == {"local, local, scroll, scroll"}


def test_it_is_replayed_by_keys_and_slider_and_each_turn_has_an_address(
    browser: Browser, page: Page, over: Match, site: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})  # the list of turns is low there
    page.goto(f"{over.get_absolute_url()}0/")
    page.locator("#turn-bar").focus()
    for _step in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#at")).to_have_text(f"2 / {TURNS + 1}")
    page.locator("#t").focus()
    page.keyboard.press("End")
    expect(page.locator("#at")).to_have_text(f"{TURNS + 1} / {TURNS + 1}")
    page.wait_for_function(SHOWN)
    page.locator("#t").fill("4")
    expect(page.locator("#at")).to_have_text(f"4 / {TURNS + 1}")

    stranger = browser.new_context(base_url=site, java_script_enabled=False)
    shared = stranger.new_page()
    shared.goto(page.url)
    expect(shared.locator("#at")).to_have_text(f"4 / {TURNS + 1}")
    assert shared.locator("#board .tile").count() == page.locator("#board .tile").count()
    stranger.close()


def test_its_record_is_taken_along_and_brought_back(open_as: Open, over: Match, sitters: list[User]) -> None:
    page = open_as(sitters[0], f"{over.get_absolute_url()}course/")
    link = page.get_by_role("link", name="Download record")
    record = page.request.get(link.get_attribute("href") or "").text()
    page.goto("/studies/new/")
    page.get_by_label("Record").first.fill(record)
    page.get_by_role("button", name="Create study").click()

    expect(page).to_have_url(re.compile(r"/studies/[a-z0-9]{10}/"))
    page.keyboard.press("End")
    expect(page.locator("#at")).to_have_text(f"{TURNS + 1} / {TURNS + 1}")
    expect(page.locator("#moves li")).to_have_count(TURNS + 2)


def test_the_bots_look_at_it_and_the_graph_appears_by_itself(open_as: Open, over: Match, sitters: list[User]) -> None:
    page = open_as(sitters[0], f"{over.get_absolute_url()}course/")
    expect(page.locator("#graph .areas")).to_have_count(0)

    page.get_by_role("button", name="Request computer analysis").click()

    expect(page.locator("#graph .areas")).to_be_visible()
    expect(page.locator("#analysis progress")).to_have_count(0)
    assert not AnalysisRun.objects.exists()
    expect(page.locator("#result")).to_contain_text("Accuracy")
    page.goto(f"{over.get_absolute_url()}2/?mode=analysis")
    page.get_by_text("The bots' choice for this turn").click()
    page.locator("#best a").last.click()
    expect(page.locator("#instead")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    assert over.state == MatchState.FINISHED
