"""A whole game of three through the pages: one with two tabs, one who is offline for a while, one without scripting."""

from __future__ import annotations

import random
import time

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.models import Match
from tests.browser.players import GENEROUS, aside, context_of, current, take_turn
from tests.factories import person, running_match

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


@pytest.fixture
def match(site: str) -> Match:
    people = [person(name) for name in ("Aroha", "Ben", "Chloé")]
    return aside(running_match, *people, now=timezone.now())


def shows_turn(page: Page, number: int) -> None:
    expect(page.locator("#match .head")).to_contain_text(f"Turn {number},", timeout=GENEROUS)


def test_three_people_play_a_whole_game(
    browser: Browser, site: str, match: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    people = [seat.user for seat in match.seats.select_related("user") if seat.user]
    rng = random.Random(7)
    address = match.get_absolute_url()
    contexts = [
        # Still, so that the show of the others' turns, which has tests of its own, stays away.
        context_of(browser, site, someone, java_script_enabled=someone is not people[2], reduced_motion="reduce")
        for someone in people
    ]
    aroha, ben, chloe = pages = [context.new_page() for context in contexts]
    second_tab = contexts[0].new_page()
    waits: list[float] = []
    for page in (*pages, second_tab):
        page.goto(address)

    while not (seen := current(match)).is_over:
        number = seen.next_number
        seat = (number - 1) % 3
        mover = pages[seat]
        if mover is chloe or number == 2:
            mover.goto(address)
        take_turn(mover, rng.randrange)
        if number == 8:
            contexts[1].set_offline(True)
        if number == 10:
            contexts[1].set_offline(False)
        if number < 35:
            started = time.monotonic()
            for page in (aroha, second_tab):
                shows_turn(page, number + 1)
            waits.append(time.monotonic() - started)
            if not 8 <= number < 10:
                shows_turn(ben, number + 1)

    with capsys.disabled():
        usual = sorted(waits)[len(waits) // 2]
        print(f"\nothers' turns were seen after {usual:.2f} s usually, {max(waits):.2f} s at most")
    ended = current(match)
    assert (ended.state, ended.turn_number, ended.turns.count()) == ("finished", 36, 36)
    for page in (aroha, second_tab, ben):
        expect(page.locator("#match .head")).to_contain_text("Finished", timeout=GENEROUS)
    for context in contexts:
        context.close()
