"""The drawn board: well-formed, without inline style, and every reference leads somewhere."""

import re
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from games.boards import Sight
from games.registry import BOARDS
from games.taluva.board.draft import cell_key
from games.taluva.board.island import direction_of, volcano_of
from games.taluva.board.text import cell_name
from tests.boards.colours import BOARD_SHEET, TOKENS
from tests.boards.games import NAMES, random_game

BOARD = BOARDS["taluva"]
GAME = random_game(6, turns=30)
CLIFFS = {kind + side for kind in "wc" for side in "lr"} | {f"e{corner}" for corner in range(6)} | {"tv", "ta"}
LAVA = {f"s{direction}" for direction in range(6)}
OWNED = {f"{kind}{seat}" for kind in ("m", "court") for seat in range(5)} | {f"h{huts}" for huts in range(3, 6)}
SEA = {"coastdraft"}
GROUND = set("VKJCSRL") | CLIFFS | LAVA | OWNED | SEA
LAYERS = ["over", "ruins", "draft", "flags", "choices", "refused"]


def steps() -> dict[str, dict[str, str]]:
    """The query of each step of one turn, and of two refusals."""
    placement = next(text for text in GAME.legal_placements() if GAME.legal_builds(text)[0] != "-")
    cell = cell_key(volcano_of(placement))
    tile = {"v": cell, "d": direction_of(placement)}
    build = GAME.legal_builds(placement)[0]
    return {
        "begun": {},
        "tile": tile,
        "build": {**tile, "b": ""},
        "ready": {**tile, "b": build},
        "no place": {"v": "40,40"},
        "no build": {**tile, "b": cell},
    }


def rendered(query: dict[str, str] | None, name: str = "", template: str = "_board.html") -> str:
    seat = None if query is None else GAME.to_move
    board, _ = BOARD.show(
        GAME, Sight(names=NAMES, turn_of=seat, query=query or {}, since=GAME.turn - 3, moved=GAME.turn, name=name)
    )
    return render_to_string(f"taluva/{template}", {"board": board, "keep": "&z=2", "zoom": 2})


SYMBOLS = render_to_string("taluva/_symbols.svg")
STATES = {"looked at": None, **steps()}


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_well_formed_and_refers_to_what_is_there(state: str) -> None:
    svg = rendered(STATES[state])

    root = ElementTree.fromstring(svg)
    ids = re.findall(r' id="([^"]+)"', SYMBOLS + svg)
    used = {use.attrib["href"].removeprefix("#") for use in root.iter() if use.tag.endswith("use")}
    assert used <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_styled_or_scripted_inline(state: str) -> None:
    found = re.findall(r"<style|<script| style=| on\w+=|javascript:", rendered(STATES[state]) + SYMBOLS)

    assert found == []


@pytest.mark.parametrize("state", STATES)
def test_the_step_is_part_of_the_board_and_has_every_layer(state: str) -> None:
    step = rendered(STATES[state], template="_step.svg").strip()

    assert re.findall(r'id="layer-(\w+)"', step) == LAYERS
    assert step.split("-->")[-1].strip() in rendered(STATES[state])


def test_every_field_has_a_number_for_who_wants_all() -> None:
    board, _ = BOARD.show(GAME, Sight(names=NAMES))
    few, all_of_them = (
        render_to_string("taluva/_board.html", {"board": board, "user": {"all_numbers": wish}}).count("<text")
        for wish in (False, True)
    )

    assert few < all_of_them == len(GAME.position.cells)


@pytest.mark.parametrize("state", STATES)
def test_the_names_of_the_fields_are_there_for_who_wishes_them_and_only_to_be_seen(state: str) -> None:
    board, _ = BOARD.show(GAME, Sight(names=NAMES, turn_of=GAME.to_move, query=STATES[state] or {}))
    without, with_names = (
        render_to_string("taluva/_step.svg", {"board": board, "user": {"coordinates": wish}}).strip()
        for wish in (False, True)
    )

    [layer] = re.findall(r'<g id="layer-labels" class="labels" aria-hidden="true">(.*?)</g>', with_names)
    assert {cell_name(cell) for cell in GAME.position.cells} <= set(re.findall(r">([^<]+)</text>", layer))
    assert "labels" not in without
    assert re.findall(r'id="layer-(\w+)"', with_names) == [*LAYERS[:-1], "labels", *LAYERS[-1:]]


def test_the_legend_explains_every_sign_that_is_drawn_in_ones_own_colour() -> None:
    legend = render_to_string("taluva/_signs.html", {"seat": 1, "user": {"coordinates": True}})

    seen = "".join(rendered(query, template="_step.svg") for query in STATES.values())
    drawn, explained = (set(re.findall(r'href="#(\w+)"', svg)) - GROUND for svg in (seen, legend))
    assert drawn - explained == set()
    assert explained <= set(re.findall(r'id="(\w+)"', SYMBOLS))
    assert legend.count('<use href="#court1"/>') == 4


def test_links_keep_the_rest_of_the_query() -> None:
    links = re.findall(r'<a id="[^"]+" href="([^"]*)"', rendered({}))

    assert len(links) > 40
    assert all(re.fullmatch(r"\?v=-?\d+,-?\d+&amp;z=2", link) for link in links)


def test_what_only_gives_the_reason_is_outside_the_tab_order() -> None:
    tags = re.findall(r"<a [^>]*>", rendered({}))

    offers = ("Place the volcano here.", "Eruption to level")
    assert all(("tabindex" in tag) != any(offer in tag for offer in offers) for tag in tags)


def test_two_boards_on_a_page_share_no_id() -> None:
    one, other = (re.findall(r' id="([^"]+)"', rendered({}, name=name)) for name in ("-a", "-b"))

    assert set(one).isdisjoint(other)


def test_every_class_of_the_templates_has_a_rule() -> None:
    css = "".join(path.read_text() for path in (TOKENS.parent / "board.css", BOARD_SHEET))
    shown = {"board": BOARD.show(GAME, Sight(names=NAMES)).board, "user": {"coordinates": True, "all_numbers": True}}
    extra = render_to_string("taluva/_step.svg", shown)
    drawn = SYMBOLS + extra + "".join(rendered(query) for query in STATES.values())

    classes = {name for value in re.findall(r'class="([^"]+)"', drawn) for name in value.split()}
    assert {name for name in classes if f".{name}" not in css} <= {"board", "sea", "symbols"}
