"""A turn with the scripts and style sheets that players get: minified, as `collectstatic` leaves them."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.models import Match
from games.taluva.board.examples import GROWN
from taluva_site.static_storage import is_own, minify
from tests.browser.dragging import TRAY, Mouse, drag, wait_for_hand
from tests.browser.players import Open, aside, current, dealt

STATIC = Path(__file__).parents[2] / "static"


def serve_minified(page: Page) -> set[str]:
    """Answer minified what the page loads from now on; return the names of what it loads, which grow."""
    names: set[str] = set()

    def answer(route: Route) -> None:
        name = urlsplit(route.request.url).path.removeprefix("/static/")
        if not is_own(name):
            return route.continue_()
        names.add(name)
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        return route.fulfill(body=minify(name, (STATIC / name).read_text()), content_type=kind)

    page.route("**/static/**", answer)
    return names


def test_a_turn_is_played_with_minified_files(open_as: Open, sitters: list[User], match: Match) -> None:
    aside(dealt, match, GROWN, "RJ")
    page = open_as(sitters[0], "/terms/", service_workers="block")
    names = serve_minified(page)
    page.goto(f"{match.get_absolute_url()}?since=off")
    wait_for_hand(page)

    drag(page, Mouse(page), TRAY, (0, 0), 2)
    expect(page).to_have_url(re.compile(r"\?v=0,0&d=NW&since=off$"))
    page.locator("#turn-next").click()
    page.locator("a.opt:not(.off)", has_text="Temple").click()
    page.locator("#turn-confirm").click()

    expect(page.locator("#turn-bar .steps")).to_have_count(0)
    assert current(match).turns.get(number=5).text == "RJ@0,0NW T@1,-1"
    assert {"js/live.js", "js/board.js", "hexes/keys.js", "taluva/hand.js", "taluva/board.css"} <= names
