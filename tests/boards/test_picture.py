"""Pictures: the board's own templates with every class resolved, drawn the same on every machine."""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from django.template.loader import render_to_string
from PIL import Image, ImageSequence

from games import records
from games.boards import Sight
from games.boards.picture import SVG, resolve_styles
from games.pictures import images
from games.registry import BOARDS
from tests.boards import png
from tests.boards.colours import ciede2000, lab, schemes
from tests.boards.games import random_game

GAME = random_game(11, turns=30)
CSS = """
/* a note { with: braces } */
:root { --ink: #111111; --edge: var(--ink); }
:root[data-theme="dark"] { --ink: #eeeeee; }
@media (min-width: 1px) { :root { --ink: #222222; } .dot { r: 9px; } }
.dot { fill: var(--edge); stroke-width: 4px; }
.loud .dot, .big { fill: var(--other, #333333); }
.dot:hover { fill: #444444; }
.p1 { --other: #555555; }
.inner { stroke: var(--other, none); }
.moved { transform: translate(9px, 15px); }
"""
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 10 10">
<svg class="symbols"><defs><symbol id="s"><path class="dot inner" d="M0,0"/></symbol></defs></svg>
<g class="p1"><use href="#s" x="1"/><g class="loud"><circle class="dot" r="2"/></g></g><use href="#s" y="3"/>
<path class="moved" d="M1,1"/></svg>"""


def drawn(theme: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(resolve_styles(DRAWING, CSS, 20, 30, theme))


def styles(root: ElementTree.Element, tag: str) -> list[dict[str, str]]:
    found = [node.get("style", "") for node in root.iter(f"{{{SVG}}}{tag}")]
    return [dict(re.findall(r"([\w-]+): ([^;]+);", style)) for style in found]


def test_a_class_becomes_a_style_and_the_nearer_selector_wins() -> None:
    assert styles(drawn(), "circle") == [{"fill": "#555555", "stroke-width": "4"}]


def test_a_symbol_is_drawn_with_the_values_of_the_place_where_it_is_used() -> None:
    root = drawn()

    inside, outside, moved = styles(root, "path")
    assert inside == {"fill": "#111111", "stroke-width": "4", "stroke": "#555555"}
    assert outside == {"fill": "#111111", "stroke-width": "4", "stroke": "none"}
    assert moved == {"transform": "translate(9, 15)"}
    assert [group.get("transform") for group in root.iter(f"{{{SVG}}}g")] == [
        None,
        "translate(1 0)",
        None,
        "translate(0 3)",
    ]
    assert (root.get("width"), root.get("height")) == ("20", "30")


def test_a_picture_in_the_dark_has_the_dark_values() -> None:
    cards = [png.read(images.render_png("taluva", GAME, kind)) for kind in ("card", "card-dark")]

    assert styles(drawn("dark"), "path")[0]["fill"] == "#eeeeee"
    assert cards[1].mean() < cards[0].mean() - 20


def test_the_largest_board_leaves_room_in_a_mail() -> None:
    game = records.read_record(Path("tests/records/taluva/tiles-per-player-all-5.txt").read_text())

    assert game.turn == 60
    assert 40_000 < len(images.render_png("taluva", game, "mail", since=55)) < 57_000


def test_in_a_mail_no_player_loses_their_colour() -> None:
    game = records.read_record(Path("tests/records/taluva/tiles-per-player-all-5.txt").read_text())
    drawn = png.read(images.render_png("taluva", game, "mail", since=55))

    colours = [lab("#" + bytes(map(int, colour)).hex()) for colour in np.unique(drawn.reshape(-1, 3), axis=0)]
    players = [lab(schemes()["light"][f"p{seat}"]) for seat in range(5)]
    assert [min(ciede2000(player, colour) for colour in colours) < 6 for player in players] == [True] * 5


def test_the_board_is_resolved_without_remainder() -> None:
    board, _ = BOARDS["taluva"].show(GAME, Sight(names=(), since=27, ratio=(600, 450)))
    svg = render_to_string("taluva/_picture.svg", {"board": board, "numbers": True})

    picture = resolve_styles(svg, images.read_stylesheet("taluva"), 600, 450)

    assert re.findall(r"href=|var\(|<use|<symbol|<style", picture) == []


def test_numbers_are_drawn_without_any_font_of_the_machine() -> None:
    def pixels(text: str) -> png.Pixels:
        svg = f'<svg xmlns="{SVG}" class="board" viewBox="0 0 60 20"><text x="30" y="16">{text}</text></svg>'
        return png.read(images.drawn_by_resvg(resolve_styles(svg, images.read_stylesheet("taluva"), 60, 20)))

    drawn = {text: pixels(text).tobytes() for text in ("", *"0123456789−,", "12, 13")}
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("kind", images.KINDS)
def test_a_picture_has_the_size_of_its_kind(kind: str) -> None:
    with Image.open(BytesIO(images.render_png("taluva", GAME, kind, since=27))) as drawn:
        assert (drawn.format, drawn.size) == ("PNG", images.KINDS[kind][:2])


def test_with_few_colours_a_picture_stays_what_it_is() -> None:
    board = BOARDS["taluva"].show(GAME, Sight(names=(), since=27, ratio=(600, 450)))
    full = images.render_board("taluva", board, images.KINDS["mail"])
    few = images.render_png("taluva", GAME, "mail", since=27)

    assert np.abs(png.read(full) - png.read(few)).mean() < 3
    assert len(few) < len(full) / 3
    assert len(np.unique(png.read(few).reshape(-1, 3), axis=0)) <= 256


def test_a_whole_game_moves_turn_by_turn_on_the_same_part_of_the_sea() -> None:
    game = random_game(11, turns=6)
    with Image.open(BytesIO(images.render_gif("taluva", game))) as moving:
        frames = [np.asarray(frame.convert("RGB"), dtype=np.int16) for frame in ImageSequence.Iterator(moving)]
        assert (moving.format, moving.size, len(frames)) == ("GIF", images.MOVING[:2], game.turn + 1)

    changed = [(np.abs(one - two).max(axis=2) > 60).mean() for one, two in pairwise(frames)]
    assert all(0 < share < 0.5 for share in changed)
