"""Pictures: the board's own templates with every class resolved, drawn the same on every machine."""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from django.template.loader import render_to_string
from games.boards.digits import GLYPHS
from games.boards.stylesheet import read_root, read_rules, with_values
from PIL import Image, ImageSequence

from games import records
from games.boards import Sight
from games.boards.picture import resolved
from games.pictures import rendering
from games.registry import BOARDS
from tests.boards import png
from tests.boards.games import random_game

GAME = random_game(11, turns=30)
CSS = """
/* a note { with: braces } */
:root { --ink: #111111; --edge: var(--ink); }
@media (min-width: 1px) { :root { --ink: #222222; } .dot { r: 9px; } }
.dot { fill: var(--ink); stroke-width: 4px; }
.loud .dot, .big { fill: var(--other, #333333); }
.dot:hover { fill: #444444; }
.p1 { --other: #555555; }
text { fill: #666666; }
.gone { display: none; }
"""
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 10 10">
<svg class="symbols"><defs><symbol id="s"><path class="dot" d="M0,0"/></symbol></defs></svg>
<g class="loud p1"><use href="#s" x="1"/><circle class="dot" r="2"/></g><use href="#s"/>
<g class="gone"><path d="M1,1"/></g><text x="5" y="6">12</text></svg>"""


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(resolved(svg, CSS, 20, 20))


def tags(root: ElementTree.Element, tag: str) -> list[dict[str, str]]:
    return [node.attrib for node in root.iter() if node.tag.endswith(f"}}{tag}")]


def test_a_class_becomes_attributes_and_the_nearer_selector_wins() -> None:
    assert tags(drawn(DRAWING), "circle") == [{"r": "2", "fill": "#555555", "stroke-width": "4"}]


def test_a_symbol_is_copied_for_each_set_of_inherited_values_and_knows_no_outer_class() -> None:
    root = drawn(DRAWING)

    paths = [attributes for attributes in tags(root, "path") if "stroke-linecap" not in attributes]
    assert [path for path in paths if path["d"] == "M0,0"] == [
        {"d": "M0,0", "fill": "#111111", "stroke-width": "4"},
        {"d": "M0,0", "fill": "#111111", "stroke-width": "4"},
    ]
    assert [use["href"] for use in tags(root, "use")] == ["#s0", "#s1"]


def test_what_is_not_shown_is_left_out_and_texts_become_lines() -> None:
    root = drawn(DRAWING)

    lines = [attributes["d"] for attributes in tags(root, "path") if attributes.get("stroke") == "#666666"]
    assert lines == [GLYPHS["1"], GLYPHS["2"]]
    assert tags(root, "text") == []
    assert [path for path in tags(root, "path") if path["d"] == "M1,1"] == []


def test_conditions_and_states_are_left_out_of_a_still_picture() -> None:
    assert read_root(CSS) == {"--ink": "#111111", "--edge": "var(--ink)"}
    assert with_values("var(--edge)", read_root(CSS)) == "#111111"
    assert len(read_rules(CSS)) == 6


def test_a_picture_in_the_dark_has_the_dark_values() -> None:
    dark = CSS + ':root[data-theme="dark"] { --ink: #eeeeee; }'
    cards = [png.read(rendering.png("taluva", GAME, kind)) for kind in ("card", "card-dark")]

    assert read_root(dark) == read_root(CSS)
    assert read_root(dark, "dark") == {"--ink": "#eeeeee", "--edge": "var(--ink)"}
    assert cards[1].mean() < cards[0].mean() - 20


def test_the_largest_board_leaves_room_in_a_mail() -> None:
    game = records.read(Path("tests/records/taluva/tiles-per-player-all-5.txt").read_text())

    assert game.turn == 60
    assert 40_000 < len(rendering.png("taluva", game, "mail", since=55)) < 55_000


def test_the_board_is_resolved_without_remainder() -> None:
    board, _ = BOARDS["taluva"].show(GAME, Sight(names=(), since=27, ratio=(600, 450)))
    svg = render_to_string("taluva/_picture.svg", {"board": board, "numbers": True})

    picture = resolved(svg, rendering.stylesheet(), 600, 450)

    ids = set(re.findall(r' id="([^"]+)"', picture))
    assert set(re.findall(r'href="#([^"]+)"', picture)) <= ids
    assert re.findall(r"class=|style=|var\(|<text|<style", picture) == []


@pytest.mark.parametrize("kind", rendering.KINDS)
def test_a_picture_has_the_size_of_its_kind(kind: str) -> None:
    with Image.open(BytesIO(rendering.png("taluva", GAME, kind, since=27))) as drawn:
        assert (drawn.format, drawn.size) == ("PNG", rendering.KINDS[kind][:2])


def test_with_few_colours_a_picture_stays_what_it_is() -> None:
    board = BOARDS["taluva"].show(GAME, Sight(names=(), since=27, ratio=(600, 450)))
    full = rendering.drawn_as("taluva", board, rendering.KINDS["mail"])
    few = rendering.png("taluva", GAME, "mail", since=27)

    assert np.abs(png.read(full) - png.read(few)).mean() < 3
    assert len(few) < len(full) / 3
    assert len(np.unique(png.read(few).reshape(-1, 3), axis=0)) <= 256


def test_a_whole_game_moves_turn_by_turn_on_the_same_part_of_the_sea() -> None:
    game = random_game(11, turns=6)
    with Image.open(BytesIO(rendering.animated("taluva", game))) as moving:
        frames = [np.asarray(frame.convert("RGB"), dtype=np.int16) for frame in ImageSequence.Iterator(moving)]
        assert (moving.format, moving.size, len(frames)) == ("GIF", rendering.MOVING[:2], game.turn + 1)

    changed = [(np.abs(one - two).max(axis=2) > 60).mean() for one, two in pairwise(frames)]
    assert all(0 < share < 0.5 for share in changed)
