"""A page whose socket is refused, because there are too many already, says so and asks by itself."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from taluva_site.server.sockets import TOO_MANY
from tests.browser.players import Open, aside
from tests.factories import played

SOCKETS = """
window.closes = [];
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address);
    this.addEventListener("close", ({ code }) => window.closes.push(code));
  }
};
"""


def test_a_page_without_a_socket_follows_its_game(
    open_as: Open, sitters: list[User], match: Match, settings: Any
) -> None:
    settings.SOCKETS_PER_PERSON = 0
    page = open_as(sitters[1], "/tables/", first=SOCKETS)
    page.clock.install()
    page.goto(match.get_absolute_url())
    page.wait_for_function("() => window.closes.length > 0")
    expect(page.locator("#slower")).to_be_visible()
    aside(played, match, now=timezone.now())
    page.clock.fast_forward(16_000)

    expect(page.locator("#turn-bar .steps")).to_be_visible()
    page.clock.fast_forward(60_000)
    assert page.evaluate("window.closes") == [TOO_MANY]  # it does not ask for another so soon
    settings.SOCKETS_PER_PERSON = 20
    page.clock.fast_forward(450_000)
    page.clock.fast_forward(2_000)
    expect(page.locator("#slower")).to_be_hidden()
