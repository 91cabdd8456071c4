"""The ways of who is new, from a link, an open table or a mail to a game, without a dead end."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.matches.tables.tables import SeatPlan
from games.models import Match
from games.models.match import SeatAccess
from tests import factories
from tests.browser import people
from tests.browser.conftest import WIDE
from tests.browser.players import aside
from tests.browser.test_access import faults

PHONE = {"width": 390, "height": 844}
SCREENS = pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "desk"])


def table_by_link() -> Match:
    return factories.open_table(
        factories.person("Ann"), SeatPlan(kept_for=SeatAccess.LINK), rated=False, draw_seats=False, now=timezone.now()
    )


@SCREENS
def test_a_stranger_finds_a_table_signs_up_and_sits_down_there(page: Page, site: str, screen: Any) -> None:
    table = aside(lambda: factories.open_table(factories.person("Ann"), now=timezone.now()))
    page.set_viewport_size(screen)
    page.goto("/tables/")
    page.get_by_role("link", name="Join", exact=True).click()
    expect(page.get_by_role("heading", name="Ann's table")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="Sign up to join").click()
    page.get_by_label("Name", exact=True).fill("Cleo")
    page.get_by_label("Email address").fill("cleo@example.org")
    page.get_by_label("Password").fill(people.PASSWORD)
    page.get_by_role("button", name="Send code").click()
    people.prove(page)

    page.wait_for_url(f"**{table.get_absolute_url()}")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator("#seats")).to_contain_text("Cleo")


@SCREENS
def test_a_guest_by_link_learns_what_it_is_joins_and_is_offered_mail(page: Page, site: str, screen: Any) -> None:
    table = aside(table_by_link)
    page.set_viewport_size(screen)
    page.goto(f"{table.get_absolute_url()}join/{table.join_code}/")
    expect(page.locator("article img.island")).to_be_visible()
    page.wait_for_function("() => document.querySelector('article img.island').naturalWidth === 1200")
    assert faults(page) == []
    page.get_by_role("button", name="Join").click()

    expect(page.locator("#turn-bar")).to_contain_text("Ann to move")
    assert faults(page) == []
    page.get_by_role("link", name="Get an email").click()
    expect(page.get_by_role("heading", name="Keep my games")).to_be_visible()


@SCREENS
def test_who_opens_a_mails_link_logged_out_logs_in_and_plays(page: Page, site: str, screen: Any) -> None:
    people.in_database(people.new_person, "Joan")
    match = aside(joans_turn)
    page.set_viewport_size(screen)
    page.goto(match.get_absolute_url())
    expect(page.locator("#turn-bar .asked")).to_contain_text("Are you Joan?")
    assert faults(page) == []
    page.get_by_role("link", name="Log in to play").click()
    page.get_by_label("Name or email address").fill("Joan")
    page.get_by_label("Password").fill(people.PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()

    page.wait_for_url(f"**{match.get_absolute_url()}")
    page.locator("#turn-next").click()
    expect(page.locator("a.opt:not(.off)").first).to_be_visible()


def joans_turn() -> Match:
    from accounts.models import User

    return factories.running_match(User.objects.get(username="Joan"), factories.person("Mira"), now=timezone.now())


@SCREENS
def test_the_footer_of_a_short_page_is_at_the_lower_edge(page: Page, site: str, screen: Any) -> None:
    page.set_viewport_size(screen)
    page.goto("/account/login/")
    bottom = page.locator("footer.foot").evaluate("foot => foot.getBoundingClientRect().bottom")
    tabs = page.locator(".tabs").evaluate("tabs => tabs.getBoundingClientRect().top")
    edge = tabs if screen["width"] < 768 else screen["height"]  # the tabs stand there on a phone

    assert bottom >= edge - 1
