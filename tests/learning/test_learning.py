"""Learning without an account: a turn in short, and exercises that the real rules judge."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.taluva import rules

pytestmark = pytest.mark.django_db
# For each exercise a turn that solves it, and one that is legal and does not; nothing where every turn does.
TURNS = [
    ("RJ@-1,-1E H@-1,0", ""),
    ("SR@-1,1NE H@-1,0", "SR@-1,-1NW H@-1,-2"),
    ("JC@2,-1E H@3,-1", "JC@-1,-1E H@-1,0"),
    ("RJ@0,0NW H@2,2", "RJ@-1,-1NW T@1,-1"),
    ("SR@-1,-1NW X@-1,2:J", "SR@-1,-1NW H@-1,-2"),
    ("RJ@0,0NW T@1,-1", "RJ@0,0NW H@2,2"),
    ("LR@0,0E W@0,1", "LR@-1,-1NW H@-1,-2"),
    ("RJ@0,0E W@0,1", "RJ@-1,-1NW -"),
]
TASKS = [(number, *turns) for number, turns in enumerate(TURNS, 1)]


@pytest.mark.parametrize("number", range(1, len(TURNS) + 1))
def test_the_supply_is_shown_where_a_kind_is_used_up(client: Client, number: int) -> None:
    page = client.get(f"/learn/taluva/{number}/").content.decode()

    assert ("Your supply:" in page) == (number == len(TURNS))
    shown = page.partition('class="have')[2].partition("</p>")[0]
    assert re.findall(r"(\d+ \w+) left", shown) == (["0 huts", "1 temple", "1 tower"] if shown else [])


def address(number: int, turn: str, **more: str) -> str:
    """The exercise with this turn as its draft."""
    placed, build = turn.split(" ")
    place = placed.split("@")[1]
    cell = place.rstrip("NESW")
    return f"/learn/taluva/{number}/?{urlencode({'v': cell, 'd': place[len(cell) :], 'b': build, **more})}"


def test_a_turn_is_shown_in_short(client: Client) -> None:
    page = client.get("/learn/taluva/").content.decode()

    assert page.count('<span id="board-') == 6
    assert 'href="/learn/taluva/1/"' in page
    assert 'href="/rules/taluva/"' in page


@pytest.mark.parametrize(("number", "solving", "other"), TASKS)
def test_an_exercise_is_solved_by_what_it_asks_and_by_nothing_else(
    client: Client, number: int, solving: str, other: str
) -> None:
    ready = client.get(address(number, solving)).content.decode()
    done = client.get(address(number, solving, done="1")).content.decode()

    assert 'id="turn-confirm"' in ready
    assert ("Well done!" in ready, "Well done!" in done) == (False, True)
    assert (f'id="lesson-next" href="/learn/taluva/{number + 1}/"' in done) == (number < len(TURNS))
    if other:
        wrong = client.get(address(number, other, done="1")).content.decode()
        assert "Legal, but not the goal of this exercise." in wrong
        assert ("Well done!" in wrong, 'id="turn-confirm"' in wrong) == (False, False)


def test_exercises_that_were_solved_are_ticked(client: Client) -> None:
    pages = [client.get("/learn/taluva/2/")]
    for number in (1, 2, 1):
        client.get(address(number, TURNS[number - 1][0], done="1"))
        pages.append(client.get("/learn/taluva/2/"))

    assert [page.text.count('class="solved"') for page in pages] == [0, 1, 2, 2]
    assert "sessionid" not in pages[0].cookies  # who only looks is not remembered


def test_the_last_exercise_warns_of_being_out(client: Client) -> None:
    page = client.get(address(8, "RJ@-1,-1NW -")).content.decode()

    assert f"Nothing could be built after this: you would be out ({link_to('T-6.1')})." in page


def link_to(clause: str) -> str:
    return f'<a class="clause" href="/rules/taluva/#{clause}">{clause}</a>'


def test_there_are_eight_and_no_more(client: Client) -> None:
    assert [client.get(f"/learn/taluva/{number}/").status_code for number in range(10)] == [404, *[200] * 8, 404]


def test_the_rules_begin_with_their_chapters(client: Client) -> None:
    page = client.get("/rules/taluva/").text
    chapters = re.findall(r'<li><a href="#(T-\d+)">(T-\d+) [A-Z]', page)

    assert chapters == [(f"T-{number}",) * 2 for number in range(1, 11)]
    assert all(f'<h2 id="{number}">' in page for number, _ in chapters)


def test_every_clause_of_the_rules_has_an_address(client: Client) -> None:
    text = Path(rules.__file__).with_name("RULES.md").read_text(encoding="utf-8").split("## T-11")[0]
    clauses = re.findall(r"^ *- (?:\*\*)?(T-[\d.]+[a-z]?)\b", text, re.MULTILINE)
    page = client.get("/rules/taluva/").content.decode()

    assert len(clauses) > 50
    assert [clause for clause in clauses if f'<li id="{clause}">' not in page] == []


def test_the_rules_page_says_where_rulebooks_differ_and_what_the_site_decided(client: Client) -> None:
    page = " ".join(client.get("/rules/taluva/").text.split())
    clauses = dict(re.findall(r'<li id="(T-[\d.]+[a-e]?)">(.*?)(?=<li id="T-|</ul>)', page, re.DOTALL))

    assert "A sentence that starts with <strong>Decision</strong> is this site" in page
    assert "All rulebooks play all 48 tiles; 12 a player is a variant of the English one." in clauses["T-2.2"]
    assert "French summary" in clauses["T-7.3"]
    for clause, words in {
        "T-2.5": "Only the English rulebook has it.",
        "T-7.2": "the early end “regular”",
        "T-8.2": "in the French one the eliminated",
    }.items():
        assert words in clauses[clause]
    for clause in ("T-2.1", "T-2.2", "T-2.4", "T-2.6", "T-8.3", "T-9.2", "T-9.3", "T-9.4"):
        assert "<strong>Decision</strong>" in clauses[clause]


def test_the_rules_page_counts_seats_from_one_and_speaks_to_players(client: Client) -> None:
    page = " ".join(client.get("/rules/taluva/").text.split())

    assert "Seats 1 and 3 play seats 2 and 4." in page
    assert "seat 1 starts" in page
    assert not re.search(r"seat 0|seats 0 and", page, re.IGNORECASE)
    for note in ("tiles_per_player", "state()", "volcanique.md", "chance.py", "last-standing", "of You"):
        assert note not in page
    assert "The temple of Ann on" in page


def test_what_teaches_is_no_narrower_than_the_rules(client: Client) -> None:
    page = client.get("/learn/taluva/").text

    assert "stands on level 3 or higher, beside a settlement that has none." in page
    assert "stands beside a settlement of three fields or more that has none." in page
    assert "away from your others, or anywhere if the game has that option." in page
    assert "A tower needs level 3 or higher" in client.get("/learn/taluva/7/").text


def test_the_last_exercise_says_that_its_turn_wins_and_leads_to_a_game(client: Client) -> None:
    done = client.get(address(len(TURNS), TURNS[-1][0], done="1")).content.decode()

    assert "You used up all towers and huts before the last tile." in done
    assert "takes place" not in done
    assert "finishes in place" not in done
    assert 'action="/play/taluva/"' in done
