"""The pages and mails of a match of another game: nothing of Taluva's on them, and no bot that can't play it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from accounts.models.user import Kind
from games import sweeping
from games.history import computer_analysis, ratings
from games.history.studies import study_records
from games.learning.rulebook import html_of
from games.matches import play, queries, stored_match
from games.matches.refusals import SiteRefusal
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
from games.models import Match, MatchState, Notice, TurnOrigin
from games.models.notice import Event
from games.notifications import sentences
from games.notifications.channels.mail import mail_text
from games.registry import BOARDS
from tests.factories import NOW, open_table, people, person, running_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lanterns")]
OF_TALUVA = r"\bT-\d|\btiles?\b|\bisland\b|\bstack\b|\b[Hh]uts?\b|[Tt]emple|[Tt]ower|verify_|Keep this turn"
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
    fog = stored_match.game_of(fresh).brought()
    text = f"{fog} {text}" if fog is not None and text.startswith("light") else text
    number = fresh.next_number
    return play.play_turn(match_key=match.key, player=user, number=number, text=text, by=TurnOrigin.PERSON, now=NOW)


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
        play.resign_match(match_id=match.pk, player=user, now=NOW)
    return Match.objects.get(pk=match.pk)


CREDIT = "Lanterns is a game by Lea Lampe."


@pytest.mark.parametrize(
    ("page", "of_the_game"),
    [
        ("{match}", True),
        ("{match}1/", True),
        ("{match}resign/", True),
        ("/rules/lanterns/", True),
        ("/learn/lanterns/", True),
        ("/ratings/lanterns/", True),
        ("/rules/taluva/", False),
        ("/ratings/taluva/", False),
        ("/archive/", False),
        ("/people/", False),
    ],
)
def test_every_page_of_a_game_carries_its_credit(page: str, of_the_game: bool) -> None:
    match, (ann, *_) = opened()
    text = " ".join(seen(ann, page.format(match=match.get_absolute_url())).content.decode().split())

    assert (CREDIT in text) == of_the_game
    assert ('<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>' in text) == of_the_game


def test_bots_explain_and_analyse_no_game_that_they_cannot_play() -> None:
    match, (ann, ben, cleo) = opened()
    page = seen(ann, f"{match.get_absolute_url()}1/?why=1")
    assert (page.status_code, 'id="why"' in page.content.decode()) == (200, False)

    match = ended(match, ben, cleo)
    assert match.state == MatchState.FINISHED
    assert 'id="analyse"' not in seen(ann, f"{match.get_absolute_url()}1/").content.decode()
    with pytest.raises(SiteRefusal, match="The bots can't play this game"):
        computer_analysis.request_analysis(match=match, user=ann, now=NOW)


def test_a_record_of_it_is_studied_beside_others() -> None:
    match, (ann, ben, cleo) = opened()
    record = stored_match.game_of(ended(match, ben, cleo)).to_record(Seat1="Beata")
    lit, island = study_records.save_studies(owner=ann, text=record + BOARDS["taluva"].showcase, title="Two", now=NOW)
    page = seen(ann, f"{lit.get_absolute_url()}1/").content.decode()

    assert (lit.rules, lit.players, island.rules) == ("lanterns", 3, "taluva")
    assert ("Beata" in page, 'id="why"' in page) == (True, False)
    for end in ("", "0/try/", "record.txt"):
        assert seen(ann, lit.get_absolute_url() + end).status_code == 200


def test_staff_reads_what_was_played_once_the_match_is_over() -> None:
    match, (_, ben, cleo) = opened()
    sam = person("Sam", is_staff=True, is_superuser=True, kind=Kind.PERSON)
    secret, turn = stored_match.game_of(match).entries[0].text, match.turns.get(number=1)
    pages = ("/admin/games/turn/", f"/admin/games/turn/{turn.pk}/change/")
    assert [secret in seen(sam, page).content.decode() for page in pages] == [False, False]

    ended(match, ben, cleo)
    assert [secret in seen(sam, page).content.decode() for page in pages] == [False, True]


def test_the_news_are_what_came_after_the_last_turn_that_was_ended() -> None:
    match, (ann, ben, cleo) = opened()
    assert queries.last_turn_of(stored_match.game_of(match), 0) == 2
    said(match, ben, "end")
    said(match, cleo, "end")
    match = said(match, ann, f"light {AT + 3} 1")
    game = stored_match.game_of(match)

    assert [queries.last_turn_of(game, seat) for seat in (0, 1, 2, None)] == [2, 3, 4, 0]
    assert "<b>Cleo</b>" in seen(ann, match.get_absolute_url()).content.decode().split('id="news"')[1].split("</ol>")[0]


def test_whoever_ended_the_game_reads_their_own_last_turn_too() -> None:
    match, (_, ben, cleo) = opened()
    match = ended(match, ben, cleo)
    assert queries.last_turn_of(stored_match.game_of(match), 2) == 0
    assert queries.last_turn_of(stored_match.game_of(match), 1) == 3


@pytest.mark.parametrize("path", ["", "?prepare=answer&c=always", "list/", "fairness/", "resign/", "1/"])
def test_no_page_speaks_of_another_game(path: str) -> None:
    match, (ann, *_) = opened()
    page = main(seen(ann, f"{match.get_absolute_url()}{path}"))

    assert re.findall(OF_TALUVA, page) == []


@pytest.mark.parametrize(
    "path",
    [
        *("/learn/lanterns/", "/learn/lanterns/signs/", "/rules/lanterns/", "/tables/new/lanterns/"),
        *("/ratings/lanterns/", "/ratings/lanterns/more/", "/tables/?rules=lanterns", "/statistics/?rules=lanterns"),
        *("/people/?rules=lanterns", "/people/Ann/", "/archive/?rules=lanterns"),
    ],
)
def test_no_page_about_one_game_speaks_of_another(path: str) -> None:
    rated, other = opened(), running_match(person("Xaver"), person("Yara"))
    ended(rated[0], *rated[1][1:])
    play.resign_match(match_id=other.pk, player=other.seats.get(index=0).user, now=NOW)
    ratings.reckon_waiting()
    answer = seen(rated[1][0], path)
    page = main(answer)
    choice = re.compile(r"<option[^>]*>\s*Taluva\s*</option>|<a[^>]*>\s*Taluva\s*</a>")  # to another game, by its name

    assert answer.status_code == 200
    assert re.findall(f"{OF_TALUVA}|Taluva|taluva", choice.sub("", page)) == []


def main(page: HttpResponse) -> str:
    return page.content.decode().split("<main", 1)[1].split("</main>")[0]


def test_a_refused_turn_names_its_clause_in_the_rules_of_its_own_game() -> None:
    match, (_, ben, _) = opened()
    client = Client()
    client.force_login(ben)
    base = match.get_absolute_url()
    turn = client.post(base, {"number": match.next_number, "text": "nonsense"})
    order = client.post(f"{base}orders/", {"kind": "armed", "text": "nonsense"})

    assert (turn.status_code, 'href="/rules/lanterns/#L-1"' in turn.content.decode()) == (422, True)
    assert order.status_code == 422
    assert "/rules/#" not in order.content.decode()


def test_chips_are_drawn_on_pages_without_a_board() -> None:
    ann, ben = people(2)
    running_match(ann, ben)
    table = open_table(ann)
    link = f"{table.get_absolute_url()}join/{table.join_code}/"
    for user, path in ((ann, "/games/"), (ben, "/tables/"), (ann, table.get_absolute_url()), (ben, link)):
        page = seen(user, path).content.decode()
        drawn = re.findall('<symbol id="([^"]*)"', page)
        assert set(re.findall('<use href="#([^"]*)"', main_of(page))) <= set(drawn), path
        assert drawn == ["m0", "m1", "m2", "m3", "m4"], path


def main_of(page: str) -> str:
    return page.split("<main", 1)[1].split("</main>")[0]


def test_who_was_answered_for_does_not_read_that_they_are_out() -> None:
    match, (ann, ben, _) = opened()
    match = said(match, ben, f"light {AT + 1} 2")
    late = NOW + timedelta(days=3, seconds=1)
    seat = match.seats.get(index=0)
    words = sentences.NoticeWords(ann, Notice(user=ann, event=Event.DEADLINE, match=match), match, seat)
    assert words.sentence() == "If you run out of time, the game continues without you."

    sweeping.sweep_clocks(late)
    notice = Notice.objects.get(user=ann, event=Event.TIMED_OUT)
    part = mail_text.part_of(ann, notice, Match.objects.get(pk=match.pk), with_board=False, now=late)
    assert part.sentence == "Your time ran out, and the game continued without your answer."


def test_who_left_by_the_clock_reads_that_they_are_out() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben, cleo)
    late = NOW + timedelta(days=3, seconds=1)
    sweeping.sweep_clocks(late)
    notice = Notice.objects.get(user=ann, event=Event.TIMED_OUT)
    part = mail_text.part_of(ann, notice, Match.objects.get(pk=match.pk), with_board=False, now=late)
    assert part.sentence == "Your time ran out, and you are out of this game."


RULES_TEXT = """# Lanterns

In a word.

## L-1 Lights

- **L-1.1** A lantern is lit.
  - L-1.1a In one colour.
"""


def test_rules_are_shown_whole_but_for_the_chapter_for_programmers() -> None:
    for more in ("", "\n## The rules package's public face\n\n- L-9.1 A class.\n\n## L-10 More\n"):
        shown = html_of(RULES_TEXT + more)
        assert re.findall(' id="([^"]*)"', shown) == ["L-1", "L-1.1", "L-1.1a"]
        assert "A lantern is lit." in shown
        assert "In a word" not in shown


def test_the_interface_speaks_of_every_kind_of_order() -> None:
    paths = Client().get("/api/v1/openapi.json").json()["paths"]
    told = [
        f"{way['summary']} {way['description']}" for path in paths if "/orders" in path for way in paths[path].values()
    ]
    assert len(told) == 4
    assert re.findall(r"T-\d|[Pp]repared?", " ".join(told)) == []
