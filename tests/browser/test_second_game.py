"""Another game in a browser: lanterns has a turn bar and a draft of its own, and its steps swap as Taluva's do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.matches import stored_match
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match
from tests.browser.players import Open, aside
from tests.factories import NOW, people, played

pytestmark = pytest.mark.usefixtures("lanterns")
DRAFTED = re.compile(r"\?c=")
SAME = "document.querySelectorAll('#match, #board, .scroll').forEach(part => { part.isSame = true; })"
IS_SAME = "[...document.querySelectorAll('#match, #board, .scroll')].every(part => part.isSame)"


@pytest.fixture
def sitters(site: str) -> list[User]:
    assert site
    return people(2)


@pytest.fixture
def match(sitters: list[User]) -> Match:
    return aside(
        tables.create_match,
        creator=sitters[0],
        rules="lanterns",
        settings={},
        seats=[SeatPlan(user=user) for user in sitters],
        now=NOW,
        draw_seats=False,
        days_per_turn=None,
    )


def parts_asked(page: Page) -> list[str]:
    """What htmx asks for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.headers.get("hx-target", "")))
    return asked


def test_steps_of_another_game_swap_and_go_back(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url())
    page.evaluate(SAME)
    asked, before = parts_asked(page), page.evaluate("history.length")
    expect(page.locator("#lantern-choosing")).to_be_visible()

    words = page.locator("#say-1").inner_text()
    page.locator("#say-1").click()
    expect(page.locator("#lantern-ready")).to_have_text(f"You say: {words}.")
    expect(page).to_have_url(DRAFTED)
    page.locator("#say-2").click()
    expect(page.locator("#say-2")).to_have_attribute("aria-current", "true")

    assert [part for part in asked if part] == ["g#board-step", "g#board-step"]
    assert page.evaluate(IS_SAME)
    # Another choice in the same step takes the place of the one before.
    assert page.evaluate("history.length") == before + 1

    page.go_back()
    expect(page.locator("#lantern-choosing")).to_be_visible()
    assert page.evaluate(IS_SAME)


def test_another_game_is_played_by_its_own_turn_bar(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url())
    words = page.locator("#say-1").inner_text()
    page.locator("#say-1").click()
    page.locator("#turn-confirm").click()
    expect(page.locator("#log li")).to_have_count(1)

    expect(page).to_have_url(re.compile(r"/games/\w+/$"))
    assert [turn.text for turn in aside(lambda: list(match.turns.all()))] == [words]


def test_a_draft_of_another_game_is_dropped_once_its_turn_was_played(
    open_as: Open, sitters: list[User], match: Match
) -> None:
    page = open_as(sitters[0], match.get_absolute_url())
    page.locator("#say-1").click()
    expect(page).to_have_url(DRAFTED)
    page.evaluate(SAME)

    while aside(is_awaited, match):
        aside(played, match, aside(choice_of, match))
    page.evaluate("document.body.dispatchEvent(new Event('moved'))")

    expect(page.locator("#lantern-ready")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/games/\w+/$"))
    assert page.evaluate(IS_SAME)


def is_awaited(match: Match) -> bool:
    return 0 in stored_match.game_of(Match.objects.get(pk=match.pk)).awaited()


def choice_of(match: Match) -> str:
    """The end of the turn where it can be ended, else the first thing that can be said."""
    game = stored_match.game_of(Match.objects.get(pk=match.pk))
    choices = game.choices(0)
    return "end" if "end" in choices else choices[0]
