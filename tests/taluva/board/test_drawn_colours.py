"""Colours as they are drawn, patterns included: the distances of the tokens have to survive the drawing."""

from itertools import combinations, pairwise

import pytest
from django.template.loader import render_to_string

from games.boards.picture import SVG, resolve_styles
from games.pictures.images import drawn_by_resvg, read_stylesheet
from tests.boards import png
from tests.boards.colours import SIGHTS, ciede2000, lab, schemes

SCHEMES = schemes()
SYMBOLS = render_to_string("taluva/_symbols.svg")
FIELDS = [f'<use href="#{terrain}"/>' for terrain in "SCRLJV"]  # from light to dark
COURTS = [f'<g class="p{seat}"><use href="#court{seat}"/></g>' for seat in range(5)]
LEAST_COURTS = {"greys": 14.0}


def mean_colours(drawings: list[str], scheme: str, reach: tuple[int, int], more: str = "") -> list[str]:
    """Each drawing's mean colour around its middle, `reach` to the sides and up and down."""
    root = "".join(f"--{name}: {value};" for name, value in SCHEMES[scheme].items())
    drawn = "".join(f'<g transform="translate({80 * i + 40} 40)">{use}</g>' for i, use in enumerate(drawings))
    width = 80 * len(drawings)
    source = f'<svg xmlns="{SVG}" class="board" viewBox="0 0 {width} 80">{SYMBOLS}{drawn}</svg>'
    picture = resolve_styles(source, f"{read_stylesheet('taluva')} :root {{{root}{more}}}", width, 80)
    pixels = png.read(drawn_by_resvg(picture))
    dx, dy = reach
    return [hex_of(pixels[40 - dy : 40 + dy, x - dx : x + dx]) for x in range(40, width, 80)]


def hex_of(pixels: png.Pixels) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in pixels.reshape(-1, 3).mean(axis=0))


def smallest(colours: list[str], sight: str) -> float:
    return min(ciede2000(lab(one, sight), lab(other, sight)) for one, other in combinations(colours, 2))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_drawn_terrains_differ_in_every_sight(scheme: str) -> None:
    drawn = mean_colours(FIELDS, scheme, (28, 22))

    assert {sight: smallest(drawn, sight) >= 9.5 for sight in SIGHTS} == dict.fromkeys(SIGHTS, True)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_drawn_terrains_are_a_ladder_of_lightness(scheme: str) -> None:
    lights = [lab(colour)[0] for colour in mean_colours(FIELDS, scheme, (28, 22))]

    assert all(upper - lower >= 6 for upper, lower in pairwise(lights))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_drawn_courts_differ_in_every_sight(scheme: str) -> None:
    drawn = mean_colours(COURTS, scheme, (9, 9))

    least = LEAST_COURTS.get(scheme, 25.0)
    assert {sight: smallest(drawn, sight) >= least for sight in SIGHTS} == dict.fromkeys(SIGHTS, True)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_without_patterns_a_field_is_its_ground_alone(scheme: str) -> None:
    drawn = mean_colours(FIELDS[:5], scheme, (28, 22), "--pattern: none;")

    assert drawn == [SCHEMES[scheme][name] for name in ("sand", "clearing", "rock", "lake", "jungle")]
