"""The shipped colours can be told apart: by their contrast, by every kind of sight, and in grey."""

from itertools import pairwise

import pytest

from tests.boards.colours import (
    BOARD_SHEET,
    SIGHTS,
    ciede2000,
    contrast,
    declared_anywhere,
    lab,
    nearest,
    schemes,
)

SCHEMES = schemes()
PLAYERS = ["p0", "p1", "p2", "p3", "p4"]
ROOFS = ["p0", "p1", "p2", "p3", "p4-d"]  # their lit slopes
TERRAINS = ["sand", "clearing", "rock", "lake", "jungle", "volcano"]  # from light to dark
TEXT = [
    "ink/paper",
    "ink/card",
    "ink-2/paper",
    "ink-2/card",
    "ink-2/well",
    "link/paper",
    "link/card",
    "link/well",
    "link/note",
    "accent-ink/accent",
    "accent/card",
    "good/card",
    "bad/card",
    "bad/well",
    "note-ink/note",
    "rim/halo",
    "halo/rim",
    "rim/lava-l",
    "paper/ink",
    "focus-board/sea",
]
SHAPES = [
    "edge/paper",
    "edge/card",
    "focus/paper",
    "focus/card",
    "accent/card",
    "focus-board/sea",
    "focus-board/rim",
    "halo/sea",
    "halo/shoal4",
    "rim/shoal1",
    "rim/sand",
    "rim/clearing",
    "rim/rock",
    "rim/lake",
    "halo/jungle",
    "halo/volcano",
    "halo/lake",
    "rim/foam",
    "halo/wall3",
    "lava-l/volcano",
]
LEAST_TEXT = {"contrast light": 7.0, "contrast dark": 7.0}
LEAST_SHAPE = {"contrast light": 4.0, "contrast dark": 4.0}
LEAST_PLAYERS = {"greys": 14.0}
LEAST_ROOFS = {"greys": 8.5}
# Vectors of Sharma, Wu and Dalal (2005), table 1: rows 1, 4, 7, 10, 17, 24, 25 and 34.
SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0010), 7.1792),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (50, 3.2592, 0.3350), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "difference"), SHARMA)
def test_differences_are_those_of_the_published_vectors(
    one: tuple[float, float, float], other: tuple[float, float, float], difference: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(difference, abs=0.0001)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("pair", TEXT)
def test_text_can_be_read(scheme: str, pair: str) -> None:
    colour, ground = (SCHEMES[scheme][name] for name in pair.split("/"))

    assert contrast(colour, ground) >= LEAST_TEXT.get(scheme, 4.5)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("pair", SHAPES)
def test_shapes_stand_out(scheme: str, pair: str) -> None:
    colour, ground = (SCHEMES[scheme][name] for name in pair.split("/"))

    assert contrast(colour, ground) >= LEAST_SHAPE.get(scheme, 3.0)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_players_differ_in_every_sight(scheme: str, sight: str) -> None:
    difference, *_ = nearest(PLAYERS, SCHEMES[scheme], sight)

    assert difference >= LEAST_PLAYERS.get(scheme, 25.0)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_roofs_differ_in_every_sight(scheme: str, sight: str) -> None:
    difference, *_ = nearest(ROOFS, SCHEMES[scheme], sight)

    assert difference >= LEAST_ROOFS.get(scheme, 13.0)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_bands_of_a_cliff_are_a_ladder_of_lightness(scheme: str) -> None:
    lights = [lab(SCHEMES[scheme][f"wall{level}"])[0] for level in range(1, 6)]

    assert all(upper - lower >= 7 for upper, lower in pairwise(lights))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_terrains_differ_in_every_sight(scheme: str, sight: str) -> None:
    difference, *_ = nearest(TERRAINS, SCHEMES[scheme], sight)

    assert difference >= 10.0


@pytest.mark.parametrize("scheme", SCHEMES)
def test_terrains_are_a_ladder_of_lightness(scheme: str) -> None:
    lights = [lab(SCHEMES[scheme][name])[0] for name in TERRAINS]

    assert all(upper - lower >= 10.5 for upper, lower in pairwise(lights))


def test_shadows_in_the_dark_are_the_same_by_wish_and_by_choice() -> None:
    css = BOARD_SHEET.read_text()
    bodies = [
        css.partition(selector)[2].partition("}")[0].split()
        for selector in (':root:not([data-theme="light"]) {', '\n:root[data-theme="dark"] {')
    ]

    assert bodies[0] == bodies[1] != []


def test_greys_have_no_colour() -> None:
    greys = declared_anywhere('\n:root[data-palette="greys"] {')

    assert [name for name, value in greys.items() if len({value[1:3], value[3:5], value[5:7]}) > 1] == []
