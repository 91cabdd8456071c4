"""Pages that are forms: how they lie in the window, and what is said above them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.players import Open

WIDTHS = "els => els.map(el => el.getBoundingClientRect()).map(box => [box.left, box.right].map(Math.round))"


def edges(page: Page, selector: str) -> list[list[int]]:
    """Where what is shown begins and ends, from left to right."""
    page.wait_for_load_state()
    found: list[list[int]] = page.locator(selector).evaluate_all(WIDTHS)
    return found


def test_the_buttons_of_the_account_stand_beside_their_labels_on_a_phone(open_as: Open, sitters: list[User]) -> None:
    page = open_as(sitters[0], "/account/", viewport={"width": 390, "height": 844})

    assert len({right for _left, right in edges(page, ".rows-list > li > .btn")}) == 1


@pytest.mark.parametrize("address", ["/tables/new/taluva/", "/studies/new/", "/notices/settings/"])
def test_a_form_lies_in_the_middle(address: str, open_as: Open, sitters: list[User]) -> None:
    page = open_as(sitters[0], address)
    window = page.evaluate("document.documentElement.clientWidth")
    [[left, right]] = edges(page, "main form")

    assert abs(left - (window - right)) <= 1


def test_what_is_said_is_as_wide_as_its_page(open_as: Open, sitters: list[User]) -> None:
    page = open_as(sitters[0], "/notices/settings/")
    page.get_by_role("button", name="Save").click()

    expect(page.locator(".toast")).to_have_text("Saved.")
    assert edges(page, ".toast") == edges(page, "main form")
