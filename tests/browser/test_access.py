"""Every page for every eye and hand: axe in both themes, the order of the keyboard, no page wider than the screen."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser import people

OPEN = (
    *("/", "/account/login/", "/account/signup/", "/account/password/reset/", "/terms/", "/privacy/", "/contact/"),
    *("/colophon/", "/offline/", "/nowhere/", "/inbox/", "/tables/", "/rules/"),
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


def reached(page: Page, most: int = 60) -> list[Any]:
    """What Tab reaches, in its order: the words of each, and where it stands."""
    stops = []
    for _press in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            "(() => { const e = document.activeElement; if (e === document.body) return null;"
            " return [(e.ariaLabel || e.innerText || e.name || '').trim(), e.matches(':focus-visible')]; })()"
        )
        if stop is None or (stops and stop == stops[0] and len(stops) > 3):
            break
        stops.append(stop)
    return stops


def test_the_keyboard_reaches_everything_in_the_order_of_the_page(page: Page, site: str) -> None:
    page.goto("/account/login/")
    stops = reached(page)
    names = [name for name, _seen in stops]

    assert names[:6] == ["Skip to the page", "Taluva\nStart", "My games", "Tables", "Learn", "Log in"]
    assert names[6:12] == ["Menu", "login", "password", "Forgot your password?", "Log in", "Log in with a passkey"]
    assert names[12:15] == ["Create an account", "Terms", "Privacy"]
    assert all(seen for _name, seen in stops)


def test_the_menu_opens_and_closes_with_the_keyboard(page: Page, site: str) -> None:
    page.goto("/terms/")
    page.locator("summary.me").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    inside = page.evaluate("document.activeElement.closest('.menu-panel') !== null")
    page.keyboard.press("Escape")

    assert inside
    assert page.evaluate("document.activeElement.matches('summary.me') && !document.querySelector('.menu').open")


SMALLEST = """[...document.querySelectorAll('main a.btn, button, summary, input:not([type=hidden]), select')]
  .filter((e) => e.checkVisibility()).map((e) => [e.outerHTML.slice(0, 90), (e.closest('label') || e)])
  .map(([html, e]) => [html, e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5)"""


def test_what_is_pressed_is_44_pixels_high(person: Page) -> None:
    person.set_viewport_size({"width": 390, "height": 844})
    for address in ("/account/", "/account/2fa/", "/account/leave/", "/account/sessions/"):
        person.goto(address)
        assert person.evaluate(SMALLEST) == []
