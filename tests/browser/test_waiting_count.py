"""How many games wait is in the title and in the tab's icon, wherever on the site one is, and without a reload."""

from __future__ import annotations

import random
import re

from django.utils import timezone
from playwright.sync_api import Browser, expect

from tests.browser.players import GENEROUS, aside, context_of, take_turn
from tests.factories import people, running_match


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

    expect(bens).to_have_title(f"(1) {calm}", timeout=GENEROUS)
    expect(icon).to_have_attribute("href", re.compile("favicon-waiting"))

    second = contexts[1].new_page()
    second.goto(address)
    take_turn(second, rng.randrange)

    expect(bens).to_have_title(calm, timeout=GENEROUS)
    expect(icon).to_have_attribute("href", re.compile(r"favicon\b(?!-waiting)"))
    for context in contexts:
        context.close()
