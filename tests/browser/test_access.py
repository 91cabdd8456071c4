"""Every page for every eye and hand: axe in both themes, no page wider than the screen, nothing too small to press."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser import people

OPEN = (
    *("/", "/account/login/", "/account/signup/", "/account/password/reset/", "/terms/", "/privacy/", "/contact/"),
    *("/colophon/", "/offline/", "/nowhere/", "/inbox/", "/tables/", "/rules/", "/learn/", "/learn/2/"),
)
OWN = (
    *("/account/", "/account/sessions/", "/account/email/", "/account/password/change/", "/account/2fa/"),
    *("/account/2fa/totp/activate/", "/account/2fa/webauthn/add/", "/account/2fa/webauthn/", "/account/leave/"),
    *("/account/logout/", "/games/", "/tables/new/"),
)


def faults(page: Page) -> list[str]:
    """What axe finds, and a page that is wider than its window."""
    found = Axe().run(page).response["violations"]
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    nodes = [f"{page.url}: {fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]
    return nodes + ([f"{page.url} scrolls sideways"] if wide else [])


@pytest.fixture
def person(page: Page, site: str) -> Page:
    people.in_database(people.new_person, "Anna")
    people.log_in(page, "Anna")
    page.goto("/account/leave/")
    people.confirm_again(page)
    return page


def look_at(page: Page, addresses: tuple[str, ...]) -> list[str]:
    found = []
    for width, theme in ((320, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme)
        for address in addresses:
            page.goto(address)
            found += faults(page)
    return found


@pytest.mark.parametrize("address", OPEN)
def test_axe_finds_nothing_on_a_page_for_all(page: Page, site: str, address: str) -> None:
    assert look_at(page, (address,)) == []


@pytest.mark.parametrize("address", OWN)
def test_axe_finds_nothing_on_a_page_of_a_person(person: Page, address: str) -> None:
    assert look_at(person, (address,)) == []


def test_axe_finds_nothing_on_a_form_with_mistakes_or_an_open_menu(page: Page, site: str) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Name", exact=True).fill("a@b")
    page.get_by_label("E-mail address").fill("x@example.org")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Send me the code").click()
    page.locator("summary.me").click()

    assert faults(page) == []


SMALLEST = """[...document.querySelectorAll('main a.btn, button, summary, input:not([type=hidden]), select')]
  .filter((e) => e.checkVisibility()).map((e) => [e.outerHTML.slice(0, 90), (e.closest('label') || e)])
  .map(([html, e]) => [html, e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5)"""


def test_what_is_pressed_is_44_pixels_high(person: Page) -> None:
    person.set_viewport_size({"width": 390, "height": 844})
    for address in ("/account/", "/account/2fa/", "/account/leave/", "/account/sessions/"):
        person.goto(address)
        assert person.evaluate(SMALLEST) == []
