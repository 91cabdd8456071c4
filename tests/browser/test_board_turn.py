"""Taking a turn on the board: taps, refusals, the address, the focus, and what is said."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from tests.browser.players import Open, aside, current
from tests.factories import played

BEGUN = ["JC@0,0SE H@-1,1", "SJ@2,-1SW H@1,-1"]
PHONE = {"width": 390, "height": 844}


def tap_first_place(page: Page) -> None:
    page.locator("#layer-choices a:has(use[href='#spot']), #layer-choices a:has(use[href='#up'])").first.click(
        force=True
    )


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
    expect(page.get_by_text("No taking back after this: the next tile is drawn.")).to_be_in_viewport()
    page.locator("#turn-confirm").click()

    expect(page.locator("#turn-bar .steps")).to_have_count(0)
    assert current(match).turn_number == 2
    page.close()
