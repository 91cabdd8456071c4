"""Whole turns of every kind on the board, by touch on a phone and with a mouse on a desk."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.draft import cell_key
from games.taluva.board.examples import BURIED, COAST, GROWN, SHARED, TOWERING
from games.taluva.board.island import direction_of, volcano_of
from games.taluva.board.lessons import RING
from tests.browser.players import Open, aside, current, dealt

NO_HUTS = ((5, 1, 1), (20, 3, 2))
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {}


class Turn(NamedTuple):
    """A turn to be played: its text, and the field that is tapped for its build."""

    played: tuple[str, ...]
    text: str
    field: str


TURNS = {
    "by the sea": Turn(COAST, "RJ@-2,1NE H@-1,0", "-1,0"),
    "eruption": Turn(BURIED, "SR@-1,1NE H@-1,0", "-1,0"),
    "hole": Turn(RING, "JC@2,-1E H@3,-1", "3,-1"),
    "hut": Turn(GROWN, "RJ@0,0NW H@2,2", "2,2"),
    "tower": Turn(TOWERING, "LR@0,0E W@0,1", "0,1"),
    "temple": Turn(GROWN, "RJ@0,0NW T@1,-1", "1,-1"),
    "one settlement of two": Turn(SHARED, "CR@-1,-1NW X@-1,0:J", "0,0"),
    "the other settlement": Turn(SHARED, "CR@-1,-1NW X@1,0:J", "0,0"),
}


class Finger:
    """Taps, or clicks, what is moved clear of the turn bar first."""

    def __init__(self, page: Page, wishes: dict[str, Any]) -> None:
        self.page, self.taps = page, "has_touch" in wishes

    def press(self, what: str) -> None:
        where = self.page.locator(what)
        where.evaluate("one => one.scrollIntoView({ block: 'center', inline: 'center' })")
        if self.taps:
            where.tap(force=True)
        else:
            where.click(force=True)

    def press_until(self, cell: str, *wanted: str) -> None:
        """The cell again and again, until the address holds all that is wanted."""
        answered = expect(self.page.locator(".ahead"))
        for _ in range(6):
            answered.to_have_count(0)
            before = self.page.url
            self.press(f"[id='c{cell}']")
            expect(self.page).not_to_have_url(before)
            answered.to_have_count(0)
            if all(part in self.page.url for part in wanted):
                return
        raise AssertionError(f"{wanted} is not in {self.page.url}")


@pytest.mark.parametrize("wishes", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["phone", "desk"])
@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_a_turn_of_each_kind(
    open_as: Open, sitters: list[User], match: Match, turn: Turn, wishes: dict[str, Any]
) -> None:
    aside(dealt, match, turn.played, turn.text[:2])
    page = open_as(sitters[len(turn.played) % 2], f"{match.get_absolute_url()}?since=off", **wishes)
    finger = Finger(page, wishes)
    placement, _, build = turn.text.partition(" ")
    cell, direction = volcano_of(placement), direction_of(placement)

    finger.press_until(cell_key(cell), f"v={cell_key(cell)}")
    if page.locator("#turn-right").count():
        finger.press_until(cell_key(cell), f"d={direction}&")
    page.locator("#turn-next").click()
    expect(page.locator("#turn-bar .opts")).to_be_visible()
    finger.press_until(turn.field, f"b={build}")
    page.locator("#turn-confirm").click()

    expect(page.locator("#turn-bar .steps")).to_have_count(0)
    assert current(match).turns.get(number=len(turn.played) + 1).text == turn.text


@pytest.mark.parametrize("wishes", [PHONE, DESK], ids=["phone", "desk"])
def test_elimination_is_warned_of_and_asked_about(
    open_as: Open, sitters: list[User], match: Match, wishes: dict[str, Any]
) -> None:
    aside(dealt, match, TOWERING, "RJ", NO_HUTS)
    page = open_as(sitters[0], f"{match.get_absolute_url()}?since=off", **wishes)

    Finger(page, wishes).press_until("-1,-1", "v=-1,-1")
    expect(page.locator("#turn-bar .warn")).to_have_text("Nothing could be built after this: you would be out (T-6.1).")
    page.locator("#turn-next").click()
    page.get_by_role("link", name="Build nothing and drop out").click()
    expect(page.locator(".warn")).to_contain_text("you would be out (T-6.1).")
    expect(page.locator(".warn a")).to_have_attribute("href", "/rules/taluva/#T-6.1")
    assert current(match).turn_number == len(TOWERING)
    page.get_by_role("button", name="Drop out").click()

    expect(page.locator("#turn-bar h2")).to_have_text("Ben won")
    assert current(match).turns.get(number=7).text.endswith(" -")
