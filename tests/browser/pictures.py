"""Thirteen states of the board at four widths, light and dark, as the documentation shows them.

python -m tests.browser.pictures [--only replay] [--into docs/pictures]
"""

from __future__ import annotations

import argparse
import base64
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from accounts.models import User
    from games.models import Match

WIDTHS = {320: 640, 390: 844, 768: 1024, 1440: 900}
THEMES = ("light", "dark")
QUALITY = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=Path(__file__).parents[2] / "docs" / "pictures")
    parser.add_argument("--only", default="")
    parser.add_argument("--widths", type=int, nargs="*", default=list(WIDTHS))
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    with club() as site:
        take(site, options.into, options.only, options.widths)


@contextmanager
def club() -> Iterator[str]:
    """The site on a database of its own, for as long as the block lasts."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import setup_databases, teardown_databases

    from tests.browser.conftest import served

    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
    old = setup_databases(verbosity=0, interactive=False)
    try:
        with served() as site:
            yield site
    finally:
        teardown_databases(old, verbosity=0)


def take(site: str, into: Path, only: str, widths: list[int]) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser import chromium
    from tests.browser.players import context_of

    person, states = played()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium.chromium()), args=chromium.flags())
        for theme in THEMES:
            for width in widths:
                context = context_of(
                    browser,
                    site,
                    person,
                    viewport={"width": width, "height": WIDTHS[width]},
                    color_scheme=theme,
                    reduced_motion="reduce",
                )
                page = context.new_page()
                for name, address in states.items():
                    if only in name:
                        page.goto(address)
                        page.locator("#waiting-count:not([hidden])").wait_for()
                        (into / f"{name}-{width}-{theme}.webp").write_bytes(shot(page))
                context.close()
        browser.close()


def shot(page: Page) -> bytes:
    """What the window shows, as WebP: a tenth of a PNG."""
    client = page.context.new_cdp_session(page)
    taken = client.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    client.detach()
    return base64.b64decode(taken["data"])


def played() -> tuple[User, dict[str, str]]:
    """Somebody with games in every state, and the address of each state."""
    from tests import factories
    from tests.browser.players import aside

    people = aside(factories.people, 4)
    me = people[3]
    long = aside(grown, people, 31)
    waits = aside(grown, people, 28, preview="on")
    first = aside(factories.running_match, me, people[0], now=started(0))
    over = aside(analysed, aside(grown, people, 99))
    draft = drafts(long)
    base = long.get_absolute_url()
    done = over.get_absolute_url()
    return me, {
        "first-tile": first.get_absolute_url(),
        "choose-place": base,
        "tile": f"{base}?{draft['tile']}&since=off",
        "refused": f"{base}?{draft['refused']}&since=off",
        "build": f"{base}?{draft['build']}&since=off",
        "ready": f"{base}?{draft['ready']}&since=off",
        "as-text": f"{base}?text=1",
        "waiting": waits.get_absolute_url(),
        "finished": done,
        "replay": f"{done}20/",
        "analysis": f"{done}20/?mode=analysis",
        "sandbox": f"{done}20/try/",
        "list": f"{base}list/",
    }


def started(turns: int) -> datetime:
    """When a match began that has so many turns, one an hour, and time left for the next one."""
    return datetime.now(UTC) - timedelta(hours=turns + 26, minutes=50)


def grown(people: list[User], turns: int, *, draw: int = 0, **settings: str) -> Match:
    """A match after that many turns with a taste for eruptions and for big builds; `draw` numbers its stack."""
    from games.matches import stored_match
    from games.models import Match
    from tests import factories
    from tests.boards.games import random_turn

    rng, start = random.Random(12), started(turns)
    match = factories.running_match(*people, settings=settings, now=start)
    match.seed = f"{draw:064x}"
    match.save(update_fields=["sealed_seed"])
    stored_match.clear_cache()
    while match.is_running and match.turn_number < turns:
        now = start + timedelta(hours=match.turn_number)
        match = factories.played(match, random_turn(stored_match.game_of(match), rng), now=now)
    return Match.objects.get(pk=match.pk)


def analysed(match: Match) -> Match:
    """The match with what the bots say of it, looked at as quickly as they do without their core."""
    from games.matches import stored_match
    from games.models import Analysis
    from games.registry import BOTS

    bots, rng = BOTS[match.rules], random.Random(12)
    simulations = bots.analysis_budget(compiled=False)
    for number in range(match.turn_number):
        found = bots.analyse(stored_match.replay_match(match, number), simulations, rng, best=3)
        row = {"chances": found.chances, "turns": found.turns, "simulations": simulations}
        Analysis.objects.create(match=match, number=number, **row)
    return match


def drafts(match: Match) -> dict[str, str]:
    """The queries of a draft: an eruption that something can be built after."""
    from games.matches import stored_match

    game = stored_match.game_of(match)
    several: Callable[[str], bool] = lambda text: len(game.legal_builds(text)) > 5  # noqa: E731
    eruptions = [text for text in game.legal_placements() if several(text) and game.position.level(cell(text))]
    placement = (eruptions or [text for text in game.legal_placements() if several(text)])[0]
    build = sorted(game.legal_builds(placement), key=lambda text: "XTWH".index(text[0]))[0]
    place = placement.split("@")[1]
    tile = f"v={place.rstrip('NESW')}&d={place[len(place.rstrip('NESW')) :]}"
    field = next(cell for cell, top in sorted(game.position.cells.items()) if top.terrain != "V")
    return {
        "tile": tile,
        "refused": f"v={field[0]},{field[1]}",
        "build": f"{tile}&b=",
        "ready": f"{tile}&b={quote(build, safe='@,:')}",
    }


def cell(placement: str) -> tuple[int, int]:
    q, r = placement.split("@")[1].rstrip("NESW").split(",")
    return int(q), int(r)


if __name__ == "__main__":
    main()
