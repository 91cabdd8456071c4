"""The pages of a table: who sits down, by which door, and what those at it and others read."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.matches.tables.tables import SeatPlan
from games.models import MatchState
from games.models.match import SeatAccess
from games.people import moderation
from tests.factories import (
    browser_of,
    finished_match,
    guest,
    join,
    open_table,
    people,
    person,
)

pytestmark = pytest.mark.django_db


def test_whoever_has_the_link_sits_down_as_a_guest() -> None:
    match = open_table(person("Ann"), SeatPlan(kept_for="link"))
    address = f"/games/{match.key}/join/{match.join_code}/"
    client = Client()

    assert client.get(f"/games/{match.key}/join/wrong/").status_code == 404
    assert "Ann invites you" in client.get(address).content.decode()
    answer = client.post(address)

    match.refresh_from_db()
    assert (answer.status_code, match.state, match.rated) == (303, MatchState.RUNNING, False)
    assert "<li>Casual</li>" in client.get(match.get_absolute_url()).text


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_rated_table_tells_visitors_that_they_need_an_account(is_guest: bool) -> None:
    ann = person("Ann")
    match = open_table(ann)
    address = f"/games/{match.key}/join/{match.join_code}/"
    client = browser_of(guest()) if is_guest else Client()
    number = User.objects.count()
    page, posted = client.get(address), client.post(address)
    own = browser_of(ann).get(match.get_absolute_url()).text

    assert (page.status_code, posted.status_code, User.objects.count(), match.rated) == (200, 403, number, True)
    for answer in (page, posted):
        assert "This game is rated, and guests play unrated. Create an account to join." in answer.text
        assert f'href="/account/signup/?next={address}"' in answer.text
        assert "Join</button>" not in answer.text
        assert "without an account" not in answer.text
    assert ("so they need an account." in own, "without an account" in own) == (True, False)


@pytest.mark.parametrize("why", ["started", "kept for somebody"])
def test_a_table_that_has_no_seat_for_them_makes_no_guest_of_a_visitor(why: str) -> None:
    ann, ben = people(2)
    seat = SeatPlan(invited=ben) if why == "kept for somebody" else SeatPlan(kept_for="link")
    match = open_table(ann, seat, rated=False)
    if why == "started":
        match = join(match, ben, code=match.join_code)
    address = f"/games/{match.key}/join/{match.join_code}/"
    client = Client()

    assert "Join</button>" not in client.get(address).text
    assert (client.post(address).status_code, User.objects.count()) == (422, 2)


def test_the_link_of_a_private_game_that_has_begun_has_no_button_for_members_either() -> None:
    ann, ben, cleo = people(3)
    match = open_table(ann, SeatPlan(kept_for="link"), visibility="private")
    match = join(match, ben, code=match.join_code)
    address, client = f"/games/{match.key}/join/{match.join_code}/", browser_of(cleo)
    page, posted = client.get(address), client.post(address)

    assert (page.status_code, posted.status_code) == (200, 422)
    assert all("This table is no longer open." in answer.text for answer in (page, posted))
    assert all("Join</button>" not in answer.text for answer in (page, posted))


def test_the_link_of_a_game_that_has_begun_leads_whoever_may_see_it_there() -> None:
    ann, ben, cleo = people(3)
    match = join(open_table(ann), ben)
    here, link = match.get_absolute_url(), f"/games/{match.key}/join/{match.join_code}/"
    ways = [client.get(link) for client in (Client(), browser_of(cleo), browser_of(ben))]
    shown = browser_of(cleo).get(link, follow=True).text

    assert [(answer.status_code, answer["Location"]) for answer in ways] == [(302, here), (302, here), (303, here)]
    assert ("This table is no longer open." in shown, "board" in shown) == (True, True)


def test_a_refused_seat_leads_back_to_where_it_was_asked_for() -> None:
    ann, ben = people(2)
    private = open_table(ann, SeatPlan(kept_for="link"), visibility="private")
    public = open_table(ann, SeatPlan(kept_for="link"))
    moderation.block_user(blocker=ann, blocked=ben)
    client, here = browser_of(ben), public.get_absolute_url()
    link = f"/games/{private.key}/join/{private.join_code}/"
    asked = [(link, {}), (f"/games/{private.key}/join/", {"code": private.join_code}), (f"{here}join/", {})]

    refusals = [client.post(address, sent) for address, sent in asked]

    for refused, back in zip(refusals, [link, link, here], strict=True):
        assert refused.status_code in {403, 422}
        assert f'<a class="btn" href="{back}">Back to the game</a>' in refused.text
        assert client.get(back).status_code == 200


def test_a_second_click_on_sit_down_leads_to_the_game() -> None:
    ann, ben = people(2)
    match = open_table(ann)
    client = browser_of(ben)
    clicks = [client.post(f"/games/{match.key}/join/") for _ in range(2)]
    link = f"/games/{match.key}/join/{match.join_code}/"
    by_link = [client.get(link), client.post(link), browser_of(ann).get(link)]

    assert [(answer.status_code, answer["Location"]) for answer in [*clicks, *by_link]] == [
        (303, match.get_absolute_url())
    ] * 5


def test_the_lobby_leads_to_the_tables_at_which_one_sits_already() -> None:
    ann, ben = people(2)
    table = open_table(ann, SeatPlan(), SeatPlan())
    join(table, ben)
    own, sit_down = f'<a class="btn" href="{table.get_absolute_url()}">Your table</a>', "Join</button>"

    for client, sits in ((browser_of(ann), True), (browser_of(ben), True), (browser_of(person("Cleo")), False)):
        page = client.get("/tables/").text
        assert (own in page, sit_down in page) == (sits, not sits)
    to_table = f'<a class="btn main" href="{table.get_absolute_url()}">Join</a>'
    assert (to_table in Client().get("/tables/").text, to_table in page) == (True, False)


def test_a_search_for_tables_that_finds_none_is_cleared_there() -> None:
    way = '<a class="btn" href="/tables/">Show all tables</a>'

    assert [way in Client().get(f"/tables/{query}").text for query in ("", "?players=5&pace=quick")] == [False, True]


def test_a_table_names_the_invited_to_those_who_sit_there_only() -> None:
    ann, ben = people(2)
    address = open_table(ann, SeatPlan(invited=ben), SeatPlan()).get_absolute_url()
    insiders, outsiders = ([browser_of(user) for user in (ann, ben)], [browser_of(person("Cleo")), Client()])

    for client, is_told in [*((client, True) for client in insiders), *((client, False) for client in outsiders)]:
        page = client.get(address).text
        assert (re.search(r"Ben</a></b> is invited", page) is not None, "for a player by name" in page) == (
            is_told,
            not is_told,
        )
        assert "for anyone" in page


@pytest.mark.parametrize("kept", ["anybody", "link", "name"])
def test_a_table_offers_no_seat_that_somebody_cannot_have(kept: str) -> None:
    ann, ben, cleo = people(3)
    seat = SeatPlan(invited=ben) if kept == "name" else SeatPlan(kept_for=SeatAccess(kept))
    address = open_table(ann, seat).get_absolute_url()
    own, invited, others = (browser_of(user).get(address).text for user in (ann, ben, cleo))

    assert ("Invite by link" in own) == (kept != "name")
    assert ("Join</button>" in invited) == (kept != "link")
    assert ("Join</button>" in others) == (kept == "anybody")
    assert ("The free seats are reserved." in others) == (kept != "anybody")


def test_a_table_says_for_whom_it_is() -> None:
    match = open_table(person("Ann"), min_finished=10, min_reliability=90)
    lobby, table = (Client().get(path).text for path in ("/tables/", match.get_absolute_url()))

    for page in (lobby, table):
        assert "For players with at least 10 finished games." in page
        assert "For players with a reliability of at least 90 %." in page


def test_who_leaves_and_who_withdraws_reads_what_it_was() -> None:
    ann, ben = people(2)
    match = join(open_table(ann, SeatPlan(), SeatPlan()), ben)
    said = [browser_of(user).post(f"/games/{match.key}/leave/", follow=True).text for user in (ben, ann)]

    assert ["You left the table." in page for page in said] == [True, False]
    assert ["Table cancelled." in page for page in said] == [False, True]
    assert "Recently finished" not in browser_of(ann).get("/games/").text


def test_an_invitation_says_to_what() -> None:
    ann, ben = people(2)
    open_table(ann, SeatPlan(invited=ben), settings={"preview": "on"}, rated=False)
    browser_of(ann).post(f"/games/{finished_match(ann, ben).key}/rematch/")
    page = browser_of(ben).get("/games/").text

    assert "Ann offers you a rematch" in page
    assert re.search(r"Ann invites you to a game.*?casual +· Preview", page, re.DOTALL)
