"""The pages with a board: who is to move on them, where their links lead, and what they say after a POST."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from PIL import Image

from accounts.models import User
from games.contract import Game
from games.matches import play, stored_match
from games.models import Match, Seat, SeatOrder, TurnOrigin, Visibility
from games.registry import BOARDS
from games.templatetags.boards import said
from tests.factories import NOW, finished_match, people, played, played_on, running_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitters() -> list[User]:
    return people(2)


@pytest.fixture
def match(sitters: list[User]) -> Match:
    return played_on(running_match(*sitters), 4)


@pytest.fixture
def ann(client: Client, sitters: list[User]) -> Client:
    client.force_login(sitters[0])
    return client


def states(page: str) -> list[str]:
    """What each seat is said to do."""
    return [words.strip() for words in re.findall(r'<span class="st">(.*?)</span>', page)]


def test_each_step_of_the_replay_says_whose_turn_comes(ann: Client, match: Match) -> None:
    pages = [ann.get(f"{match.get_absolute_url()}{number}/").content.decode() for number in (2, 3)]

    assert [states(page) for page in pages] == [["to move", ""], ["", "to move"]]


def test_the_sandbox_says_who_moves_and_draws_the_tiles_that_may_come(ann: Client, match: Match) -> None:
    page = ann.get(f"{match.get_absolute_url()}4/try/").content.decode()

    assert states(page) == ["to move", ""]
    assert "<b>Ann:</b> Choose a place for the volcano." in page
    tiles = re.findall(r'aria-label="Clockwise from the volcano (\w+), then (\w+). \d+ left."', page)
    assert len(set(tiles)) == len(tiles) == page.count('class="tilepic') - 1 > 10
    assert f'href="{match.get_absolute_url()}4/">Back to the game' in page


def test_every_way_to_another_turn_keeps_how_one_looks(client: Client, match: Match) -> None:
    base = match.get_absolute_url()
    page = client.get(f"{base}2/?text=1&z=2&why=1").content.decode()

    ways = re.findall(rf'href="({base}\d/[^"]*)" ?(?:aria-label="|><span class="num")', page)
    assert {way.removeprefix(base)[1:] for way in ways} == {"/?z=2&amp;text=1"}
    assert len(ways) == 4 + 5
    answer = client.get(f"{base}replay/?t=3&text=1&z=2&why=1")
    assert answer.headers["Location"] == f"{base}3/?z=2&text=1"


def test_an_order_is_put_on_the_board_again_and_takes_its_own_place(client: Client, sitters: list[User]) -> None:
    match = played_on(running_match(*sitters, settings={"preview": "on"}), 2)
    game, base = stored_match.game_of(match), match.get_absolute_url()
    texts = [text.replace(str(game.tile), str(game.waiting(1)), 1) for text in game.choices(0)[:3]]
    client.force_login(sitters[1])
    for text in texts[:2]:
        client.post(f"{base}orders/", {"kind": "turn", "text": text})
    first = match.orders.get(rank=0)
    page = client.get(base).content.decode()
    (way,) = re.findall(rf'href="(\?prepare=turn&amp;instead={first.pk}&amp;[^"]+)"', page)

    draft = client.get(base + way.replace("&amp;", "&")).content.decode()
    assert f'name="text" value="{texts[0]}"' in draft
    assert f'name="instead" value="{first.pk}"' in draft
    client.post(f"{base}orders/", {"kind": "turn", "text": texts[2], "instead": first.pk})

    assert [order.text for order in match.orders.all()] == [texts[2], texts[1]]


def is_followed(game: Game, text: str, match: Match) -> bool:
    """Return whether one of the prepared turns is legal after this one."""
    after = game.copy()
    after.play(text)
    return any(after.why_not(order.text) is None for order in match.orders.all())


def test_who_has_prepared_a_turn_comes_back_to_the_game_and_reads_later_that_it_was_played(
    client: Client, sitters: list[User]
) -> None:
    started = running_match(*sitters, settings={"preview": "on"})
    started.seed = "0" * 64
    started.save(update_fields=["sealed_seed"])
    stored_match.clear_cache()
    match = played_on(started, 2)
    game, base = stored_match.game_of(match), match.get_absolute_url()
    client.force_login(sitters[1])
    saved = [
        client.post(f"{base}orders/", {"kind": "turn", "text": text.replace(str(game.tile), str(game.waiting(1)), 1)})
        for text in game.choices(0)[:4]
    ]
    before = client.get(base).content.decode()
    match = played(match, next(text for text in game.choices(0) if is_followed(game, text, match)))
    after = client.get(base).content.decode()

    assert [answer["Location"] for answer in saved] == [base] * 4
    assert 'id="was-prepared"' not in before
    assert match.turns.get(number=4).by == TurnOrigin.PREPARED
    assert "Turn 4 was played as you had prepared it." in after
    client.force_login(sitters[0])
    assert 'id="was-prepared"' not in client.get(base).content.decode()


def news(client: Client, match: Match) -> tuple[list[str], list[str]]:
    """Which turns the page lists as news, and from which one on it shows them."""
    page = client.get(match.get_absolute_url()).content.decode()
    return re.findall(r'data-turn="(\d+)"', page.partition('id="news"')[2]), re.findall(r'data-news="(\d+)"', page)


def test_the_turns_since_mine_are_news_to_who_waits_and_shown_once(client: Client) -> None:
    sitters = people(3)
    match = played_on(running_match(*sitters), 4)
    client.force_login(sitters[0])

    assert news(client, match) == ([], [])
    match = played(match)
    assert news(client, match) == (["5"], ["5"])
    match = played(match)
    assert news(client, match) == (["5", "6"], ["6"])
    assert news(client, match) == (["5", "6"], [])


def test_how_a_game_ended_is_news_to_all_but_who_ended_it(client: Client, sitters: list[User]) -> None:
    match = finished_match(*sitters)
    last = match.turn_number
    ended, other = (last - 1) % 2, last % 2
    Seat.objects.filter(match=match).update(seen_turn=last - 1)

    client.force_login(sitters[other])
    assert news(client, match) == ([str(last)], [str(last)])
    client.force_login(sitters[ended])
    assert news(client, match) == ([str(last - 1), str(last)], [])


PREVIEW = re.compile(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">')


@pytest.mark.parametrize(("address", "number"), [("", 4), ("2/", 2)])
def test_a_link_shows_the_board_and_the_last_turn_elsewhere(
    client: Client, match: Match, settings: Any, address: str, number: int
) -> None:
    settings.SITE_URL = "https://taluva.example"
    page = client.get(match.get_absolute_url() + address).content.decode()
    told = BOARDS["taluva"].story(stored_match.game_of(match), number, ["Ann", "Ben"])
    picture = f"{match.get_absolute_url()}{number}/link.png"

    assert dict(PREVIEW.findall(page)) == {
        "og:title": "Ann, Ben",
        "og:description": escape(" ".join(map(said, told))),
        "og:url": f"https://taluva.example{match.get_absolute_url()}{address}",
        "og:image": f"https://taluva.example{picture}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"Board after turn {number}",
        "twitter:card": "summary_large_image",
    }
    with Image.open(BytesIO(client.get(picture).content)) as drawn:
        assert drawn.size == (1200, 630)


def test_a_link_to_a_private_match_shows_nothing_of_it(ann: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(visibility=Visibility.PRIVATE)

    assert PREVIEW.findall(ann.get(match.get_absolute_url()).content.decode()) == []
    assert PREVIEW.findall(ann.get(f"{match.get_absolute_url()}2/").content.decode()) == []


def test_the_list_and_the_board_keep_the_draft_of_each_other(ann: Client, match: Match) -> None:
    board = ann.get(f"{match.get_absolute_url()}?v=9,9&d=E").content.decode()
    plain = ann.get(f"{match.get_absolute_url()}list/?v=9,9&d=E").content.decode()

    assert f'href="{match.get_absolute_url()}list/?v=9,9&amp;d=E"' in board
    assert f'href="{match.get_absolute_url()}?v=9,9&amp;d=E"' in plain


def test_the_list_links_to_the_clause_that_forbids_a_place(ann: Client, match: Match) -> None:
    page = ann.get(f"{match.get_absolute_url()}list/?v=40,40").text

    assert '(<a class="clause" href="/rules/taluva/#T-4.2">T-4.2</a>)</p>' in page


def test_what_is_said_after_saving_a_note_stands_where_the_page_opens(ann: Client, match: Match) -> None:
    answer = ann.post(f"{match.get_absolute_url()}note/", {"text": "Watch the north."})

    assert (answer.status_code, answer["Location"]) == (303, match.get_absolute_url())
    assert "Note saved." in ann.get(answer["Location"]).content.decode()


def test_who_resigns_is_named_once_and_who_is_left_has_won(ann: Client, sitters: list[User], match: Match) -> None:
    play.resign_match(match_id=match.pk, player=sitters[0], now=NOW)

    page = ann.get(match.get_absolute_url()).content.decode()
    assert re.findall(r"<h2>.*?</svg>(.*?)</h2>", page, re.DOTALL) == ["Ben won"]
    assert re.findall(r'<tbody class="p(\d)( first)?"', page) == [("1", " first"), ("0", "")]
    assert re.findall(r"<b>(\w+)</b> (Resigns[^<]*?) <br>", page) == [
        (
            "Ann",
            "Resigns. Ben finishes in place 1. Ann finishes in place 2. The game is over: nobody else is left (T-6.3).",
        )
    ]


@pytest.mark.parametrize(("order", "says"), [("JJ@40,40E H@41,40", True), ("", False)])
def test_a_turn_that_was_prepared_in_vain_is_spoken_of(client: Client, order: str, says: bool) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben, settings={"preview": "on"})
    if order:
        SeatOrder.objects.create(match=match, seat=1, kind="turn", text=order)
        match.seats.update(has_orders=True)
        stored_match.clear_cache()
    played(match, now=NOW)
    client.force_login(ben)

    page = client.get(match.get_absolute_url()).content.decode()
    assert ("None of your prepared turns is legal any more." in page) == says
