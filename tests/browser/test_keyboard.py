"""The keyboard alone: Tab reaches all that can be used, in the order in which it is read, and one sees where one is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from playwright.sync_api import Page

from tests.browser import pages
from tests.browser.conftest import WIDE

# What can be used on this page, in the order of the document. Of a group of radio buttons, or the
# fields of a board, Tab stops at one, and the arrows go on.
USABLE = """() => {
  const all = [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex], [contenteditable]')];
  const stands = (e) => e.checkVisibility({visibilityProperty: true}) && !e.disabled
    && !e.closest('[inert], [aria-hidden=true]')
    && !(e.tabIndex < 0 && e.closest('svg')?.querySelector('[tabindex="0"]'))
    && (e.matches('a[href], button, input, select, textarea, summary') || e.tabIndex >= 0);
  const group = (e) => [...document.getElementsByName(e.name)].filter((other) => other.form === e.form);
  const stop = (e) => e.type !== 'radio' || e === (group(e).find((other) => other.checked) || group(e)[0]);
  window.usable = all.filter((e) => stands(e) && stop(e));
  return window.usable.map((e) => [e.outerHTML.slice(0, 100), e.tabIndex]);
}"""
# The number in that list of what has the focus, its place on the page, and what is wrong with how it shows.
FOCUS = """() => {
  const e = document.activeElement;
  if (e === document.body) return null;
  const shown = e.labels && e.labels.length && e.matches('[type=radio], [type=checkbox]') ? [...e.labels, e] : [e];
  const box = shown[0].getBoundingClientRect();
  const at = document.elementFromPoint(
    Math.max(0, box.left) + Math.min(box.width, innerWidth) / 2, box.top + box.height / 2);
  // A field of the board draws its ring itself.
  const ringed = (each) => each.closest('svg')
    || ['outlineStyle', 'boxShadow'].some((name) => getComputedStyle(each)[name] !== 'none');
  const faults = [
    [at && shown.some((each) => each.contains(at) || at.contains(each)), 'is hidden or outside the window'],
    [e.matches(':focus-visible') && [...shown, e.parentElement].some(ringed), 'does not show its focus'],
  ].filter(([holds]) => !holds).map(([, fault]) => fault);
  // A list that scrolls brings what has the focus into sight: within it places count from its own beginning.
  const scrolls = (each) => each && each !== document.documentElement
    && (/auto|scroll/.test(getComputedStyle(each).overflowY) ? each : scrolls(each.parentElement));
  const list = scrolls(e.parentElement);
  const lists = (window.lists ||= []);
  if (list && !lists.includes(list)) lists.push(list);
  return {index: window.usable.indexOf(e), html: e.outerHTML.slice(0, 100), faults,
    list: list ? lists.indexOf(list) : null, scrolled: list ? list.scrollTop : 0,
    left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY};
}"""


def stops(page: Page, most: int) -> list[dict[str, Any]]:
    """Where Tab stops, until it leaves the page or starts anew."""
    found: list[dict[str, Any]] = []
    for _press in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None or (len(found) > 1 and stop["index"] == found[0]["index"]):
            break
        if not found or stop["index"] != found[-1]["index"]:  # a date has several stops of its own
            found.append(stop)
    return found


def goes_back(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether the focus goes against the reading: up without going right, or left on the same line."""
    further = after["scrolled"] - before["scrolled"] if after["list"] == before["list"] else 0
    top, bottom = after["top"] + further, after["bottom"] + further
    is_above = bottom <= before["top"]
    is_beside = not is_above and top < before["bottom"]
    return (is_above and after["left"] < before["right"]) or (is_beside and after["right"] <= before["left"])


def faults(page: Page) -> list[str]:
    usable = page.evaluate(USABLE)
    found = stops(page, len(usable) + 15)
    reached = [stop["index"] for stop in found]
    wrong = [f"positive tabindex: {html}" for html, tab_index in usable if tab_index > 0]
    wrong += [f"never reached: {html}" for number, (html, _) in enumerate(usable) if number not in reached]
    wrong += [f"{fault}: {stop['html']}" for stop in found for fault in stop["faults"]]
    wrong += [
        f"goes back: {before['html']} to {after['html']}"
        for before, after in pairwise(found)
        if goes_back(before, after)
    ]
    if page.locator("nav").count() and 'class="skip"' not in found[0]["html"]:
        wrong.append("does not start with the link that skips the navigation")
    if reached != sorted(reached):
        wrong.append(f"not in the order of the document: {reached}")
    return [f"{page.url}: {fault}" for fault in wrong]


def test_tab_reaches_everything_in_the_order_of_reading(page: Page, site: str) -> None:
    page.set_viewport_size(WIDE)
    page.emulate_media(reduced_motion="reduce")  # the show of the last turns comes and goes by itself
    found = []
    for stop in pages.walk().stops:
        pages.show(page, site, stop)
        found += faults(page)

    assert found == []


def test_the_menu_opens_and_closes_with_the_keyboard(page: Page, site: str) -> None:
    page.goto("/terms/")
    page.locator("summary.me").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    inside = page.evaluate("document.activeElement.closest('.menu-panel') !== null")
    page.keyboard.press("Escape")

    assert inside
    assert page.evaluate("document.activeElement.matches('summary.me') && !document.querySelector('.menu').open")
