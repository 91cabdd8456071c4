"""The club in numbers: what counts, how it is put together, and that it costs the same however much there is."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.history import statistics
from games.history.statistics import Month, Proportion, StatisticsFilter
from games.models import MatchState, Visibility
from tests.factories import people
from tests.history.games import ended

pytestmark = pytest.mark.django_db
TEAMS = {"players": 4, "teams": "on"}


@pytest.fixture
def sitters() -> list[User]:
    return people(4)


def test_public_finished_games_alone_count(sitters: list[User]) -> None:
    ann, ben, cleo, dov = sitters
    ended(ann, ben, turns=20)
    ended(ann, ben, cleo, dov, turns=50, rated=False)
    for visibility in (Visibility.PRIVATE, Visibility.UNLISTED):
        ended(ann, ben, visibility=visibility)
    for state in (MatchState.CANCELLED, MatchState.RUNNING):
        ended(ann, ben, state=state)

    figures = statistics.compute_figures(StatisticsFilter())
    assert (figures.games, figures.turns) == (2, 70)
    for wish, games in (
        (StatisticsFilter(players=2), 1),
        (StatisticsFilter(rated="rated"), 1),
        (StatisticsFilter(rated="casual", players=2), 0),
        (StatisticsFilter(rules="taluva"), 2),
        (StatisticsFilter(rules="chess"), 0),
    ):
        assert statistics.compute_figures(wish).games == games


def test_months_follow_each_other_without_gaps(sitters: list[User]) -> None:
    ann, ben = sitters[:2]
    for days, turns in ((0, 20), (1, 22), (62, 30)):  # from 4 May 2026 on
        ended(ann, ben, days=days, turns=turns)

    assert statistics.compute_figures(StatisticsFilter()).months == [
        Month(date(2026, 5, 1), 2, 42),
        Month(date(2026, 6, 1), 0, 0),
        Month(date(2026, 7, 1), 1, 30),
    ]


def test_each_seat_s_share_of_wins_by_players_and_teams(sitters: list[User]) -> None:
    ann, ben, cleo, dov = sitters
    for places in ([1, 2], [1, 2], [2, 1], [1, 1]):
        ended(ann, ben, places=places)
    ended(ann, ben, cleo, dov, places=[3, 1, 3, 1], teams=True, options=TEAMS)
    ended(ann, ben, cleo, dov, places=[2, 3, 1, 4])

    found = {
        (table.players, table.is_teams): table.seats for table in statistics.compute_figures(StatisticsFilter()).tables
    }
    assert found == {
        (2, False): [Proportion(3, 4), Proportion(2, 4)],
        (4, False): [Proportion(0, 1), Proportion(0, 1), Proportion(1, 1), Proportion(0, 1)],
        (4, True): [Proportion(0, 1), Proportion(1, 1), Proportion(0, 1), Proportion(1, 1)],
    }


def test_a_share_is_as_sure_as_its_games_are_many() -> None:
    few, many, none = Proportion(5, 10), Proportion(500, 1000), Proportion(0, 10)

    assert (few.percent, few.low, few.high) == (50.0, 23.7, 76.3)
    assert (many.low, many.high) == (46.9, 53.1)
    assert (none.low, none.high) == (0.0, 27.8)


def test_how_games_end_by_players_and_by_what_is_unusual_about_them(sitters: list[User]) -> None:
    ann, ben, cleo, dov = sitters
    preview = {"players": 2, "preview": "on", "founding": "apart"}
    ended(ann, ben, reason="early", turns=10, options=preview)
    ended(ann, ben, reason="tiles", turns=21, options=preview)
    ended(ann, ben, reason="tiles", turns=24)
    ended(ann, ben, cleo, dov, reason="last-standing", options={**TEAMS, "preview": "on"})

    figures = statistics.compute_figures(StatisticsFilter())
    assert figures.reasons == ["early", "tiles", "last-standing"]
    assert [(row.what, row.games, row.mean, row.reasons) for row in figures.by_players] == [
        (2, 3, 18.3, {"early": Proportion(1, 3), "tiles": Proportion(2, 3)}),
        (4, 1, 40.0, {"last-standing": Proportion(1, 1)}),
    ]
    assert [(row.what, row.games) for row in figures.by_option] == [("preview=on", 3), ("teams=on", 1)]


def test_the_page_shows_pictures_and_their_numbers(sitters: list[User], client: Client) -> None:
    ended(*sitters[:2], options={"players": 2, "preview": "on"})
    ended(*sitters, options=TEAMS, teams=True)
    page = client.get("/statistics/").text

    assert page.count('<svg class="chart"') == 5
    for words in ("May 2026", "100.0 <small>(21–100)</small>", "Preview", "4, in teams", "last tile placed"):
        assert words in page
    assert 'href="/statistics/"' in client.get("/archive/").text


def test_an_empty_club_and_a_wish_for_nothing(client: Client) -> None:
    assert "No games match." in client.get("/statistics/").text
    answer = client.get("/statistics/", {"players": "9", "rated": "casual"})
    assert (answer.status_code, "Select a valid choice." in answer.text) == (422, True)


def test_the_page_costs_the_same_queries_however_much_there_is(sitters: list[User], client: Client) -> None:
    counts = []
    for _ in range(2):
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            client.get("/statistics/")
        counts.append(len(queries))
        for days in range(40, 100, 20):
            ended(*sitters, days=days)
            ended(*sitters[:2], options={"players": 2, "ranking": "on"})
    with CaptureQueriesContext(connection) as queries:
        assert "As of" in client.get("/statistics/").text

    assert (counts, len(queries)) == ([3, 3], 0)
