"""A GET changes nothing but what its reader has seen, and nobody else hears of it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import sweeping
from games.matches import live
from games.models import Match, TurnOrigin
from tests.factories import NOW, browser_of, level_bot, people, played, running_match

pytestmark = pytest.mark.django_db
CHANGES = re.compile(r'^(?:INSERT INTO|UPDATE|DELETE FROM) "[a-z]+_(\w+)"(?: SET "(\w+)")?')
# What the reader has seen: until which turn, which notices, and that mails may come again.
OWN = {("seat", "seen_turn"), ("notice", "read_at"), ("noticesettings", "looked_at"), ("delivery", "state")}
PAGES = (
    "",
    "list/",
    "0/",
    "1/",
    "replay/?t=1",
    "0/try/",
    "pulse/",
    "talk/",
    "fairness/",
    "record.txt",
    "confirm/?text=x",
)


@pytest.fixture
def match() -> Match:
    """A game in which a bot has played for Ann, since her time ran out; Ben is to move, and Cleo looks on."""
    ann, ben, _ = people(3)
    match = running_match(ann, ben, at_deadline="stand-in", stand_in_level="seedling", days_per_turn=1)
    sweeping.sweep_clocks(NOW + timedelta(hours=25))
    return played(match, player=level_bot(), seat=0, by=TurnOrigin.STAND_IN)


@pytest.mark.parametrize("name", ["Ann", "Ben", "Cleo"])
def test_pages_of_a_match_change_nothing_of_it(match: Match, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []
    monkeypatch.setattr(live, "nudge_pages", lambda *said, **_more: heard.append(said))
    client = browser_of(User.objects.get(username=name))
    seat = list(match.seats.values_list("stand_in", "is_back", "deadline"))
    assert seat[0][0]

    with CaptureQueriesContext(connection) as queries:
        answers = [client.get(f"{match.get_absolute_url()}{page}").status_code for page in PAGES]
    changed = {found.groups() for query in queries if (found := CHANGES.match(query["sql"]))}

    assert set(answers) <= {200, 302}
    assert changed - OWN == set()
    assert heard == []
    assert list(match.seats.values_list("stand_in", "is_back", "deadline")) == seat
