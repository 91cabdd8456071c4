"""Nobody who comes from a link, a mail or the lobby gets lost on the way to a game."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

from games.history import ratings
from games.matches import play, talk
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, ProfileWishes, Rating, Seat
from games.models.match import SeatAccess
from games.models.rating import displayed_rating
from tests.factories import (
    NOW,
    browser_of,
    finished_match,
    guest,
    level_bot,
    open_table,
    people,
    person,
    played,
    running_match,
)

pytestmark = pytest.mark.django_db
META = re.compile(r'<meta (?:property|name)="((?:og:|twitter:|desc)[^"]+)" content="([^"]*)"')


def linked_table(creator: str = "Ann") -> Match:
    return open_table(person(creator), SeatPlan(kept_for=SeatAccess.LINK), rated=False)


def link_of(table: Match) -> str:
    return f"{table.get_absolute_url()}join/{table.join_code}/"


def test_an_invitation_says_what_the_game_is_and_shows_it() -> None:
    address = link_of(linked_table())
    page = Client().get(address).text
    shown = dict(META.findall(page))

    assert shown["og:title"] == "Ann invites you to a game"
    assert shown["og:description"].startswith("Taluva is a board game for two to five:")
    assert shown["og:url"] == f"http://testserver{address}"
    assert shown["og:image"] == "http://testserver/static/taluva/island.png"
    assert shown["twitter:card"] == "summary_large_image"
    body = page.partition("<h1>")[2]
    assert 'src="/static/taluva/island.png"' in body
    assert "Taluva is a board game for two to five:" in body
    assert 'href="/learn/taluva/"' in body


def test_a_link_to_the_first_page_shows_a_picture() -> None:
    shown = dict(META.findall(Client().get("/").text))

    assert shown["og:title"] == "Taluva by correspondence, on phone or desktop"
    assert shown["og:image"] == "http://testserver/static/taluva/island.png"
    assert shown["description"] == shown["og:description"]


def test_the_picture_of_previews_has_the_size_that_they_say() -> None:
    head = (settings.BASE_DIR / "static" / "taluva" / "island.png").read_bytes()[:24]

    assert [int.from_bytes(head[at : at + 4]) for at in (16, 20)] == [1200, 630]


def test_an_open_table_keeps_a_stranger_through_sign_up() -> None:
    table = open_table(person("Ann"))
    here = table.get_absolute_url()
    stranger = Client()

    assert f'<a class="btn main" href="{here}">Join</a>' in stranger.get("/tables/").text
    page = stranger.get(here).text
    assert f'href="/account/signup/?next={here}"' in page
    assert f'href="/account/login/?next={here.replace("/", "%2F")}"' in page
    assert f'<input type="hidden" name="next" value="{here}"' in stranger.get(f"/account/signup/?next={here}").text


def test_a_guest_is_led_from_an_open_table_to_an_account_and_not_to_a_refusal() -> None:
    table = open_table(person("Ann"))
    here = table.get_absolute_url()
    client = browser_of(guest())

    assert f'<a class="btn main" href="{here}">Join</a>' in client.get("/tables/").text
    page = client.get(here).text
    assert f'href="/account/signup/?next={here}"' in page
    assert "Log in" not in page.partition('id="match"')[2]
    assert f'action="{here}join/"' not in page
    assert f'action="{here}join/"' in browser_of(person("Ben")).get(here).text


def test_a_guest_who_waits_for_people_is_offered_mail() -> None:
    table, visitor = linked_table(), guest()
    offer = f'href="/account/signup/?next={table.get_absolute_url()}"'
    match = tables.join_table(match_id=table.pk, user=visitor, now=NOW, code=table.join_code)
    client = browser_of(visitor)
    waits_for = Seat.objects.get(match=match, awaited_since__isnull=False).user
    page = client.get(match.get_absolute_url()).text
    assert (offer in page) == (waits_for != visitor)
    if waits_for == visitor:
        played(match)

    assert offer in client.get(match.get_absolute_url()).text


def test_a_guest_who_waits_for_a_bot_is_not_asked() -> None:
    visitor = guest()
    match = played(running_match(visitor, level_bot()))

    assert "Get an email" not in browser_of(visitor).get(match.get_absolute_url()).text


def test_a_guest_at_an_open_table_is_offered_mail() -> None:
    visitor = guest()
    table = open_table(visitor, SeatPlan(kept_for=SeatAccess.LINK), rated=False)

    page = browser_of(visitor).get(table.get_absolute_url()).text
    assert f'href="/account/signup/?next={table.get_absolute_url()}">Get an email</a>' in page


def test_who_opens_a_mails_link_logged_out_is_asked_who_they_are() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    here = match.get_absolute_url()
    pages = {who: (browser_of(who) if who else Client()).get(here).text for who in (None, ben)}

    assert "Are you Ann?" in pages[None]
    assert f'href="/account/login/?next={here.replace("/", "%2F")}">Log in to play</a>' in pages[None]
    assert re.search(r"Ann to move, until \w+ \d\d:\d\d \(UTC\)\.", pages[None])
    assert "Are you" not in pages[ben]


def test_nobody_is_asked_whether_they_are_a_bot_or_a_guest() -> None:
    match = running_match(guest(), level_bot())

    assert "Are you" not in Client().get(match.get_absolute_url()).text


def test_what_was_written_while_somebody_was_away_is_pointed_to_once() -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    talk.write_message(match_id=match.pk, user=ann, text="A fine volcano.", now=NOW)
    client = browser_of(ben)
    pages = [client.get(match.get_absolute_url()).text for _visit in range(2)]

    assert [" data-heard" in page.partition("<main")[0] for page in pages] == [True, False]
    assert " data-heard" not in browser_of(ann).get(match.get_absolute_url()).text.partition("<main")[0]


def test_a_shared_game_that_is_over_says_who_won_and_how() -> None:
    ann, ben = people(2)
    match = play.resign_match(match_id=played(played(running_match(ann, ben))).pk, player=ann, now=NOW)
    shown = dict(META.findall(Client().get(match.get_absolute_url()).text))

    assert re.fullmatch(
        r"Ben won\. Ann resigned\. Ann: 0 temples, 0 towers, \d huts?\. Ben: 0 temples, 0 towers, \d huts?\.",
        shown["og:description"],
    )


def test_tables_and_running_games_show_how_strong_their_players_are() -> None:
    ann, ben, cleo = people(3)
    play.resign_match(match_id=running_match(ann, ben).pk, player=ann, now=NOW)
    ratings.reckon_waiting()
    shown = [str(displayed_rating(row.mu)) for row in Rating.objects.order_by("user__username")]
    ProfileWishes.objects.create(user=ben, ratings=False)
    open_table(ann)
    match = running_match(cleo, ann, ben)
    two = running_match(ann, ben)

    assert len(shown) == 2
    lobby = Client().get("/tables/").text
    assert re.search(rf'Ann: rating\s*<span class="rating keep"><b>{shown[0]}</b>', lobby)
    seats = Client().get(two.get_absolute_url()).text.partition('id="seats"')[2].partition("</ol>")[0]
    assert (shown[0] in seats, shown[1] in seats) == (True, False)
    # Games of three are rated apart.
    others = Client().get(match.get_absolute_url()).text.partition('id="seats"')[2].partition("</ol>")[0]
    assert shown[0] not in others


def test_the_weakest_bot_has_no_strength_to_show() -> None:
    page = Client().get("/tables/").text

    assert 'href="#bots"' in page
    assert "strength 0" not in page
    assert re.search(r"strength [1-9]", page)
    assert "Bot: Seedling</option>" in browser_of(person("Ann")).get("/tables/new/taluva/").text


def test_the_menu_leads_to_what_else_there_is() -> None:
    menu = Client().get("/tables/").text.partition('class="menu-panel"')[2].partition("</details>")[0]

    assert {"/running/", "/people/", "/ratings/", "/studies/"} <= set(re.findall(r'href="([^"]+)"', menu))


def test_a_game_is_studied_without_its_record_in_sight() -> None:
    ann, ben = people(2)
    over = finished_match(ann, ben)
    page = browser_of(ann).get(f"/studies/new/?game={over.key}").text

    assert "<textarea" in page.partition("<details>")[2].partition("</details>")[0]
    assert "<details>" not in browser_of(ann).get("/studies/new/").text.partition("<main")[2]


def test_who_has_finished_games_is_not_told_that_they_have_none() -> None:
    ann, ben = people(2)
    client = browser_of(ann)
    assert "No games yet" in client.get("/games/").text
    finished_match(ann, ben)

    assert "No games yet" not in client.get("/games/").text
