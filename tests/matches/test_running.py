"""The games that run now: which there are, in which order, and at what cost."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.matches.tables import match_lists
from games.models import Match, Visibility
from taluva_site.utils import paging
from tests.factories import NOW, browser_of, finished_match, guest, level_bot, open_table, people, running_match
from tests.history.test_archive import plan_of

pytestmark = pytest.mark.django_db


def listed(client: Client, **query: str) -> list[str]:
    """The keys of the games of a page, in its order."""
    return [match.key for match in client.get("/running/", query).context["page"].rows]


def test_the_games_that_all_may_see_are_there_the_last_turn_first(client: Client) -> None:
    ann, ben = people(2)
    old, new = (running_match(ann, ben, now=NOW + timedelta(hours=hour)) for hour in (1, 2))
    for hidden in (Visibility.UNLISTED, Visibility.PRIVATE):
        running_match(ann, ben, visibility=hidden)
    open_table(ann)
    finished_match(ann, ben)

    assert listed(client) == listed(browser_of(ann)) == [new.key, old.key]
    page = client.get("/running/").text
    assert f'href="/games/{new.key}/"' in page
    assert "Turn 1. Ann to move." in page
    assert 'href="/running/">Running games</a>' in client.get("/tables/").text
    assert '<a href="/running/" aria-current="page">Running games</a>' in page


def test_a_guest_s_game_against_a_bot_is_not_there(client: Client) -> None:
    level_bot()
    browser_of(guest()).post("/play/taluva/", {"level": "seedling"})

    assert (Match.objects.count(), listed(client)) == (1, [])
    assert "No games in progress." in client.get("/running/").text


def test_pages_hold_each_game_once_and_cost_the_same(client: Client) -> None:
    ann, ben = people(2)
    games = [running_match(ann, ben, now=NOW + timedelta(hours=hour)).key for hour in range(10)]
    with CaptureQueriesContext(connection) as full:
        first = client.get("/running/")
    with CaptureQueriesContext(connection) as short:
        second = listed(client, after=first.context["page"].after)

    assert [match.key for match in first.context["page"].rows] + second == games[::-1]
    assert len(full) == len(short) <= 3


def test_pages_are_read_from_an_index_in_their_order() -> None:
    with CaptureQueriesContext(connection) as captured:
        paging.page_of_rows(match_lists.games_to_watch(), "turn_at", falls=True, most=9)
    [asked] = [query["sql"] for query in captured if 'FROM "games_match"' in query["sql"]]

    plan = plan_of(asked)

    assert re.search(r"INDEX match_by_last_turn|Index Scan.* using match_by_last_turn", plan), plan
    assert not re.search(r"TEMP B-TREE|Sort", plan), plan
