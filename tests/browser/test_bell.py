"""The bell counts what is new while the page stays open, whatever page it is."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from games.matches import notices, talk
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from tests.browser.players import aside, context_of
from tests.factories import first_choice, open_table, people, played, running_match


@pytest.mark.parametrize("path", ["/notices/settings/", "/tables/"])
def test_the_bell_counts_turns_messages_and_invitations_at_once(browser: Browser, site: str, path: str) -> None:
    ann, ben, cleo = aside(lambda: people(3))
    match = aside(lambda: running_match(ann, ben))
    table = aside(lambda: open_table(ben, SeatPlan(invited=cleo), SeatPlan()))
    aside(lambda: notices.mark_all_read(user=ben, now=timezone.now()))
    context = context_of(browser, site, ben)
    page = context.new_page()
    page.goto(path)
    bell = page.locator("#bell-count")
    mark = page.locator("summary .unread")
    expect(mark).to_be_hidden()
    happens = [
        lambda: played(match, first_choice(match), now=timezone.now()),
        lambda: talk.write_message(match_id=match.pk, user=ann, text="Hello", now=timezone.now()),
        lambda: open_table(ann, SeatPlan(invited=ben), now=timezone.now()),
        lambda: tables.decline_invitation(match_id=table.pk, user=cleo, now=timezone.now()),
    ]
    for number, happen in enumerate(happens, 1):
        aside(happen)
        expect(bell).to_contain_text(str(number))
        expect(mark).to_be_visible()
    context.close()
