"""Two bots are watched: the page follows each of their turns by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from games.matches import bot_turns, stored_match
from games.models import Match
from games.tasks import play_bot_turn
from tests.browser.players import aside


def move() -> None:
    """What the bots' worker does when a turn is due."""
    match = Match.objects.get()
    bot_turns.play_turn(match_id=match.pk, number=match.next_number, seat=stored_match.game_of(match).awaited()[0])


@pytest.fixture
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks run at once in tests, and the whole game would be over before it is seen."""
    for way in ("apply_async", "delay"):
        monkeypatch.setattr(play_bot_turn, way, lambda *_args, **_more: None)


@pytest.mark.usefixtures("_by_hand")
@pytest.mark.parametrize("width", [390, 1440])
def test_two_bots_are_watched_live(browser: Browser, site: str, width: int) -> None:
    context = browser.new_context(base_url=site, viewport={"width": width, "height": 844})
    page = context.new_page()
    page.goto("/tables/")
    page.get_by_label("First bot").select_option("Seedling")
    page.get_by_label("Second bot").select_option("Settler")
    page.get_by_role("button", name="Watch bots play").click()
    expect(page).to_have_url(re.compile(r"/games/\w{10}/$"))
    for played in range(4):
        expect(page.locator(".head p")).to_contain_text(f"Turn {played + 1},")
        expect(page.locator("#board-title")).to_have_text(f"Board after turn {played}")
        expect(page.locator("#layer-flags > g")).to_have_count(min(played, 2))  # the last tile of each
        if played < 3:
            aside(move)

    context.close()
