"""A whole board of five, drawn and measured by its pixels: who, and on what, is plain in every palette and sight."""

import re
from collections import defaultdict
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import pytest
from django.template.loader import render_to_string

from games.boards import Sight
from games.boards.picture import resolve_styles
from games.pictures.images import drawn_by_resvg, read_stylesheet
from games.registry import BOARDS
from games.taluva import rules
from games.taluva.board.drawing.cells import draw_cells
from games.taluva.board.drawing.shapes import BoardDrawing, Box
from games.taluva.board.island import island_of
from games.taluva.board.text import cell_name
from tests.boards import png
from tests.boards.colours import SIGHTS, ciede2000, contrast, lab, opacities, schemes
from tests.boards.games import NAMES, random_game
from tests.taluva.board.visibility import UNIT, painted

Mask = npt.NDArray[np.bool_]
SCHEMES = schemes()
LADDER = "SCRLJV"  # from light to dark
LEAST_PLAYERS = {"light": 27.0, "dark": 27.0, "contrast light": 28.0, "contrast dark": 28.0, "greys": 14.0}
LEAST_FIELDS = {"greys": 6.0}  # patterns make a field's mean a little paler or darker than its ground


@cache
def full_board() -> rules.Game:
    return random_game(12, players=5, turns=54)


@cache
def board() -> BoardDrawing:
    shown, _ = BOARDS["taluva"].show(full_board(), Sight(names=NAMES, since=full_board().turn))
    assert isinstance(shown, BoardDrawing)
    return shown


@cache
def source() -> str:
    return render_to_string("taluva/_picture.svg", {"board": board(), "numbers": False})


@cache
def source_with_names() -> str:
    return source().replace("</svg>", render_to_string("taluva/_labels.svg", {"board": board()}) + "</svg>")


def drawn(scheme: str, box: Box, scale: int, names: bool = False, more: str = "") -> png.Pixels:
    """That part of the board in pixels, so many to a unit."""
    root = "".join(f"--{name}: {value};" for name, value in SCHEMES[scheme].items()) + opacities(scheme)
    svg = source_with_names() if names else source()
    part = re.sub('viewBox="[^"]*"', f'viewBox="{" ".join(map(str, box))}"', svg, count=1)
    css = f"{read_stylesheet('taluva')} :root {{{root}}} {more}"
    return png.read(drawn_by_resvg(resolve_styles(part, css, scale * box.width, scale * box.height)))


def mean_colour(pixels: png.Pixels) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in pixels.reshape(-1, 3).mean(axis=0))


@cache
def fields() -> list[tuple[str, npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """The terrain of each free field, and where its pixels are that nothing hides, its edge left out."""
    cells, found = draw_cells(island_of(full_board())), []
    canvas, numbers = painted(cells, with_buildings=True)
    for cell, top in cells.items():
        rows, columns = np.nonzero(canvas.ids == numbers[cell])
        y, x = rows * UNIT + canvas.top, columns * UNIT + canvas.left
        inside = (abs(x - top.x) < 30) & (abs(y - top.y) < 26)
        if top.piece is None and inside.sum() > 500:
            found.append((top.top.terrain, y[inside] - board().box.y, x[inside] - board().box.x))
    return found


@cache
def terrains(scheme: str) -> dict[str, list[str]]:
    """What each free field looks like from afar, patterns and cast shadows included; a volcano without its lava."""
    found = defaultdict(list)
    pixels = drawn(scheme, board().box, 1, more=".f0, .f1, .f2, .v6 { display: none; }")
    for terrain, y, x in fields():
        found[terrain].append(mean_colour(pixels[y, x]))
    return found


# Where each seat's court shows beside a house or a tower.
BESIDE = ((-23, -1), (-18, 11), (-25, -1), (-18, 12), (-26, -3))


def players(scheme: str) -> dict[int, list[str]]:
    """The colour of a court of each seat, where it shows beside what stands on it."""
    houses = {piece.seat: piece for row in board().rows for piece in row.pieces if piece.symbol in ("h1", "tower")}
    spots = {seat: Box(piece.x + BESIDE[seat][0], piece.y + BESIDE[seat][1], 3, 3) for seat, piece in houses.items()}
    return {seat: [mean_colour(drawn(scheme, box, 5))] for seat, box in spots.items()}


def nearest(groups: list[list[str]], sight: str) -> float:
    """The smallest difference between colours of two groups."""
    labs = [[lab(colour, sight) for colour in group] for group in groups]
    return min(ciede2000(a, b) for one, other in combinations(labs, 2) for a in one for b in other)


def test_the_board_has_everything_to_be_told_apart() -> None:
    cells = full_board().state()["cells"]

    assert {cell["owner"] for cell in cells} >= set(range(5))
    assert {cell["terrain"] for cell in cells if cell["piece"] is None} == set(LADDER)
    assert {cell["level"] for cell in cells} >= {1, 2, 3, 4}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_fields_of_two_terrains_differ_in_every_sight(scheme: str) -> None:
    found = list(terrains(scheme).values())

    assert min(nearest(found, sight) for sight in SIGHTS) >= LEAST_FIELDS.get(scheme, 7.5)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_fields_are_a_ladder_of_lightness(scheme: str) -> None:
    lights = {terrain: [lab(colour)[0] for colour in found] for terrain, found in terrains(scheme).items()}

    steps = [min(lights[upper]) - max(lights[lower]) for upper, lower in pairwise(LADDER)]
    assert min(steps) >= 5, steps


@pytest.mark.parametrize("scheme", SCHEMES)
def test_buildings_of_two_players_differ_in_every_sight(scheme: str) -> None:
    colours = list(players(scheme).values())

    assert len(colours) == 5
    assert min(nearest(colours, sight) for sight in SIGHTS) >= LEAST_PLAYERS[scheme]


def around(mask: Mask, reach: int) -> Mask:
    """All that is so near to what the mask has."""
    steps = [(dy, dx) for dy in range(-reach, reach + 1) for dx in range(-reach, reach + 1)]
    return np.logical_or.reduce([np.roll(mask, step, (0, 1)) for step in steps])


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("terrain", LADDER)
def test_the_name_of_a_field_can_be_read_on_every_ground(scheme: str, terrain: str) -> None:
    cells = {cell_name((cell["q"], cell["r"])) for cell in full_board().state()["cells"] if cell["terrain"] == terrain}
    ink = SCHEMES[scheme]["halo" if terrain in "LJV" else "rim"]
    parts = [int(ink[place : place + 2], 16) for place in (1, 3, 5)]

    for label in [label for label in board().labels() if label.name in cells][:2]:
        box = Box(label.x - 4, label.y - 11, 32, 15)
        bare, pixels = (drawn(scheme, box, 8, names) for names in (False, True))
        like_ink, changed = (pixels == parts).all(axis=2), (pixels != bare).any(axis=2)
        beside = pixels[around(like_ink & changed, 8) & ~around(like_ink, 2)]
        assert min(contrast(ink, "#" + bytes(map(int, colour)).hex()) for colour in np.unique(beside, axis=0)) >= 4.5
