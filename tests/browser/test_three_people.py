"""A whole game of three through the pages: one with two tabs, one who is offline for a while, one without scripting."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.models import Match
from tests.browser.players import aside, context_of, current, take_turn
from tests.factories import person, running_match

pytestmark = pytest.mark.long

TURNS = 36
FROM_SECOND_TAB = {4, 13, 25}
LEAVES, RETURNS = 8, 10
NUDGED_WITHIN = 10.0  # seconds: a page that was not nudged looks only after 15
# The page itself notes when it first shows a turn, so that what the test is busy with takes no part in it.
WATCH = """
  window.shownAt = {};
  new MutationObserver(() => {
    const turn = document.querySelector("#match .head")?.textContent.match(/Turn (\\d+),/)?.[1];
    if (turn) window.shownAt[turn] ??= performance.timeOrigin + performance.now();
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""
# When the browser had the answer to the POST that led here.
ANSWERED = "() => performance.timeOrigin + performance.getEntriesByType('navigation')[0].redirectEnd"
# How long this page waits for the smallest answer that the site has.
ECHO = """async () => {
  const before = performance.now();
  await (await fetch(document.body.dataset.pulse)).json();
  return performance.now() - before;
}"""


class Party:
    """Three people with a page each, and the first of them with a second tab."""

    def __init__(self, browser: Browser, site: str, match: Match) -> None:
        self.match, self.address = match, match.get_absolute_url()
        people = [seat.user for seat in match.seats.select_related("user") if seat.user]
        self.contexts = [
            # Still, so that the show of the others' turns, which has tests of its own, stays away.
            context_of(browser, site, someone, java_script_enabled=someone is not people[2], reduced_motion="reduce")
            for someone in people
        ]
        for context in self.contexts[:2]:
            context.add_init_script(WATCH)
        self.pages = [context.new_page() for context in self.contexts]
        self.second_tab = self.contexts[0].new_page()
        for page in (*self.pages, self.second_tab):
            page.goto(self.address)
        self.waits: list[float] = []
        self.echoes: list[float] = []

    def play(self, number: int, rng: random.Random) -> Page:
        """The page from which this turn was played, which shows the next."""
        mover = self.second_tab if number in FROM_SECOND_TAB else self.pages[(number - 1) % 3]
        if mover is self.pages[2]:
            mover.goto(self.address)
        take_turn(mover, rng.randrange)
        if number < TURNS:
            shows_turn(mover, number + 1)
        return mover

    def watch(self, number: int, mover: Page) -> None:
        """Every other page that is there shows by itself that this turn was played."""
        aroha, ben, _ = self.pages
        answered = mover.evaluate(ANSWERED)
        for page in (aroha, self.second_tab, *(() if LEAVES <= number < RETURNS else (ben,))):
            if page is not mover:
                shows_turn(page, number + 1)
                if number != RETURNS:
                    self.waits.append(page.evaluate(f"shownAt[{number + 1}]") - answered)
                    self.echoes.append(page.evaluate(ECHO))


def shows_turn(page: Page, number: int) -> None:
    expect(page.locator("#match .head")).to_contain_text(f"Turn {number},")


@pytest.fixture
def party(browser: Browser, site: str) -> Iterator[Party]:
    people = [person(name) for name in ("Aroha", "Ben", "Chloé")]
    party = Party(browser, site, aside(running_match, *people, now=timezone.now()))
    yield party
    for context in party.contexts:
        context.close()


def test_three_people_play_a_whole_game(party: Party, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(7)
    for number in range(1, TURNS + 1):
        mover = party.play(number, rng)
        if number in (LEAVES, RETURNS):
            party.contexts[1].set_offline(number == LEAVES)
        if number < TURNS:
            party.watch(number, mover)

    ended = current(party.match)
    assert (ended.state, ended.turn_number, ended.turns.count()) == ("finished", TURNS, TURNS)
    for page in (*party.pages[:2], party.second_tab):
        expect(page.locator("#match .head")).to_contain_text("Finished")
    usual, echo = median(party.waits) / 1000, median(party.echoes) / 1000
    with capsys.disabled():
        print(
            f"\nothers' turns were shown after {usual:.2f} s usually, {max(party.waits) / 1000:.2f} s at most, ", end=""
        )
        print(f"where a plain answer took {echo:.2f} s")
    # How fast it usually is stands above; a busy machine takes its time, but every page was nudged.
    assert max(party.waits) / 1000 < NUDGED_WITHIN
