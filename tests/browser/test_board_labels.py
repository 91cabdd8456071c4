"""Coordinates on the fields, for who wishes them: wherever there is a board, clear of what else is written on it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from tests.browser.pictures import grown
from tests.browser.players import Open, aside, dealt
from tests.factories import people

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# The names that lie on a number, each with it. A box of text has room above and below the digits.
HIDDEN = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((text) => {
    const { left, right, top, height } = text.getBoundingClientRect();
    return { text: text.textContent, left, right, top: top + height / 4, bottom: top + height * 3 / 4 };
  });
  const across = (one, other) => one.left < other.right && other.left < one.right;
  const meet = (one, other) => across(one, other) && one.top < other.bottom && other.top < one.bottom;
  const numbers = boxes("#board .levels text");
  const names = boxes("#board .labels text");
  const met = (name) => numbers.filter((number) => meet(name, number)).map((number) => [name.text, number.text]);
  return names.flatMap(met);
}"""


def wishing(user: User) -> User:
    user.coordinates = True
    user.save(update_fields=["coordinates"])
    return user


def names(page: Page) -> list[str]:
    return page.locator("#board .labels text").all_text_contents()


def test_each_board_names_its_fields_and_a_step_keeps_them(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(aside(wishing, sitters[0]), f"{match.get_absolute_url()}?since=off")
    before = names(page)
    assert len(before) == len(set(before)) > 5
    assert "0,0" in before

    page.locator("#c0\\,0").click(force=True)
    expect(page.locator("#turn-bar .steps [aria-current]")).to_contain_text("Tile")
    expect(page).to_have_url(re.compile(r"/\?v=0,0(&d=NW)?&since=off$"))
    assert set(names(page)) >= set(before)

    for address in ("2/", "4/try/"):
        page.goto(match.get_absolute_url() + address)
        assert "0,0" in names(page)
    other = open_as(sitters[1], match.get_absolute_url())
    expect(other.locator("#board .labels")).to_have_count(0)


def test_the_names_are_for_eyes_only_and_a_tap_goes_through_them(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(aside(wishing, sitters[0]), f"{match.get_absolute_url()}?since=off")

    where = page.locator("#board .labels text", has_text="0,0").first.bounding_box()
    assert where
    page.mouse.click(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    expect(page).to_have_url(re.compile(r"/\?v=0,0(&d=NW)?&since=off$"))
    assert page.locator("#board .labels").get_attribute("aria-hidden") == "true"


@pytest.mark.parametrize("wishes", [PHONE, {}], ids=["phone", "desk"])
def test_on_a_crowded_board_no_name_lies_on_a_number(open_as: Open, site: str, wishes: dict[str, Any]) -> None:
    sitters = aside(people, 4)
    match = aside(grown, sitters, 44)
    page = open_as(aside(wishing, sitters[0]), match.get_absolute_url(), **wishes)

    assert len(names(page)) > 60
    assert page.evaluate(HIDDEN) == []
