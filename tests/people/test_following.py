"""Following somebody, what others see of a person, and how somebody likes to begin."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.history import ratings
from games.matches import play
from games.matches.refusals import SiteRefusal
from games.matches.tables import match_lists
from games.matches.tables.match_lists import TableFilter
from games.models import Follow, ProfileWishes, Rating, Visibility
from games.people import following, moderation
from games.people import profiles as club
from games.registry import BOARDS
from tests.factories import NOW, open_table, people, person, played_on, running_match
from tests.history.games import ended

pytestmark = pytest.mark.django_db


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_open_seats_of_people_whom_one_follows_come_first() -> None:
    ann, ben, cleo = people(3)
    theirs = open_table(ben)
    newer = open_table(cleo)
    assert list(match_lists.open_tables(ann, TableFilter())) == [newer, theirs]

    following.follow_user(follower=ann, followed=ben, now=NOW)

    assert list(match_lists.open_tables(ann, TableFilter())) == [theirs, newer]
    assert list(match_lists.open_tables(None, TableFilter())) == [newer, theirs]


def test_the_dashboard_tells_of_their_free_seats_and_games_and_of_nothing_hidden() -> None:
    ann, ben, cleo = people(3)
    table, hidden = open_table(ben), open_table(cleo, visibility=Visibility.UNLISTED)
    running_match(ben, cleo)
    for followed in (ben, cleo):
        following.follow_user(follower=ann, followed=followed, now=NOW)

    told = logged_in(ann).get("/games/").text

    assert club.followed_people(ann) == [(ben, table.key, 1), (cleo, "", 1)]
    assert f'href="/games/{table.key}/"' in told
    assert hidden.key not in told


def test_one_follows_by_a_click_once_and_no_more_by_another() -> None:
    ann, ben = people(2)
    client = logged_in(ann)
    assert "Unfollow" not in client.get("/people/Ben/").text
    for _click in range(2):
        assert client.post("/people/Ben/follow/").status_code == 303
    assert "Unfollow" in client.get("/people/Ben/").text
    assert ann.follows.get().followed == ben

    client.post("/people/Ben/follow/", {"stop": "1"})

    assert not Follow.objects.exists()


def test_a_block_ends_it_on_both_sides_for_good() -> None:
    ann, ben, cleo = people(3)
    for follower, followed in ((ann, ben), (ben, ann), (ann, cleo)):
        following.follow_user(follower=follower, followed=followed, now=NOW)

    moderation.block_user(blocker=ben, blocked=ann)

    assert [(str(row.follower), str(row.followed)) for row in Follow.objects.all()] == [("Ann", "Cleo")]
    moderation.unblock_user(blocker=ben, blocked=ann)
    assert [followed for followed, _table, _games in club.followed_people(ann)] == [cleo]


def test_nobody_follows_themselves_or_who_blocked_them() -> None:
    ann, ben = people(2)
    moderation.block_user(blocker=ben, blocked=ann)
    for whom in (ann, ben):
        with pytest.raises(SiteRefusal):
            following.follow_user(follower=ann, followed=whom, now=NOW)
    assert logged_in(ann).post("/people/Ben/follow/").status_code == 422
    assert Client().post("/people/Ben/follow/").status_code == 302


HEADS = {
    "ratings": "Rating, two players",
    "results": "h-results",
    "opponents": "h-met",
    "openings": "h-openings",
    "times": "Average time per turn",
}


@pytest.mark.parametrize("part", HEADS)
def test_who_hides_a_part_shows_it_to_nobody_else(part: str) -> None:
    ann, ben = people(2)
    match = played_on(running_match(ann, ben, rated=True), 9)
    play.resign_match(match_id=match.pk, player=ben, now=NOW)
    ratings.reckon_waiting()
    assert all(head in Client().get("/people/Ann/").text for head in HEADS.values())
    client = logged_in(ann)

    wish = {name: "on" for name in HEADS if name != part}
    assert client.post("/account/profile/", wish)["Location"] == "/people/Ann/"

    others = Client().get("/people/Ann/").text
    assert [name for name, head in HEADS.items() if head not in others] == [part]
    assert all(head in client.get("/people/Ann/").text for head in HEADS.values())
    assert "You see more here than others do." in client.get("/people/Ann/").text


def test_hidden_ratings_are_on_no_leaderboard_and_hidden_opponents_in_no_comparison() -> None:
    ann, ben = people(2)
    for day in range(12):
        ended(ann, ben, days=day)
    ratings.reckon_waiting()
    assert [row.rating.user for row in club.leading_players("two", rules="taluva")] == [ann, ben]
    ProfileWishes.objects.create(user=ann, ratings=False, opponents=False)

    assert [row.rating.user for row in club.leading_players("two", rules="taluva")] == [ben]
    assert Rating.objects.count() == 2
    assert Client().get("/people/Ben/Ann/").status_code == 404
    assert logged_in(ben).get("/people/Ben/Ann/").status_code == 200


def test_openings_are_counted_with_what_came_of_them() -> None:
    ann, ben = people(2)
    for _game in range(2):
        match = played_on(running_match(ann, ben), 9)
        play.resign_match(match_id=match.pk, player=ben, now=NOW)
    short = played_on(running_match(ann, ben), 2)
    play.resign_match(match_id=short.pk, player=ann, now=NOW)

    found = club.frequent_openings(ann, None, rules="taluva")

    assert sum(opening.games for opening in found) == sum(opening.won for opening in found) == 2
    assert {opening.percent for opening in found} == {100}
    assert all(str(opening.words).count(",") == 3 for opening in found)


def test_an_opening_is_what_was_built_in_four_turns() -> None:
    entries = ["SJ@0,0E H@0,1", "CJ@3,0E X@0,1:L", "LL@0,3W T@1,1", "RR@-2,1W W@2,2", "RC@9,9W H@8,8"]

    assert str(BOARDS["taluva"].opening(entries)) == "hut, expansion, temple, tower"
    assert BOARDS["taluva"].opening(entries[:3]) is None
    assert BOARDS["taluva"].opening(["resign", *entries[:3]]) is None


def test_a_page_with_all_of_it_costs_the_same_however_much_there_is(django_assert_num_queries: Any) -> None:
    ann, ben = people(2)
    reader = logged_in(person("Reader"))
    for games in (1, 4):
        for _game in range(games):
            match = played_on(running_match(ann, ben), 9)
            play.resign_match(match_id=match.pk, player=ben, now=NOW)
        reader.get("/people/")  # whether they moderate is remembered from then on
        with django_assert_num_queries(21):
            reader.get("/people/Ann/")
