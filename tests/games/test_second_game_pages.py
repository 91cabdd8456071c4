"""The pages and mails of a match of another game: nothing of Taluva's on them, and no bot that can't play it."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from accounts.models.user import Kind
from games import positions, queries
from games.models import By, Match, State
from games.services import analysis, play, tables
from games.services.refusals import SiteRefusal
from games.services.tables import SeatPlan
from tests.factories import NOW, people, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lanterns")]
AT = 3  # no fog ever lies there, nor on the fields after it


def lanterns_of(*sitters: User, asks: str = "ask") -> Match:
    return tables.create_match(
        creator=sitters[0],
        rules="lanterns",
        settings={"asks": asks},
        seats=[SeatPlan(user=user) for user in sitters],
        now=NOW,
        draw_seats=False,
        days_per_turn=3,
    )


def said(match: Match, user: User, text: str) -> Match:
    """The match after the person has said this; a lantern with the fog that lies there."""
    fresh = Match.objects.get(pk=match.pk)
    fog = positions.game_of(fresh).brought()
    text = f"{fog} {text}" if fog is not None and text.startswith("light") else text
    number = fresh.next_number
    return play.play_turn(match_key=match.key, player=user, number=number, text=text, by=By.PERSON, now=NOW)


def opened() -> tuple[Match, list[User]]:
    """A match of three in which Ann has ended her turn with one lantern."""
    sitters = people(3)
    match = lanterns_of(*sitters)
    said(match, sitters[0], f"light {AT} 1")
    return said(match, sitters[0], "end"), sitters


def seen(user: User, address: str) -> HttpResponse:
    client = Client()
    client.force_login(user)
    return client.get(address)  # type: ignore[return-value]


def ended(match: Match, *leaving: User) -> Match:
    for user in leaving:
        play.resign(match_id=match.pk, player=user, now=NOW)
    return Match.objects.get(pk=match.pk)


def test_bots_explain_and_analyse_no_game_that_they_cannot_play() -> None:
    match, (ann, ben, cleo) = opened()
    page = seen(ann, f"{match.get_absolute_url()}1/?why=1")
    assert (page.status_code, 'id="why"' in page.content.decode()) == (200, False)

    match = ended(match, ben, cleo)
    assert match.state == State.FINISHED
    assert 'id="analyse"' not in seen(ann, f"{match.get_absolute_url()}1/").content.decode()
    with pytest.raises(SiteRefusal, match="The bots can't play this game"):
        analysis.ask(match=match, user=ann)


def test_staff_reads_what_was_played_once_the_match_is_over() -> None:
    match, (_, ben, cleo) = opened()
    sam = person("Sam", is_staff=True, is_superuser=True, kind=Kind.PERSON)
    secret, turn = positions.game_of(match).entries[0].text, match.turns.get(number=1)
    pages = ("/admin/games/turn/", f"/admin/games/turn/{turn.pk}/change/")
    assert [secret in seen(sam, page).content.decode() for page in pages] == [False, False]

    ended(match, ben, cleo)
    assert [secret in seen(sam, page).content.decode() for page in pages] == [False, True]


def test_the_news_are_what_came_after_the_last_turn_that_was_ended() -> None:
    match, (ann, ben, cleo) = opened()
    assert queries.last_turn_of(positions.game_of(match), 0) == 2
    said(match, ben, "end")
    said(match, cleo, "end")
    match = said(match, ann, f"light {AT + 3} 1")
    game = positions.game_of(match)

    assert [queries.last_turn_of(game, seat) for seat in (0, 1, 2, None)] == [2, 3, 4, 0]
    assert "<b>Cleo</b>" in seen(ann, match.get_absolute_url()).content.decode().split('id="news"')[1].split("</ol>")[0]


def test_whoever_ended_the_game_reads_their_own_last_turn_too() -> None:
    match, (_, ben, cleo) = opened()
    match = ended(match, ben, cleo)
    assert queries.last_turn_of(positions.game_of(match), 2) == 0
    assert queries.last_turn_of(positions.game_of(match), 1) == 3
