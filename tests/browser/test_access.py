"""Every page for every eye and hand: axe in both themes, no page wider than the screen, nothing too small to press."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import OperationalError
from django.urls import path
from playwright.sync_api import Page, expect

from taluva_site.views import too_many_requests
from tests.browser import pages, people
from tests.site.test_responses import BrokenUrls, breaks

# Words of everyday length that are seen on two lines.
BROKEN = """() => {
  const found = [], range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, holder = text.parentElement;
    if (holder.closest("script, style, svg, code, option") || !holder.checkVisibility()) continue;
    if (holder.closest(".vh") || holder.getBoundingClientRect().width < 4) continue;
    for (const word of text.data.matchAll(/(?<!\\S)[^\\s–/-]{2,14}(?!\\S)/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(each => Math.round(each.top))).size > 1)
        found.push(`${word[0]} in ${text.data.trim().slice(0, 60)}`);
    }
  }
  return found;
}"""


def faults(page: Page) -> list[str]:
    """What axe finds, a page that is wider than its window, and words that are cut in two."""
    page.wait_for_load_state()
    found = Axe().run(page).response["violations"]
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    nodes = [f"{page.url}: {fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]
    cut = [f"{page.url}: {words}" for words in page.evaluate(BROKEN)]
    return nodes + cut + ([f"{page.url} scrolls sideways"] if wide else [])


def look_at(page: Page) -> list[str]:
    """Narrow and light, wide and dark."""
    found = []
    for width, theme in ((320, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found += faults(page)
    return found


@pytest.mark.parametrize("half", [0, 1])  # two processes share them
def test_axe_finds_nothing_on_any_page(page: Page, site: str, half: int) -> None:
    stops, in_vain = pages.walk()
    found = []
    for stop in stops[half::2]:
        pages.show(page, site, stop)
        found += look_at(page)

    assert found == []
    assert in_vain == pages.NO_PAGE


def test_axe_finds_nothing_on_the_ways_in(page: Page, site: str) -> None:
    people.in_database(people.new_person, "Anna")
    people.in_database(pages.furnished_with_second_step, "Bea")
    people.sign_up(page, "Cleo", "cleo@example.org")
    found = look_at(page)
    page.context.clear_cookies()
    page.goto("/account/password/reset/")
    page.get_by_label("Email address").fill("anna@example.org")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", name="Code from the email")).to_be_visible()
    found += look_at(page)
    page.get_by_label("Code").fill(people.code_from_inbox(page, "Your password reset code"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="New password")).to_be_visible()
    found += look_at(page)
    page.context.clear_cookies()
    people.log_in(page, "Bea")
    page.wait_for_url("**/account/2fa/authenticate/")

    assert found + look_at(page) == []


def test_axe_finds_nothing_where_a_guest_has_to_prove_an_address_first(page: Page, site: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="Try a game as a guest").click()
    page.goto("/account/2fa/")
    expect(page.get_by_role("heading", name="Confirm your email address first")).to_be_visible()

    assert look_at(page) == []


class Broken(BrokenUrls):
    urlpatterns = [
        path("429/", too_many_requests),
        path("503/", breaks(OperationalError("no answer"))),
        *BrokenUrls.urlpatterns,
    ]


def test_axe_finds_nothing_on_an_error(page: Page, site: str, settings: Any) -> None:
    settings.ROOT_URLCONF = Broken
    found = []
    for status in (400, 403, 404, 429, 500, 503):
        answer = page.goto(f"/{status}/")
        assert answer
        assert answer.status == status
        found += look_at(page)

    assert found == []


def test_axe_finds_nothing_on_a_form_with_mistakes_or_an_open_menu(page: Page, site: str) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Name", exact=True).fill("a@b")
    page.get_by_label("Email address").fill("x@example.org")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Send code").click()
    page.locator("summary.me").click()

    assert faults(page) == []


SMALLEST = """[...document.querySelectorAll('main a.btn, button, summary, input:not([type=hidden]), select')]
  .filter((e) => e.checkVisibility()).map((e) => [e.outerHTML.slice(0, 90), (e.closest('label') || e)])
  .map(([html, e]) => [html, e.getBoundingClientRect().height]).filter(([, height]) => height < 43.5)"""


def test_what_is_pressed_is_44_pixels_high(page: Page, site: str) -> None:
    people.in_database(people.new_person, "Anna")
    people.log_in(page, "Anna")
    page.goto("/account/leave/")
    people.confirm_again(page)
    page.set_viewport_size({"width": 390, "height": 844})
    for address in ("/account/", "/account/2fa/", "/account/access/", "/account/leave/", "/account/sessions/"):
        page.goto(address)
        assert page.evaluate(SMALLEST) == []
