"""The pages around a game: lobby, an invitation by link, the dashboard, the way to the next game."""

from __future__ import annotations

import html
import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.matches import live
from games.matches.tables.tables import SeatPlan
from games.models import Match, MatchState
from tests.factories import (
    NOW,
    browser_of,
    finished_match,
    first_choice,
    open_table,
    people,
    person,
    played,
    running_match,
)

pytestmark = pytest.mark.django_db


def test_the_old_game_leads_to_its_rematch() -> None:
    ann, ben = people(2)
    old = finished_match(ann, ben)
    anns, bens = browser_of(ann), browser_of(ben)
    assert re.search("Rematch *</button>", bens.get(old.get_absolute_url()).text)
    anns.post(f"/games/{old.key}/rematch/")

    assert re.search("To the rematch *</button>", anns.get(old.get_absolute_url()).text)
    assert re.search("Join the rematch *</button>", bens.get(old.get_absolute_url()).text)
    joined = bens.post(f"/games/{old.key}/rematch/")
    assert (joined["Location"], old.rematches.get().state) == (
        old.rematches.get().get_absolute_url(),
        MatchState.RUNNING,
    )


def test_who_waits_without_scripts_can_look_again() -> None:
    ann, ben = people(2)
    here = running_match(ann, ben).get_absolute_url()

    assert f'by-hand" href="{here}">Refresh</a>' in browser_of(ben).get(here).text
    assert "Refresh" not in browser_of(ann).get(here).text


def test_next_leads_to_the_most_urgent_game_and_home_when_none_waits() -> None:
    ann, ben = people(2)
    slow = running_match(ann, ben, days_per_turn=7)
    quick = running_match(ann, ben, days_per_turn=1)
    client = browser_of(ann)

    assert client.get("/next/")["Location"] == quick.get_absolute_url()
    played(quick)
    assert client.get("/next/")["Location"] == slow.get_absolute_url()
    played(slow)
    assert client.get("/next/")["Location"] == "/games/"


def test_a_card_says_until_when_one_has_time_where_one_lives() -> None:
    ann, ben = people(2)
    User.objects.filter(pk=ann.pk).update(time_zone="Pacific/Auckland")
    with time_machine.travel(NOW, tick=False):
        match = running_match(ann, ben, days_per_turn=3)
        page = browser_of(ann).get("/games/").text
    until = match.seats.get(index=0).deadline.astimezone(ZoneInfo("Pacific/Auckland"))

    assert f"<b>3 d 0 h</b> left, until {until:%a} {until.day} {until:%b}, {until:%H:%M}" in page


def test_the_pulse_says_how_much_and_nothing_about_the_position() -> None:
    ann, ben = people(2)
    match = played(running_match(ann, ben))

    beat = browser_of(ben).get(f"/games/{match.key}/pulse/").json()

    assert beat == {
        **{"waiting": 1, "unread": 2},
        **{"turn": 1, "state": "running", "seats": "xx", "asking": 0, "talk": 0, "watching": 0},
    }


def test_the_page_shows_its_address_and_who_watches() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben)
    here = match.get_absolute_url()
    alone = browser_of(ann).get(here).text
    looked = [browser_of(user).post(f"{here}pulse/") for user in (ann, cleo)]
    live.start_watching(match_key=match.key, user=cleo)
    looked.append(browser_of(cleo).post(f"{here}pulse/"))
    watched = Client().get(here).text

    assert f'readonly value="http://testserver{here}"' in alone
    assert [answer.json()["watching"] for answer in looked] == [0, 0, 1]
    assert '<p class="hint" id="watching" hidden>' in alone
    assert '<p class="hint" id="watching">Members watching: <b>1</b></p>' in watched


@pytest.mark.parametrize("path", ["/tables/", "/games/"])
def test_a_list_has_a_constant_number_of_queries(path: str, django_assert_max_num_queries: Any) -> None:
    ann, ben, cleo = people(3)
    client = browser_of(ann)
    fill(ann, ben, cleo)
    client.get(path)
    with django_assert_max_num_queries(60) as one_row:
        client.get(path)
    fill(ann, ben, cleo)
    fill(ann, ben, cleo)

    with django_assert_max_num_queries(len(one_row)):
        client.get(path)


def fill(ann: User, ben: User, cleo: User) -> None:
    """A row for each list of the dashboard and of the lobby."""
    open_table(ann)
    open_table(ben)
    open_table(cleo, SeatPlan(invited=ann))
    running_match(ann, ben)
    played(running_match(ann, cleo))
    finished_match(ann, ben)


def test_a_private_match_is_not_there_for_others() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, visibility="private")

    for path in ("", "1/", "record.txt", "talk/", "fairness/", "0/card.png", "pulse/"):
        assert browser_of(cleo).get(f"/games/{match.key}/{path}").status_code == 404
    assert browser_of(ben).get(match.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("verb", ["join", "leave", "decline", "cancel", "rematch", "time/1"])
def test_a_private_table_is_not_there_for_what_strangers_send(verb: str) -> None:
    ann, cleo = person("Ann"), person("Cleo")
    match = open_table(ann, visibility="private")
    before = list(match.seats.values())

    for sent in ({}, {"code": "wrong"}, {"code": "\0"}):
        assert browser_of(cleo).post(f"/games/{match.key}/{verb}/", sent).status_code == 404
    assert list(match.seats.values()) == before


def test_a_private_table_opens_to_its_link_and_to_the_invited() -> None:
    ann, ben, cleo, dov = people(4)
    match = open_table(ann, SeatPlan(invited=ben), SeatPlan(), SeatPlan(), visibility="private")

    browser_of(ben).post(f"/games/{match.key}/join/")
    browser_of(cleo).post(f"/games/{match.key}/join/", {"code": match.join_code})
    browser_of(dov).post(f"/games/{match.key}/join/{match.join_code}/")

    assert match.seats.exclude(user=None).count() == 4


def test_a_stale_turn_shows_the_board_as_it_now_is() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    played(match)

    sent = {"number": "1", "text": "JC@0,0E H@1,0"}
    answer = browser_of(ann).post(f"/games/{match.key}/?v=0,0&d=E&b=H@1,0&z=2", sent)

    page = answer.content.decode().partition("<main")[2]
    assert answer.status_code == 409
    assert "The position has changed since you looked." in page
    assert "v=0,0" not in page
    assert "z=2" in page


def test_an_illegal_turn_names_its_clause() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)

    answer = browser_of(ann).post(f"/games/{match.key}/", {"number": "1", "text": "??"})

    assert answer.status_code == 422
    assert "T-10.2" in answer.content.decode()


DRAFT = "?v=0,0&d=E&b=H@1,0"
CONFIRM = re.compile(r'<form method="post" action="([^"]*)">(?:<input [^>]*>)*<button class="btn main"')


@pytest.mark.parametrize("path", ["", "list/"])
def test_a_turn_is_played_where_it_was_drafted_and_a_refused_one_keeps_its_draft_there(path: str) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    address = f"{match.get_absolute_url()}{path}"
    page = browser_of(ann).get(f"{address}{DRAFT}").content.decode()
    action = html.unescape(CONFIRM.search(page)[1])  # type: ignore[index]
    assert action == f"{address}{DRAFT}"

    refused = browser_of(ann).post(action, {"number": "1", "text": "??"})
    shown = refused.content.decode()
    assert (refused.status_code, "Turn not played." in shown, "/rules/taluva/#T-10.2" in shown) == (422, True, True)
    assert f'action="{html.escape(action)}"' in shown
    assert {browser_of(ann).get(f"{address}{html.unescape(link)}").status_code for link in links(shown)} == {200}

    text = re.search('name="text" value="([^"]*)"', shown)[1]  # type: ignore[index]
    answer = browser_of(ann).post(action, {"number": "1", "text": text})
    assert (answer.status_code, answer["Location"]) == (303, address)
    assert match.turns.get().text == text


def links(page: str) -> list[str]:
    """Some of the links that go on from the page's own address."""
    return re.findall(r'href="(\?[^"]*)"', page)[:4]


def test_the_question_before_a_turn_leads_back_to_the_draft() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    User.objects.filter(pk=ann.pk).update(confirm_twice=True)
    for address, path in ((match.get_absolute_url(), ""), (f"{match.get_absolute_url()}list/", "list/")):
        page = browser_of(ann).get(f"{match.get_absolute_url()}{path}{DRAFT}").content.decode()
        ask = re.search('id="turn-ask" href="([^"]*)"', page)
        assert ask
        question = browser_of(ann).get(html.unescape(ask[1])).content.decode()
        assert question.count(html.escape(f'"{address}{DRAFT}"', quote=False)) == 2


def test_who_has_no_turn_to_play_is_asked_nothing() -> None:
    ann, ben, cleo = people(3)
    running, over = running_match(ann, ben), finished_match(ann, ben)
    asked = [(ann, running, 200), (ben, running, 302), (cleo, running, 302), (ann, over, 302), (ben, over, 302)]

    for who, match, status in asked:
        answer = browser_of(who).get(f"/games/{match.key}/confirm/")
        there = None if status == 200 else match.get_absolute_url()
        assert (answer.status_code, answer.get("Location")) == (status, there)


def test_a_turn_at_a_table_that_has_not_started_is_refused_with_a_sentence() -> None:
    ann, _ = people(2)
    assert browser_of(ann).post(open_table(ann).get_absolute_url(), {"number": "1"}).status_code == 409


DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/tables/", {"players": DIGITS}),
        ("/tables/", {"page": DIGITS}),
        ("/tables/", {"rules": "\0"}),
        ("/games/{key}/", {"since": DIGITS}),
        ("/games/{key}/replay/", {"t": DIGITS}),
        ("/games/{key}/0/try/", {"m": f"{DIGITS}:H"}),
    ],
)
def test_a_number_of_thousands_of_digits_is_no_number(path: str, sent: dict[str, str]) -> None:
    match = running_match(*people(2))

    assert browser_of(match.creator).get(path.format(key=match.key), sent).status_code in {200, 302, 422}


@pytest.mark.parametrize("number", [DIGITS, "-1", "", "four"])
def test_a_turn_without_a_number_is_stale(number: str) -> None:
    match = running_match(*people(2))
    sent = {"number": number, "text": "nonsense", "key": "one"}

    assert browser_of(match.creator).post(match.get_absolute_url(), sent).status_code == 409
    assert browser_of(match.creator).post(f"/games/{match.key}/time/1/", {"hours": number}).status_code == 422


def test_the_key_of_a_click_is_cut_to_what_is_kept() -> None:
    match = running_match(*people(2))
    sent = {"number": "1", "text": first_choice(match), "key": "\0" + 70 * "a"}

    assert browser_of(match.creator).post(match.get_absolute_url(), sent).status_code == 303
    assert browser_of(people_of(match)[1]).post(f"/games/{match.key}/resigned/", {"key": 70 * "b"}).status_code == 303
    assert list(match.turns.values_list("key", flat=True)) == [64 * "a", 64 * "b"]


def people_of(match: Match) -> list[User]:
    return [seat.user for seat in match.seats.select_related("user") if seat.user]
