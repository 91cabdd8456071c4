"""The moderators' pages in a browser: for every eye and hand, and without a script."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser import people
from tests.browser.conftest import context_of
from tests.browser.test_access import look_at


def a_report() -> tuple[Any, str]:
    """Whoever moderates, and the key of the game where a message was reported."""
    from games.matches import talk
    from games.models import Tag
    from games.people import moderation
    from tests.factories import NOW, finished_match, moderator, running_match
    from tests.factories import people as some

    ann, ben = some(2)
    match = running_match(ann, ben)
    for number in range(2):
        message = talk.write_message(match_id=match.pk, user=ann, text=f"Something rude, number {number}.", now=NOW)
        moderation.report_message(match_id=match.pk, message_id=message.pk, user=ben, why="Rude.", now=NOW)
    Tag.objects.create(match=finished_match(ann, ben), user=ann, text="rude", public=True)
    return moderator(), match.key


def test_the_moderators_pages_fit_and_work_without_a_script(browser: Browser, page: Page, site: str) -> None:
    mo, key = people.in_database(a_report)
    context = context_of(browser, site, mo, java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{site}/games/")
    plain.locator("summary.me").click()
    plain.get_by_role("link", name="Moderation").click()
    expect(plain.get_by_role("button", name="Hide the message")).to_have_count(2)
    plain.get_by_label("Reason").first.fill("Rude.")
    plain.get_by_role("button", name="Hide the message").first.click()
    expect(plain.get_by_text("Done and logged.")).to_be_visible()
    expect(plain.get_by_role("button", name="Hide the message")).to_have_count(1)
    plain.get_by_role("link", name="History of Ann").click()
    person = plain.url
    cookies = context.cookies()
    context.close()

    page.context.add_cookies(cookies)
    found = []
    for address in (f"{site}/moderation/", person, f"{site}/moderation/games/{key}/"):
        page.goto(address)
        for summary in page.locator("main summary").all():
            summary.click()
        found += look_at(page)
    assert found == []
