"""A new table: who plays, how fast, by which rules; and the one click that needs none of it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models.user import Kind
from games.models import Match, MatchState
from games.people import following, moderation
from tests.factories import NOW, browser_of, guest, join, level_bot, names_in, people, person, running_match

pytestmark = pytest.mark.django_db
NEW_TABLE = {
    "seat1": "anybody",
    "seat2": "nobody",
    "seat3": "nobody",
    "seat4": "nobody",
    "starts": "drawn",
    "clock": "3",
    "at_deadline": "out",
    "stand_in_level": "seedling",
    "visibility": "public",
    "rated": "on",
}


def test_a_new_table_is_open_to_anybody() -> None:
    ann = person("Ann")

    answer = browser_of(ann).post("/tables/new/taluva/", NEW_TABLE)

    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, match.get_absolute_url())
    assert (match.state, match.players, match.days_per_turn, match.rated) == (MatchState.OPEN, 2, 3, True)
    assert [seat.user for seat in match.seats.all()] == [ann, None]


@pytest.mark.parametrize(
    ("changed", "is_said"),
    [({}, False), ({"seat2": "link"}, True), ({"seat2": "link", "rated": ""}, False)],
)
def test_a_rated_game_that_has_to_be_casual_says_so(changed: dict[str, str], is_said: bool) -> None:
    page = browser_of(person()).post("/tables/new/taluva/", {**NEW_TABLE, **changed}, follow=True)

    assert ("This game is casual: a guest or a program may join" in page.text) == is_said


@pytest.mark.parametrize(("starts", "order"), [("1", "Ann Ben Seedling"), ("4", "Seedling Ann Ben")])
def test_who_starts_and_who_follows_can_be_chosen(starts: str, order: str) -> None:
    ann, ben = people(2)
    seats = {"seat1": "name", "name1": "ben", "seat3": "bot:seedling"}
    browser_of(ann).post("/tables/new/taluva/", {**NEW_TABLE, **seats, "starts": starts})
    match = join(Match.objects.get(), ben)

    assert (match.draw_seats, names_in(match)) == (False, order.split())


def test_names_of_those_whom_one_knows_are_offered() -> None:
    ann, ben, cleo, dov, eve = people(5)
    running_match(ann, ben, cleo, level_bot())
    following.follow_user(follower=ann, followed=dov, now=NOW)
    moderation.block_user(blocker=cleo, blocked=ann)
    following.follow_user(follower=eve, followed=ann, now=NOW)

    offered = re.findall(
        '<option value="(.*?)">',
        re.search("<datalist.*?</datalist>", browser_of(ann).get("/tables/new/taluva/").text)[0],
    )

    assert offered == [ben.username, dov.username]


@pytest.mark.parametrize(
    ("clock", "columns"),
    [
        ("14", (14, None, None, None)),
        ("bank-quick", (None, 72, 12, 120)),
        ("none", (None, None, None, None)),
    ],
)
def test_the_clock_of_a_new_table(clock: str, columns: tuple[int | None, ...]) -> None:
    browser_of(person()).post("/tables/new/taluva/", {**NEW_TABLE, "clock": clock})

    match = Match.objects.get()
    assert (match.days_per_turn, match.bank_hours, match.increment_hours, match.cap_hours) == columns


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"seat1": "name", "name1": "Nobody Known"}, "No player has that name."),
        ({"seat1": "name", "name1": " "}, "Enter a name."),
        ({"seat1": "name", "name1": "ann"}, "You already have a seat."),
        ({"seat1": "nobody"}, "A game needs at least two players."),
        ({"option_teams": "on"}, "four"),
        ({"starts": "3"}, "No player has that name."),
    ],
)
def test_a_table_that_does_not_fit_is_refused_with_a_sentence(changed: dict[str, str], sentence: str) -> None:
    answer = browser_of(person("Ann")).post("/tables/new/taluva/", {**NEW_TABLE, **changed})

    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()


def test_options_that_exclude_each_other_are_refused_with_a_link_to_their_clause() -> None:
    four = {"seat2": "anybody", "seat3": "anybody", "option_teams": "on", "option_ranking": "on"}
    answer = browser_of(person()).post("/tables/new/taluva/", {**NEW_TABLE, **four})

    assert answer.status_code == 422
    link = '(<a class="clause" href="/rules/taluva/#T-9.4">T-9.4</a>)'
    assert f"<li>Teams and ranking exclude each other: choose one of them. {link}</li>" in answer.text


def test_one_click_and_a_visitor_plays_a_bot() -> None:
    client = Client()

    answer = client.post("/play/taluva/", {"time_zone": "Asia/Tokyo"})

    match = Match.objects.get()
    guest, bot = (seat.user for seat in match.seats.order_by("index"))
    assert guest is not None
    assert (guest.kind, guest.time_zone, bot and bot.kind) == (Kind.GUEST, "Asia/Tokyo", Kind.BOT)
    assert (answer.status_code, answer["Location"], match.state) == (303, match.get_absolute_url(), MatchState.RUNNING)
    assert "Your turn" in client.get(match.get_absolute_url()).content.decode()


def test_only_the_first_game_leads_to_the_exercises() -> None:
    client = Client()
    first, second = (client.get(client.post("/play/taluva/")["Location"]).content.decode() for _ in range(2))

    assert '<a href="/learn/taluva/">8 short exercises</a>' in first
    assert "8 short exercises" not in second


def test_a_guest_is_offered_what_guests_may_open() -> None:
    browser = browser_of(guest())
    form = browser.get("/tables/new/taluva/").context["form"]

    assert [choice for choice, _name in form.fields["seat1"].choices if not choice.startswith("bot:")] == [
        "nobody",
        "link",
    ]
    assert browser.post("/tables/new/taluva/", {**NEW_TABLE, "seat1": "link", "rated": "on"}).status_code == 303
    assert not Match.objects.get().rated


def test_the_address_of_that_click_leads_to_the_tables() -> None:
    answer = Client().get("/play/taluva/")

    assert (answer.status_code, answer["Location"]) == (302, "/tables/")
    assert not Match.objects.exists()
