"""Cells that the address names are marked on the board, and what people write about cells becomes links to them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.matches import stored_match
from games.models import Match
from games.registry import BOARDS
from games.templatetags.games import with_places
from tests.factories import people, played_on, running_match

NAMED = re.compile(r'<use href="#hit" class="named" x="(-?\d+)" y="(-?\d+)"')


def marks(match: Match, query: str) -> list[tuple[str, str]]:
    return NAMED.findall(Client().get(match.get_absolute_url() + query).content.decode())


@pytest.fixture
def match(db: None) -> Match:
    return played_on(running_match(*people(2)), 4)


def test_the_cells_of_the_address_are_marked(match: Match) -> None:
    assert marks(match, "") == []
    assert marks(match, "?lit=0,0") == [("0", "0")]
    assert marks(match, "?lit=0,0.9,-9") == [("0", "0"), ("315", "-540")]


@pytest.mark.parametrize("lit", ["", ".", "x", "0,0,0", "1e9,0", "%00", "0", "'\"<", "5000,1", "0,0;1,1"])
def test_what_names_no_cell_marks_none(match: Match, lit: str) -> None:
    assert marks(match, f"?lit={lit}") == []


def test_no_address_marks_more_than_a_turn_needs(match: Match) -> None:
    assert len(marks(match, "?lit=" + ".".join(f"{n},0" for n in range(99)))) == 60


def test_each_line_of_the_log_names_its_cells(match: Match) -> None:
    page = Client().get(match.get_absolute_url()).content.decode().partition('id="log"')[2]
    game = stored_match.game_of(match)

    lines = re.findall(r'class="where" href="\?lit=([^"]+)#board-view" data-cells="([^"]+)"', page)
    cells = [BOARDS["taluva"].cells(game, number) for number in range(4, 0, -1)]
    assert lines == [(".".join(each), " ".join(each)) for each in cells]


def test_the_replay_marks_what_its_line_speaks_of(match: Match) -> None:
    address = f"{match.get_absolute_url()}2/"
    page = Client().get(address).content.decode()
    cells = BOARDS["taluva"].cells(stored_match.game_of(match), 2)

    assert f'data-cells="{" ".join(cells)}"' in page
    shown = Client().get(f"{address}?lit={'.'.join(cells)}").content.decode()
    assert len(NAMED.findall(shown)) == len(cells)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("3,-1", ["3,-1"]),
        ("Why not 3,−1?", ["3,-1"]),
        ("(0,0) and 2,-1.", ["0,0", "2,-1"]),
        ("“-2,3”!", ["-2,3"]),
        ("1,000 points, 3, -1 and 3,-1,2", []),
        ("https://club.example/?v=3,-1", []),
        ("v3,-1x", []),
        ("<b>3,-1</b>", ["3,-1"]),
    ],
)
def test_cells_that_people_write_are_links_that_mark_them(text: str, cells: list[str]) -> None:
    written = with_places(text)

    assert re.findall(r'data-cells="([^"]+)"', written) == cells
    assert [f"?lit={cell}#board-view" for cell in cells] == re.findall(r'href="(\?[^"]+)"', written)
    assert "<b>" not in written
