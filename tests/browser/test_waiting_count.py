"""How many games wait is in the title and in the tab's icon, wherever on the site one is, and without a reload."""

from __future__ import annotations

import random
import re

from django.utils import timezone
from playwright.sync_api import Browser, Route, expect

from tests.browser.players import aside, context_of, take_turn, wait_until
from tests.factories import people, played, running_match


def test_title_and_icon_follow_the_games_that_wait(browser: Browser, site: str) -> None:
    ann, ben = aside(people, 2)
    address = aside(running_match, ann, ben, now=timezone.now()).get_absolute_url()
    contexts = [context_of(browser, site, who, reduced_motion="reduce") for who in (ann, ben)]
    anns, bens = (context.new_page() for context in contexts)
    icon = bens.locator("link[rel=icon]")
    rng = random.Random(3)

    bens.goto("/tables/")
    calm = bens.title()
    expect(icon).to_have_attribute("href", re.compile(r"favicon\b(?!-waiting)"))
    anns.goto(address)
    take_turn(anns, rng.randrange)

    expect(bens).to_have_title(f"(1) {calm}")
    expect(icon).to_have_attribute("href", re.compile("favicon-waiting"))

    second = contexts[1].new_page()
    second.goto(address)
    take_turn(second, rng.randrange)

    expect(bens).to_have_title(calm)
    expect(icon).to_have_attribute("href", re.compile(r"favicon\b(?!-waiting)"))
    for context in contexts:
        context.close()


def test_dashboard_shows_a_turn_that_comes(browser: Browser, site: str) -> None:
    ann, ben = aside(people, 2)
    match = aside(running_match, ann, ben, now=timezone.now())
    context = context_of(browser, site, ben, reduced_motion="reduce")
    page = context.new_page()
    with page.expect_response(lambda answer: "/pulse/" in answer.url):
        page.goto("/games/")
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")

    aside(played, match, now=timezone.now())

    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn in 1 game")
    context.close()


def test_page_asks_once_more_for_what_came_while_it_asked(browser: Browser, site: str) -> None:
    ann, ben = aside(people, 2)
    aside(running_match, ann, ben, now=timezone.now())
    context = context_of(browser, site, ben, reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    held: list[Route] = []
    page.route("**/pulse/**", lambda route: held.append(route))
    page.goto("/tables/")
    wait_until(page, lambda: len(held) == 1)

    for _ in range(3):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    assert len(held) == 1
    held[0].continue_()
    wait_until(page, lambda: len(held) > 1)
    page.wait_for_timeout(300)

    assert len(held) == 2
    context.close()
