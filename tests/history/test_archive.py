"""The archive: what is found, by whom, and in which pages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.history import archive_search
from games.history.archive_search import ArchiveFilter
from games.models import Match, Visibility
from tests.factories import NOW, level_bot, open_table, people, person, running_match
from tests.history.games import ended

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
THREE = {"players": 3}
PREVIEW = {"players": 2, "tiles_per_player": "18", "preview": "on"}


def found(user: User | None = None, **wished: object) -> set[str]:
    return set(archive_search.finished_matches(user, ArchiveFilter(**wished)).values_list("name", flat=True))  # type: ignore[arg-type]


def listed(client: Client, **query: object) -> list[str]:
    """The keys of the matches of a page, in its order."""
    return [match.key for match in client.get("/archive/", query).context["page"].rows]


def test_finished_games_that_all_may_see_and_one_s_own() -> None:
    ann, ben, cleo = people(3)
    ended(ann, ben, name="public")
    ended(ann, ben, name="unlisted", visibility=Visibility.UNLISTED)
    ended(ann, ben, name="private", visibility=Visibility.PRIVATE)
    running_match(ann, ben, name="running")
    open_table(ann, name="open")

    assert found(None) == found(cleo) == {"public"}
    assert found(ann) == found(ben, mine=True) == {"public", "unlisted", "private"}
    assert found(cleo, mine=True) == set()
    assert found(ann, mine=True, visibility="private") == {"private"}


@pytest.fixture
def games() -> list[Match]:
    """Two people, three people, and one against a bot."""
    ann, ben, cleo = people(3)
    return [
        ended(ann, ben, name="Sunday game", days=1, turns=10, reason="early", rated=True),
        ended(
            ann, cleo, ben, name="three", days=2, turns=30, rated=False, options={**THREE, "tiles_per_player": "all"}
        ),
        ended(cleo, level_bot(), name="bot", days=3, turns=20, rated=False, options=PREVIEW),
    ]


@pytest.mark.parametrize(
    ("wished", "names"),
    [
        ({"player": "ben"}, {"Sunday game", "three"}),
        ({"player": " BEN ", "opponent": "Cleo"}, {"three"}),
        ({"player": "Nobody"}, set()),
        ({"opponent": "Nobody"}, set()),
        ({"bot": "none"}, {"Sunday game", "three"}),
        ({"bot": "any"}, {"bot"}),
        ({"bot": "seedling"}, {"bot"}),
        ({"bot": "navigator"}, set()),
        ({"players": 3}, {"three"}),
        ({"options": ["preview=on"]}, {"bot"}),
        ({"options": ["preview=sideways"]}, set()),
        ({"options": ["tiles_per_player=18", "tiles_per_player=all"]}, {"three", "bot"}),
        ({"options": ["tiles_per_player=18", "tiles_per_player=all", "preview=on"]}, {"bot"}),
        ({"options": ["tiles_per_player=all", "preview=on"]}, set()),
        ({"how": "early"}, {"Sunday game"}),
        ({"rated": "rated"}, {"Sunday game"}),
        ({"rated": "casual"}, {"three", "bot"}),
        ({"since": (NOW + 2 * DAY).date()}, {"three", "bot"}),
        ({"until": (NOW + 2 * DAY).date()}, {"Sunday game", "three"}),
        ({"shortest": 20, "longest": 20}, {"bot"}),
        ({"name": "sunday"}, {"Sunday game"}),
        ({"rules": "taluva"}, {"Sunday game", "three", "bot"}),
        ({"rules": "chess"}, set()),
    ],
)
def test_each_wish_narrows_what_is_found(wished: dict[str, object], names: set[str], games: list[Match]) -> None:
    assert found(**wished) == names


def test_a_result_is_the_player_s() -> None:
    ann, ben = people(2)
    ended(ann, ben)

    for who, result, finds in ((ann, "won", 1), (ann, "lost", 0), (ben, "won", 0), (ben, "lost", 1)):
        assert archive_search.finished_matches(None, ArchiveFilter(player=str(who), result=result)).count() == finds
        assert archive_search.finished_matches(who, ArchiveFilter(mine=True, result=result)).count() == finds


@pytest.mark.parametrize(
    ("sort", "order"), [("newest", [2, 1, 0]), ("oldest", [0, 1, 2]), ("longest", [1, 2, 0]), ("shortest", [0, 2, 1])]
)
def test_games_are_sorted(sort: str, order: list[int], games: list[Match], client: Client) -> None:
    assert listed(client, sort=sort) == [games[index].key for index in order]


@pytest.mark.parametrize("sort", archive_search.SORTS)
def test_pages_hold_each_game_once_forth_and_back(sort: str) -> None:
    ann, ben = people(2)
    for day in (1, 1, 1, 2, 3, 3, 4):  # several at the same moment: their number decides
        ended(ann, ben, days=day, turns=20 + day)
    rows = archive_search.finished_matches(None, ArchiveFilter())
    whole = archive_search.page_of_matches(rows, sort, most=7).rows
    pages = [archive_search.page_of_matches(rows, sort, most=3)]
    while pages[-1].after:
        pages.append(archive_search.page_of_matches(rows, sort, after=pages[-1].after, most=3))
    back = [pages[-1]]
    while back[-1].before:
        back.append(archive_search.page_of_matches(rows, sort, before=back[-1].before, most=3))

    assert [match for each in pages for match in each.rows] == whole
    assert [len(each.rows) for each in pages] == [3, 3, 1]
    assert [each.rows for each in back] == [pages[2].rows, pages[1].rows, pages[0].rows]
    assert (pages[0].before, back[-1].after != "") == ("", True)


def test_a_page_costs_the_same_queries_however_many_it_shows(client: Client) -> None:
    ann, ben = people(2)
    ended(ann, ben)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get("/archive/")
        counts.append(len(queries))
        for day in range(6):
            ended(ann, ben, days=day)

    assert counts[0] == counts[1] <= 4


def test_the_page_shows_who_won_and_how_it_ended(games: list[Match], client: Client) -> None:
    page = client.get("/archive/", {"how": "early"}).text

    assert f'href="/games/{games[0].key}/"' in page
    assert "two kinds of pieces used up" in page
    assert '<span class="vh">won</span>' in page
    assert f'href="/games/{games[1].key}/"' not in page
    assert '<option value="early" selected' in page


def test_the_page_says_in_words_what_is_looked_for(games: list[Match], client: Client) -> None:
    wished = {"players": 3, "since": "2026-01-02", "how": "tiles", "option": ["preview=on", "ranking=on"]}
    form = client.get("/archive/", wished).context["form"]

    assert form.filter_words == [
        ("Players", "3"),
        ("Ending", "last tile placed"),
        ("Finished after", "2 January 2026"),
        ("Options", "Ranking, Preview"),
    ]


def test_own_games_are_for_who_is_logged_in(games: list[Match], client: Client) -> None:
    assert len(listed(client, mine=1)) == 3
    client.force_login(User.objects.get(username="Ann"))

    assert listed(client, mine=1) == [games[1].key, games[0].key]
    assert "The hidden" not in client.get("/archive/").text
    assert 'name="visibility"' in client.get("/archive/", {"mine": 1}).text


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"since": "yesterday"}, "Enter a valid date."),
        ({"until": "9999-12-31"}, "less than or equal to 2999-12-31"),
        ({"since": "0001-01-01"}, "greater than or equal to 1970-01-01"),
        ({"players": "9"}, "Select a valid choice. 9 is not one of the available choices."),
        ({"shortest": "-1"}, "greater than or equal to 0"),
        ({"longest": "9" * 30}, "less than or equal to 999"),
        ({"result": "won"}, "Enter the name of the player whose result you mean."),
        ({"player": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_what_makes_no_sense_is_said_and_the_rest_is_still_looked_for(
    query: dict[str, str], sentence: str, games: list[Match], client: Client
) -> None:
    page = client.get("/archive/", {**query, "rated": "rated"})

    assert (page.status_code, sentence in page.text) == (422, True)
    assert [match.key for match in page.context["page"].rows] == [games[0].key]


@pytest.mark.parametrize(
    "place",
    [
        *("x", "~", "2026-01-01~1", "2026-01-01T00:00:00+00:00~x", f"5~{'9' * 40}", "\0~1"),
        *(f"{NOW.isoformat()}~{sign}{'9' * 40}" for sign in ("", "-")),
        *("0001-01-01T00:00:00+14:00~1", "9999-12-31T23:59:59-14:00~1"),
    ],
)
@pytest.mark.parametrize("side", ["after", "before"])
def test_a_place_that_is_none_begins_at_the_beginning(
    place: str, side: str, games: list[Match], client: Client
) -> None:
    assert len(listed(client, **{side: place})) == 3


def test_an_empty_archive_says_so_and_what_fits_nothing_is_cleared(client: Client) -> None:
    client.force_login(person())
    assert "No finished games yet." in client.get("/archive/").text
    for kept, clear in [({}, "/archive/"), ({"mine": 1}, "/archive/?mine=1")]:
        page = client.get("/archive/", {"players": 3, **kept}).text
        assert ("No games match." in page, f'href="{clear}">Show all games</a>' in page) == (True, True)


@pytest.mark.parametrize("sort", archive_search.SORTS)
def test_pages_are_read_from_an_index_in_their_order(sort: str) -> None:
    with CaptureQueriesContext(connection) as captured:
        archive_search.page_of_matches(archive_search.finished_matches(person("Ann"), ArchiveFilter()), sort, most=12)
    [asked] = [query["sql"] for query in captured if 'FROM "games_match"' in query["sql"]]

    plan = plan_of(asked)

    assert re.search(r"INDEX match_(archive|by_length)|Index Scan.* using match_(archive|by_length)", plan), plan
    assert not re.search(r"TEMP B-TREE|Sort", plan), plan


def plan_of(sql: str) -> str:
    """How the database goes about it. PostgreSQL would sort a table as small as a test's: it may not, to be seen."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for way in ("seqscan", "bitmapscan", "sort"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
        cursor.execute(f"EXPLAIN {sql}" if connection.vendor == "postgresql" else f"EXPLAIN QUERY PLAN {sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())
