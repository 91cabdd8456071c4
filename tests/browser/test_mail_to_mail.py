"""A mail leads to the board, and the turn that is taken there to the other's mail: all with real processes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests import post, processes
from tests.browser.players import take_turn

pytestmark = pytest.mark.long
PASSWORD = "a long tale of seven"
MAKE = f"""
from django.utils import timezone
from accounts.models import NoticePreference, User
from allauth.account.models import EmailAddress
from games.matches.tables import tables
people = [User.objects.create_user(name, name.lower() + "@taluva.example", {PASSWORD!r}) for name in ("Ann", "Ben")]
for person in people:
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    NoticePreference.objects.create(user=person, event="your-turn", when="at-once")
seats = [tables.SeatPlan(user=person) for person in people]
tables.create_match(
    creator=people[0], rules="taluva", settings={{}}, seats=seats, now=timezone.now(), draw_seats=False, days_per_turn=3
)
"""


@pytest.fixture
def club(tmp_path: Path, database_url: str) -> Iterator[tuple[str, post.Letters]]:
    """The address and the mails of a club whose web, worker and scheduler run beside this test."""
    with ExitStack() as stack:
        letters, mail = stack.enter_context(post.office())
        club = processes.Hosted(tmp_path, database_url, stack.enter_context(processes.valkey(tmp_path)), mail)
        club.prepare()
        address, _web = stack.enter_context(club.web())
        for process in (club.worker("default"), club.scheduler()):
            stack.enter_context(process)
        club.manage("shell", "-c", MAKE)
        yield address, letters


def subjects(letters: post.Letters) -> list[str]:
    """What Ben's mails are about."""
    return [letter["Subject"] for letter in letters.to("ben@taluva.example")]


def test_a_mail_leads_to_the_turn_and_the_turn_to_the_others_mail(
    club: tuple[str, post.Letters], browser: Browser
) -> None:
    address, letters = club
    processes.wait_for(lambda: letters.to("ann@taluva.example"), within=60, why="Ann gets no mail")
    link = re.search(r"http://localhost/(games/\w+/)", post.text_of(letters.to("ann@taluva.example")[-1]))
    assert link
    page = browser.new_page(reduced_motion="reduce")
    page.goto(address + link.group(1))
    page.get_by_role("link", name="Log in").first.click()
    page.get_by_label("Name or email").fill("Ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()

    expect(page).to_have_url(address + link.group(1))
    take_turn(page, lambda count: 0)
    processes.wait_for(lambda: "Your turn: Taluva with Ann" in subjects(letters), within=60, why="Ben gets no mail")
    page.close()
