"""A match is shown to others: its address is copied, and the page counts who looks on."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests import factories
from tests.browser import people
from tests.browser.players import aside, context_of
from tests.factories import running_match


def test_the_address_is_copied_and_who_watches_is_counted(browser: Browser, site: str) -> None:
    ann, ben, cleo = aside(lambda: factories.people(3))
    match = aside(lambda: running_match(ann, ben))
    here = match.get_absolute_url()
    players, watchers = (context_of(browser, site, user) for user in (ann, cleo))
    players.grant_permissions(["clipboard-read", "clipboard-write"])
    page, other = players.new_page(), watchers.new_page()
    page.goto(here)
    expect(page.locator("#watching")).to_be_hidden()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}{here}"
    other.goto(here)
    expect(other.locator("#watching b")).to_have_text("1")
    expect(page.locator("#watching b")).to_have_text("1")
    other.close()
    expect(page.locator("#watching")).to_be_hidden()
    players.close()
    watchers.close()


def test_a_new_token_is_copied(page: Page) -> None:
    people.in_database(people.new_person, "Anna")
    people.log_in(page, "anna@example.org")
    expect(page.locator("summary.me")).to_contain_text("Anna")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/account/tokens/")
    page.get_by_label("What is it for?").fill("desk")
    page.get_by_role("button", name="Create token").click()
    people.confirm_again(page)
    expect(page.locator("#made")).to_be_visible()
    page.wait_for_load_state()
    page.get_by_role("button", name="Copy token").click()

    expect(page.get_by_text("Token copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#made").input_value()


def test_the_address_is_passed_on_where_the_machine_has_a_way(browser: Browser, site: str) -> None:
    ann, ben = aside(lambda: factories.people(2))
    match = aside(lambda: running_match(ann, ben))
    context = context_of(browser, site, ann)
    page = context.new_page()
    page.add_init_script("navigator.share = async data => { window.shared = data; }")
    page.goto(match.get_absolute_url())
    page.get_by_role("button", name="Share", exact=True).click()

    assert page.evaluate("shared.url") == f"{site}{match.get_absolute_url()}"
    context.close()
