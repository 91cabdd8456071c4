"""The table talk in a browser: a message is sent without a new page, and what is refused says why."""

from __future__ import annotations

from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from tests.browser.players import Open


def test_a_message_is_sent_and_the_page_stays(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url())
    page.evaluate("window.isSame = true")
    field = page.get_by_label("Write to the table")

    for words in ("Well met!", "Your turn."):
        field.fill(words)
        field.press("Enter")
        expect(page.locator("#talk-list li").last).to_contain_text(words)
        expect(field).to_have_value("")
        expect(field).to_be_focused()

    expect(page.locator("#talk-list li")).to_have_count(2)
    assert page.evaluate("window.isSame")


def test_a_message_that_is_refused_says_why(open_as: Open, sitters: list[User], match: Match) -> None:
    page = open_as(sitters[0], match.get_absolute_url())

    page.get_by_label("Write to the table").fill("   ")
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_role("heading", name="That is not possible")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text("Write something first.")
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#talk-list li")).to_have_text("No messages yet.")
