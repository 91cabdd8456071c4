"""The tutorial as a newcomer takes it: no account, by touch on a phone, or with scripting off."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
# The cell of the volcano, where each tap on it leads, and the field of the build: an eruption, a hole, a tower.
SOLUTIONS = [
    (2, "-1,1", ["v=-1,1(&d=NW)?", "v=-1,1&d=NE"], "-1,0"),
    (3, "2,-1", [r"v=2,-1(&d=\w+)?"], "3,-1"),
    (7, "0,0", [r"v=0,0(&d=\w+)?"], "0,1"),
]


@pytest.mark.parametrize("wishes", [PHONE, {"java_script_enabled": False}], ids=["phone", "no scripts"])
def test_exercises_are_solved_on_the_board(browser: Browser, site: str, wishes: dict[str, Any]) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce", **wishes)
    page = context.new_page()

    for number, cell, drafts, field in SOLUTIONS:
        page.goto(f"/learn/taluva/{number}/")
        for draft in drafts:
            page.locator(f"[id='c{cell}']").click(force=True)
            expect(page).to_have_url(re.compile(rf"/learn/taluva/{number}/\?{draft}$"))
            expect(page.locator(".ahead")).to_have_count(0)
        page.locator("#turn-next").click()
        expect(page.locator("#turn-bar .opts")).to_be_visible()
        page.locator(f"[id='c{field}']").click(force=True)
        page.locator("#turn-confirm").click()
        expect(page.locator("#turn-bar")).to_contain_text("Well done!")
    page.locator("#lesson-next").click()

    expect(page.get_by_role("heading", name="8. Stay in the game")).to_be_visible()
    context.close()
