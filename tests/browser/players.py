"""People in front of browsers: logged in without the form, and rows made outside Playwright's own loop."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models import User
from games.matches import stored_match
from games.models import Match
from games.taluva.rules import Game, Options, tiles
from tests import factories

Made = TypeVar("Made")
Open = Callable[..., Page]
PATIENCE = 60_000  # milliseconds; long, since a busy machine is no defect of a page
Supplies = tuple[tuple[int, int, int], ...]


def aside(make: Callable[..., Made], *args: Any, **kwargs: Any) -> Made:
    """The result of a service called in a thread of its own: what it tells after the commit needs a loop of its own."""

    def call() -> Made:
        try:
            return make(*args, **kwargs)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def context_of(browser: Browser, site: str, person: User, **wishes: Any) -> BrowserContext:
    """A browser of this person, logged in."""
    client = Client()
    client.force_login(person)
    context = browser.new_context(base_url=site, **wishes)
    context.set_default_timeout(PATIENCE)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site}])
    return context


def dealt(match: Match, played: Sequence[str], tile: str, supplies: Supplies | None = None) -> Match:
    """The match after these turns, its stack made so that they and this tile come first."""
    known = [*(turn[:2] for turn in played), tile]
    others = Counter(tiles.unseen_tiles(2, known)).elements()
    stored_match.cache_position(match.key, 0, Game(Options(players=2), tiles=[*known, *others][:24], supplies=supplies))
    for turn in played:
        match = factories.played(match, turn)
    return match


def current(match: Match) -> Match:
    """The match as it is in the database now."""
    return Match.objects.get(pk=match.pk)


def paused() -> str:
    """Return a script by which the show of turns since one's own stays at its first; `isGoingOn()`: it would go on."""
    [own] = re.findall(r"PAUSE = (\d+);", Path("static/js/show.js").read_text())
    return """{
      const [set, clear] = [setTimeout, clearTimeout];
      let timer = 0;
      window.setTimeout = (call, ms, ...more) =>
        ms === OWN ? (timer = set(() => {}, 3_600_000)) : set(call, ms, ...more);
      window.clearTimeout = (number) => {
        if (number === timer) timer = 0;
        clear(number);
      };
      window.isGoingOn = () => timer > 0;
    }""".replace("OWN", own)


def wait_until(page: Page, holds: Callable[[], object]) -> None:
    """Playwright goes on meanwhile, whose loop is this thread's."""
    for _ in range(PATIENCE // 20):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("waited in vain")


def tap_first_place(page: Page, *, touch: bool = False) -> None:
    place = page.locator("#layer-choices a:has(use[href='#spot']), #layer-choices a:has(use[href='#up'])").first
    place.tap(force=True) if touch else place.click(force=True)


def take_turn(page: Page, choose: Callable[[int], int]) -> None:
    """A turn as a person takes it: a place, a build, Confirm."""
    page.bring_to_front()
    expect(page.locator("#turn-bar .steps")).to_be_visible()
    places = page.locator("#layer-choices a:not([tabindex='-1'])")
    if places.count():
        places.nth(choose(places.count())).click(force=True)
    page.locator("#turn-next").click()
    expect(page.locator("#turn-bar .steps .done")).not_to_have_count(0)
    if not page.locator("#turn-confirm").count():
        builds = page.locator("a.opt:not(.off)")
        builds.nth(choose(builds.count())).click()
    page.locator("#turn-confirm").click()
