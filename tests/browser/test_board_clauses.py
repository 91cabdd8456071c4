"""For each clause of T-4 and T-5: something that breaks it is tapped, and the sentence that says so is read.

T-4.4, T-4.5, T-5.1, T-5.7, T-5.8 and T-5.10 forbid nothing by themselves: what is tapped there breaks the clause that
they are about (a last hut of somebody else's, a gap, a field whose settlements are each too small, an expansion that
two settlements reach).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import CASES
from tests.browser.players import Open, Supplies, aside, dealt
from tests.factories import running_match

GAMES = {case.clause: case for case in CASES}
HOLED = ("CR@0,0NW H@0,-1", "CJ@2,0SW H@1,0", "LJ@-1,2W X@0,-1:R", "JC@-2,0E X@1,0:C")  # by one cell, 0,1
BESIDE_A_TEMPLE = ("RR@0,0W H@-1,0", "LL@1,-1E H@1,0", "JJ@1,-1SW X@-1,0:J", "CR@-1,2NW X@1,0:L", "SC@1,1SE T@0,1")
BESIDE_A_LAST_HUT = ("CR@0,0NW H@1,-1", "CJ@-2,2NW H@0,-1", "JC@2,-1SE X@1,-1:C")
FEW_HUTS = ((3, 3, 2), (3, 3, 2))
NOT_A_HUT = "A hut is founded on level 1. (T-5.2)"
NOWHERE_A_HUT = "New hut: no empty field of level 1 where a hut may be founded (T-5.2)."
TOO_FEW = "You have too few huts for all the fields, and an expansion can't be partial. (T-5.5)"
NOWHERE_A_TEMPLE = "Temple: no empty field beside a settlement of three or more fields that has no temple (T-5.4)."
NO_TOWER = "A tower stands on level 3 or higher. (T-5.3)"
NO_TEMPLE = "A temple has to touch a settlement of yours that has three fields or more and no temple. (T-5.4)"
NO_NEIGHBOUR = "The tile has to touch the island along an edge. (T-4.2)"


class Try(NamedTuple):
    """The clause, the draft in the address, what is tapped then, the sentence; the game, or whose example it is of.

    The supplies at its start, where they are not those of the example.
    """

    clause: str
    draft: str
    tapped: str
    says: str
    game: str | tuple[str, ...] = ""
    supplies: Supplies | None = None

    def played(self) -> tuple[tuple[str, ...], str, Supplies | None]:
        """The turns before, the tile in hand, the supplies."""
        if isinstance(self.game, tuple):
            return self.game, "JS", self.supplies
        case = GAMES[self.game or self.clause]
        return case.played, case.legal[:2], self.supplies or case.supplies


NO_OTHER_WAY = (
    "The volcano may not point in the direction of the one below it, and no other direction is legal here. (T-4.3c)"
)
TRIES = [
    Try("T-4.1", "", "1,0", "The first tile has its volcano on 0,0. (T-4.1)"),
    Try("T-4.2", "", "3,2", NO_NEIGHBOUR),
    Try("T-4.3", "", "0,1", "A tile lies wholly on the sea or wholly on land. (T-4.3)", HOLED),
    Try("T-4.3a", "", "1,0", "The cells below the tile have the levels 1, 1 and 2; they must have the same. (T-4.3a)"),
    Try("T-4.3b", "", "0,1", "The volcano has to land on a volcano. (T-4.3b)"),
    Try("T-4.3c", "", "0,0", NO_OTHER_WAY),
    Try("T-4.3d", "", "1,1", "The temple of Ann on 0,1 can't be covered. (T-4.3d)", BESIDE_A_TEMPLE),
    Try("T-4.3e", "", "-1,2", "It would bury the last building of a settlement of Ann, on 0,1. (T-4.3e)", "T-5.8"),
    Try(
        *("T-4.4", "", "2,-1", "It would bury the last building of a settlement of Ann, on 1,0. (T-4.3e)"),
        BESIDE_A_LAST_HUT,
    ),
    Try("T-4.5", "", "4,0", NO_NEIGHBOUR),
    Try("T-5.1", "v=-1,2&d=NE&b=", "Temple", NOWHERE_A_TEMPLE),
    Try("T-5.2", "v=-2,-1&d=E&b=", "New hut", NOWHERE_A_HUT, "T-5.10"),
    Try(
        *("T-5.3", "v=0,0&d=E&b=", "1,0"),
        f"{NOT_A_HUT} A tower has to touch a settlement of yours that has no tower. (T-5.3) {NO_TEMPLE}",
    ),
    Try("T-5.4", "v=0,0&d=NW&b=", "0,-1", f"{NOT_A_HUT} {NO_TOWER} {NO_TEMPLE}"),
    Try(
        *("T-5.5", "v=0,0&d=E&b=", "Expand"),
        "Expand: no field beside a settlement that your huts could fill (T-5.5).",
        "T-5.6",
    ),
    Try("T-5.6", "v=0,0&d=E&b=", "0,0", "A volcano never carries a building. (T-5.6)"),
    Try("T-5.7", "v=0,0&d=W&b=", "Temple", NOWHERE_A_TEMPLE),
    Try("T-5.8", "v=-1,-1&d=NW&b=", "Temple", NOWHERE_A_TEMPLE, "T-5.10"),
    Try("T-5.9", "v=0,0&d=NW&b=", "Temple", "Temple: no temple is left in your supply (T-5.9)."),
    Try(
        *("T-5.10", "v=-1,-1&d=NW&b=", "0,0", f"{NOT_A_HUT} {NO_TOWER} {NO_TEMPLE} {TOO_FEW}"),
        supplies=FEW_HUTS,
    ),
]


@pytest.mark.parametrize("section", ["T-4", "T-5"])
def test_what_breaks_a_clause_says_so(open_as: Open, sitters: list[User], section: str) -> None:
    tries = [tried for tried in TRIES if tried.clause.startswith(section)]
    pages = [open_as(someone, "/terms/") for someone in sitters]
    said, linked = {}, set()

    for tried in tries:
        played, tile, supplies = tried.played()
        match = aside(running_match, *sitters, now=timezone.now())
        aside(dealt, match, played, tile, supplies)
        page = pages[len(played) % 2]
        page.goto(f"{match.get_absolute_url()}?{tried.draft}&since=off")
        tap(page, tried.tapped)
        said[tried.clause] = page.locator("#turn-bar .no").inner_text()
        linked |= set(page.locator("#turn-bar .no a").evaluate_all("all => all.map(a => a.getAttribute('href'))"))

    assert said == {tried.clause: tried.says for tried in tries}
    assert list(said) == [clause for clause in GAMES if clause.startswith(section)]
    named = {clause for sentence in said.values() for clause in re.findall(r"\((.+?)\)", sentence)}
    assert linked == {f"/rules/taluva/#{clause}" for clause in named}


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("draft", ["v=0,0&d=NW&x=1,0", "v=0,0&d=NW&b=W"])
def test_the_rules_are_read_and_the_draft_is_still_there(
    open_as: Open, sitters: list[User], match: Match, draft: str, scripts: bool
) -> None:
    aside(dealt, match, GAMES["T-5.4"].played, "RJ")
    address = f"{match.get_absolute_url()}?{draft}&since=off"
    page = open_as(sitters[0], address, java_script_enabled=scripts)
    reason = page.locator("#turn-bar .no").inner_text()

    page.locator("#turn-bar .no a").first.click()
    page.wait_for_url("**/rules/**")
    clause = page.url.partition("#")[2]
    expect(page.locator(f"[id='{clause}']")).to_be_in_viewport()
    page.go_back()

    expect(page).to_have_url(address)
    expect(page.locator("#turn-bar .no")).to_have_text(reason)
    expect(page.locator("#layer-draft .edge")).to_have_count(1)


def test_a_refused_turn_outlives_a_look_at_its_clause(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GAMES["T-5.4"].played, "RJ")
    page = open_as(sitters[0], f"{match.get_absolute_url()}?v=0,0&d=NW&b=T@1,-1&since=off")
    page.locator("#turn-bar [name='text']").evaluate("input => { input.value = 'RJ@9,9E H@9,9'; }")
    page.locator("#turn-confirm").click()
    expect(page.locator("#turn-bar [role='alert']")).to_contain_text("Turn not played.")
    page.wait_for_load_state()

    page.locator("#turn-bar [role='alert'] a").click()
    expect(page.locator("h1")).to_have_text(re.compile("Taluva|rules"))
    page.go_back()

    expect(page.locator("#turn-confirm")).to_be_visible()
    expect(page.locator("#layer-over .drafted")).to_have_count(1)


def test_what_is_spoken_of_a_refusal_is_plain_text(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GAMES["T-4.2"].played, "JR")
    page = open_as(sitters[1], f"{match.get_absolute_url()}?since=off")

    tap(page, "3,1")

    expect(page.locator("#live")).to_contain_text(NO_NEIGHBOUR)
    expect(page.locator("#live *")).to_have_count(0)


def tap(page: Page, what: str) -> None:
    """A cell, or a build that is off."""
    before = page.url
    if what[0].isalpha():
        page.locator(".opt.off", has_text=what).click()
    else:
        page.mouse.click(*middle_of(page, what))
    expect(page).not_to_have_url(before)
    expect(page.locator("#turn-bar .no")).to_be_visible()


def middle_of(page: Page, cell: str) -> tuple[float, float]:
    """Where a cell of level 0 or 1 is in the window, as a person finds it: by looking."""
    q, r = map(int, cell.split(","))
    x, y = page.evaluate(MIDDLE, [70 * q + 35 * r, 60 * r])
    return x, y


MIDDLE = """([x, y]) => {
  const point = new DOMPoint(x, y).matrixTransform(document.querySelector("#board svg").getScreenCTM());
  return [point.x, point.y];
}"""
WAYS: dict[str, dict[str, Any]] = {
    "mouse": {},
    "touch": {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}},
    "keys": {},
}


@pytest.mark.parametrize("way", WAYS)
def test_the_open_sea_says_why_not(open_as: Open, sitters: list[User], match: Match, way: str) -> None:
    aside(dealt, match, GAMES["T-4.2"].played, "JR")
    page = open_as(sitters[1], f"{match.get_absolute_url()}?since=off", **WAYS[way])

    if way == "mouse":
        page.mouse.click(*middle_of(page, "3,1"))
    elif way == "touch":
        page.locator("#board-view").evaluate("box => box.scrollBy(80, 0)")  # it opens on the land
        page.touchscreen.tap(*middle_of(page, "3,1"))
    else:
        page.locator("[id='c2,1']").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator(":focus")).to_have_attribute("aria-label", "3,1: sea.")
        page.keyboard.press("Enter")

    expect(page.locator("#turn-bar .no")).to_have_text(NO_NEIGHBOUR)
    expect(page).to_have_url(f"{match.get_absolute_url()}?v=3,1&since=off")
    expect(page.locator("#layer-refused title")).to_have_text(NO_NEIGHBOUR)
    expect(page.locator("[id='c3,1']")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[id='c2,1']")).to_be_focused()
    assert page.locator("[data-sea]").count() == 0
