"""People's pages: who was ahead of whom, streaks, leaderboards, and a constant number of queries."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.models.user import Kind
from games.history import ratings
from games.models import ProfileWishes, Rating
from games.models.rating import Field, displayed_rating
from games.people import moderation
from games.people import profiles as club
from tests.factories import NOW, browser_of, guest, level_bot, outside_bot, people, person, played, running_match
from tests.history.games import ended

pytestmark = pytest.mark.django_db
PAGES = ("/people/", "/people/Ann/", "/people/Ann/Ben/", "/ratings/taluva/", "/ratings/taluva/more/")


@pytest.fixture
def club_of_three() -> list[User]:
    """Ann beat Ben twice and lost once, and came between the two others in a game of three."""
    ann, ben, cleo = people(3)
    for day, (sitters, places) in enumerate(
        [([ann, ben], [1, 2]), ([ben, ann], [2, 1]), ([ann, ben], [2, 1]), ([cleo, ann, ben], [1, 2, 3])]
    ):
        ended(*sitters, places=places, days=day)
    ratings.reckon_waiting()
    return [ann, ben, cleo]


def test_head_to_head_counts_who_came_first(club_of_three: list[User], client: Client) -> None:
    ann, ben, cleo = club_of_three

    assert club.head_to_head(ann, ben, None) == (ben, 4, 3, 1)
    assert club.head_to_head(ben, ann, None) == (ann, 4, 1, 3)
    assert club.head_to_head(cleo, person("Dora"), None)[1:] == (0, 0, 0)
    assert "4 finished games together." in client.get("/people/Ann/Ben/").text
    assert client.get("/people/Ann/ann/").status_code == 404


def test_only_who_has_a_page_is_led_to_a_comparison(client: Client) -> None:
    ann, ben, robo = person("Ann"), person("Ben"), outside_bot()
    links = {}
    for reader in (None, guest(), robo, ben, ann):
        if reader:
            client.force_login(reader)
        links[reader and str(reader)] = re.findall(r'href="([^"]+)">Head to head<', client.get("/people/Ann/").text)

    assert links == {
        None: [],
        "Guest 00000001": [],
        "Robo": ["/people/Robo/Ann/"],
        "Ben": ["/people/Ben/Ann/"],
        "Ann": [],
    }
    assert client.get("/people/Robo/Ann/").status_code == 200


def test_who_has_played_nothing_yet_has_no_figure(client: Client) -> None:
    ann, ben, cleo = people(3)
    played(running_match(ann, ben))
    ended(ben, ann)
    figures = {who: re.findall(r"<dd>(.*?)</dd>", client.get(f"/people/{who}/").text)[:2] for who in (ann, ben, cleo)}

    assert figures == {ann: ["100 %", "100 %"], ben: ["–", "100 %"], cleo: ["–", "–"]}


def test_somebody_is_invited_or_blocked_from_their_page(client: Client) -> None:
    ann, ben, cleo, dov = people(4)
    outside_bot()
    moderation.block_user(blocker=ben, blocked=cleo)
    moderation.block_user(blocker=dov, blocked=ben)
    offered = {}
    for reader, whom in [(None, ann), (guest(), ann), (ann, ann), (ann, "Robo"), (ben, cleo), (ben, dov), (ben, ann)]:
        page = (browser_of(reader) if reader else client).get(f"/people/{whom}/").text
        offered[str(reader), str(whom)] = re.findall(r"(?<=>)(?:Invite to a game|Block)(?=<)", page)

    assert offered == {
        ("None", "Ann"): [],
        ("Guest 00000001", "Ann"): ["Block"],
        ("Ann", "Ann"): [],
        ("Ann", "Robo"): ["Block"],
        ("Ben", "Cleo"): [],
        ("Ben", "Dov"): ["Invite to a game", "Block"],  # who was blocked by somebody does not learn it there
        ("Ben", "Ann"): ["Invite to a game", "Block"],
    }
    browser_of(ben).post("/account/blocks/", {"name": "Ann"})
    assert [row.blocked for row in ben.blocks.order_by("pk")] == [cleo, ann]


def test_the_new_table_has_a_seat_for_who_was_to_be_invited() -> None:
    ann, odd = person("Ann"), person("O'Brien & Æther 9")
    address = re.search(r'href="(/tables/new/[^"]*)"', browser_of(ann).get(f"/people/{odd}/").text)[1]
    page, as_guest = (browser_of(who).get(address, follow=True).text for who in (ann, guest()))

    assert '"name" selected' in page
    assert re.search(r'name="name1" value="([^"]*)"', page)[1] == "O&#x27;Brien &amp; Æther 9"
    assert ('"name" selected' in as_guest, '"link" selected' in as_guest) == (False, True)


def test_opponents_are_those_most_often_met(club_of_three: list[User]) -> None:
    ann, ben, cleo = club_of_three

    assert club.frequent_opponents(ann, None) == [(ben, 4, 3, 1), (cleo, 1, 0, 1)]


def test_a_shared_place_is_ahead_of_nobody(client: Client) -> None:
    ann, ben = people(2)
    ended(ann, ben, places=[1, 1])

    assert club.head_to_head(ann, ben, None) == (ben, 1, 0, 0)
    assert "<dt>Tied</dt><dd>1</dd>" in client.get("/people/Ann/Ben/").text


@pytest.mark.parametrize(
    ("places", "of_bot"),
    [([1, 2, 3], (1, 0, 1)), ([2, 1, 3], (1, 1, 0)), ([2, 3, 1], (1, 1, 0)), ([1, 1, 3], (1, 0, 0))],
)
def test_of_two_seats_at_a_game_the_better_one_counts(
    places: list[int], of_bot: tuple[int, int, int], client: Client
) -> None:
    ann, bot = person("Ann"), level_bot()
    ended(ann, bot, bot, places=places)
    games, ahead, behind = of_bot

    assert club.head_to_head(bot, ann, None)[1:] == of_bot
    assert club.frequent_opponents(ann, None) == [(bot, games, behind, ahead)]
    assert club.results_of(bot, None) == [(3, 1, int(1 in places[1:]))]
    assert "1 finished game together." in client.get(f"/people/Ann/{bot}/").text


def test_results_lead_to_the_games_that_they_count(club_of_three: list[User], client: Client) -> None:
    links = re.findall(r'href="(/archive/\?player=Ann&amp;players=[^"]*)">(\d+)<', client.get("/people/Ann/").text)

    assert [int(number) for _link, number in links] == [3, 2, 1, 0]
    assert [len(client.get(html.unescape(link)).context["page"].rows) for link, _number in links] == [3, 2, 1, 0]


def test_results_and_streaks(club_of_three: list[User]) -> None:
    ann, ben, _cleo = club_of_three

    assert club.results_of(ann, None) == [(2, 3, 2), (3, 1, 0)]
    assert club.winning_streaks(ann, None) == club.Streaks(longest=2, current=0)
    ended(ben, ann, places=[1, 2], days=9)
    ended(ben, ann, places=[1, 2], days=10)
    assert club.winning_streaks(ben, None) == club.Streaks(longest=2, current=2)
    assert club.winning_streaks(person("Dora"), None) == club.Streaks()


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_a_game_that_is_not_public_counts_for_those_alone_who_played_it(
    visibility: str, club_of_three: list[User], client: Client
) -> None:
    ann, ben, cleo = club_of_three
    match = ended(ann, ben, days=9, visibility=visibility)
    for number in (1, 3, 5, 7):
        match.turns.create(number=number, seat=0, text="JC@0,0SE H@0,1", by="person", user=ann, played_at=NOW)

    told = [
        (
            club.results_of(ann, reader)[0],
            club.winning_streaks(ann, reader).current,
            club.frequent_opponents(ann, reader)[0].games,
            club.head_to_head(ben, ann, reader)[1:],
            len(club.frequent_openings(ann, reader, rules="taluva")),
        )
        for reader in (None, cleo, ben, ann)
    ]
    assert told == [((2, 3, 2), 0, 4, (4, 1, 3), 0)] * 2 + [((2, 4, 3), 1, 5, (5, 1, 4), 1)] * 2
    for reader, number in ((cleo, 4), (ben, 5), (ann, 5)):
        client.force_login(reader)
        assert f"{number} finished games together." in client.get("/people/Ann/Ben/").text
        assert len(client.get("/archive/?player=Ann&opponent=Ben").context["page"].rows) == number


def test_the_course_of_a_rating_ends_where_it_is_now(club_of_three: list[User]) -> None:
    [two, more] = club.rating_courses(club_of_three[0])

    assert (two.rating.field, more.rating.field) == (Field.TWO, Field.MORE)
    assert (len(two.values), two.values[0], two.values[-1]) == (4, 1500, displayed_rating(two.rating.mu))
    assert two.values[1] > 1500


def test_a_course_has_the_last_games_of_its_field_however_long_ago(
    club_of_three: list[User], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, _cleo = club_of_three
    for day in range(20, 24):
        ended(ann, ben, days=day)
    ratings.reckon_waiting()
    whole = [course.values for course in club.rating_courses(ann)]
    monkeypatch.setattr(club, "COURSE", 1)

    assert [course.values for course in club.rating_courses(ann)] == [values[-2:] for values in whole]
    assert client.get("/people/Ann/").status_code == 200


def rated(name: str, mu: float, matches: int, **values: object) -> None:
    user = person(name, **values)
    Rating.objects.create(user=user, rules="taluva", field=Field.TWO, mu=mu, sigma=2, matches=matches, last_at=NOW)


def test_leaders_share_ranks_and_whoever_is_new_stands_apart(client: Client) -> None:
    for name, mu, matches in (("Ann", 30, 20), ("Ben", 31, 20), ("Cleo", 30, 10), ("Dov", 20, 12), ("Eve", 40, 9)):
        rated(name, mu, matches)
    rated("Gone", 50, 30, kind=Kind.GONE)
    rated("Out", 50, 30, is_active=False)

    assert [(rank, str(row.user)) for rank, row in club.leading_players("two", rules="taluva")] == [
        (1, "Ben"),
        (2, "Ann"),
        (2, "Cleo"),
        (4, "Dov"),
    ]
    assert [str(row.user) for row in club.provisional_players("two", rules="taluva")] == ["Eve"]
    page = client.get("/ratings/taluva/two/").text
    assert "<b>1860</b> <small>± 240</small>" in page
    assert "Gone" not in page
    assert client.get("/ratings/taluva/chess/").status_code == 404


def test_whoever_ranks_below_the_leaders_finds_themselves_there_too(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club, "LEADERS", 2)
    for name, mu, matches in (("Ann", 30, 20), ("Ben", 31, 20), ("Cleo", 29, 20), ("Dov", 29, 10), ("Eve", 28, 9)):
        rated(name, mu, matches)
    below = {}
    for reader in User.objects.order_by("pk"):
        client.force_login(reader)
        page = client.get("/ratings/taluva/two/")
        below[str(reader)] = page.context["below"] and page.context["below"].rank
        assert page.text.count('class="own') == (reader.username != "Eve")

    assert below == {"Ann": None, "Ben": None, "Cleo": 3, "Dov": 3, "Eve": None}


def test_the_directory_is_read_page_by_page(client: Client) -> None:
    for number in range(42):
        person(f"Ann{number:02d}")
    person("Ben")
    guest()
    level_bot()
    first = client.get("/people/", {"name": "ANN"})
    second = client.get("/people/", {"name": "nn", "after": "Ann29"})

    assert [len(page.context["people"]) for page in (first, second)] == [30, 12]
    assert "name=ANN&amp;after=Ann29" in first.text
    assert "Ben" not in first.text + second.text
    everybody = client.get("/people/", {"after": "Ann41"}).text
    assert all(name in everybody for name in ("Ben", "Seedling"))
    assert "Guest" not in everybody
    assert "No players match." in client.get("/people/", {"name": "\0x"}).text


def test_the_directory_tells_ratings_of_those_who_show_them(club_of_three: list[User], client: Client) -> None:
    ann, ben, cleo = club_of_three
    ProfileWishes.objects.create(user=ben, ratings=False)
    rows = club.list_directory(most=9, rules="taluva")
    listed = {row.user: [rating and displayed_rating(rating.mu) for rating in row.ratings] for row in rows}

    assert listed == {
        ann: [displayed_rating(course.rating.mu) for course in club.rating_courses(ann)] + [None],
        ben: [None, None, None],
        cleo: [None, displayed_rating(club.rating_courses(cleo)[0].rating.mu), None],
    }
    assert f"<b>{listed[cleo][1]}</b>" in client.get("/people/").text


@pytest.mark.parametrize("name", ["Nobody", "Guest 00000001", "Gone", "Out", "a" * 200])
def test_who_is_not_there_can_t_be_looked_at(name: str, client: Client) -> None:
    guest()
    person("Gone", kind=Kind.GONE)
    person("Out", is_active=False)

    assert client.get(f"/people/{name}/").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_a_page_costs_the_same_queries_however_much_there_is(
    path: str, club_of_three: list[User], client: Client
) -> None:
    counts = []
    for round_ in ("first", "second"):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        counts.append(len(queries))
        for index in range(3):
            other = person(f"{round_} {index}")
            ended(club_of_three[0], club_of_three[1], other, places=[1, 2, 3], days=20 + index)
        ratings.reckon_waiting()

    assert counts[0] == counts[1] <= 18


def test_average_time_of_a_turn_in_words(club_of_three: list[User], client: Client) -> None:
    ann = club_of_three[0]
    assert club.turn_time(ann) is None
    match = ended(*club_of_three)
    for number, hours in ((1, 1), (2, 4)):
        match.turns.create(
            number=number, seat=0, text="x", by="person", user=ann, used=timedelta(hours=hours), played_at=NOW
        )

    assert club.turn_time(ann) == timedelta(hours=2.5)
    assert "2.5 hours" in client.get("/people/ann/").text
