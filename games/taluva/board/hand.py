"""The tile in the hand: where it may lie, how it looks in each direction, and every turn that may follow.

What a page gets is compact and decides nothing: the script only shows it before the server answers.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple, TypedDict

from games.hexes import DIRECTIONS, Cell
from games.taluva.board.draft import cell_key
from games.taluva.board.drawing.cells import MOST_HOUSES, draw_cells
from games.taluva.board.drawing.coordinates import CORNERS, RISE, by_row, shape
from games.taluva.board.drawing.rows import draw_rows
from games.taluva.board.drawing.shapes import RowDrawing
from games.taluva.board.island import island_after, read_placement
from games.taluva.board.turn.choices import GLYPHS, LARGE, OFFERED
from games.taluva.board.turn.possible_turns import LegalTurns
from games.taluva.rules import building, placement
from games.taluva.rules.formats import notation
from games.taluva.rules.placement import Placement
from games.taluva.rules.position import Position

CODE = ascii_uppercase + ascii_lowercase + digits + "-_"  # six directions in one character, E in the lowest bit
SYMBOLS = {"T": "temple", "W": "tower", "X": "h~", "H": "h~"}  # ~ is the number of huts: the level of the field


class Figure(NamedTuple):
    """A tile in one direction with its volcano at 0,0, and the corner that its cells share."""

    direction: str
    rows: tuple[RowDrawing, ...]
    shape: str
    x: int
    y: int


class Hand(NamedTuple):
    """What `_hand.svg` draws and writes: the seat, its legal places, how much a level lifts, the tile's pictures."""

    seat: int
    legal: str
    rise: int
    most: int
    figures: tuple[Figure, ...]


class PieceSigns(TypedDict):
    """How a build of one kind is drawn on its field, and as a sign in a ring."""

    draws: list[str]
    sign: str
    size: str


class TurnsAhead(TypedDict):
    """Every legal turn. `builds`: each with the fields that it fills and their levels; `most`: those legal mostly.

    `after`: by volcano, for each legal direction in order, what of `most` is not legal there, and what else is.
    """

    text: str
    kinds: dict[str, PieceSigns]
    builds: list[str]
    most: list[int]
    after: dict[str, list[str]]


def hand_of(can: LegalTurns, placements: Sequence[str]) -> Hand:
    """Return the hand of the seat that places this tile."""
    figures = tuple(draw_figure(can.tile, number) for number in range(len(DIRECTIONS)))
    return Hand(can.seat, legal_places(can.position, placements), RISE, MOST_HOUSES, figures)


def draw_figure(tile: str, direction: int) -> Figure:
    """Return the tile on level 2: as its cliffs show both the coast and a wall, either can be hidden."""
    placed = Placement.at(tile, (0, 0), direction)
    position = placement.place_tile(placement.place_tile(Position.at_start([]), placed, 0), placed, 1)
    rows = draw_rows(draw_cells(island_after((placed, placed), position)).values())
    return Figure(DIRECTIONS[direction], rows, shape(DIRECTIONS[direction]), *CORNERS[direction])


def legal_places(position: Position, placements: Sequence[str]) -> str:
    """Return the legal directions of each cell: a part for each level from the sea up, in it rows `r:q:characters`."""
    masks: dict[Cell, int] = defaultdict(int)
    for text in placements:
        placed = read_placement(text)
        masks[placed.volcano] |= 1 << placed.direction
    highest = max(position.level(cell) for cell in masks)
    levels = ({c: mask for c, mask in masks.items() if position.level(c) == level} for level in range(highest + 1))
    return ";".join(" ".join(coded_rows(of_level)) for of_level in levels)


def coded_rows(masks: dict[Cell, int]) -> Iterable[str]:
    """Yield each row of cells with one character a cell, from its westernmost to its easternmost."""
    for number, cells in groupby(sorted(masks, key=by_row), key=lambda cell: cell[1]):
        columns = [q for q, _ in cells]
        codes = (CODE[masks.get((q, number), 0)] for q in range(columns[0], columns[-1] + 1))
        yield f"{number}:{columns[0]}:{''.join(codes)}"


def turns_ahead(can: LegalTurns) -> TurnsAhead:
    """Return every legal turn of the seat with its tile."""
    places = sorted(map(read_placement, can.placements()), key=lambda place: (place.volcano, place.direction))
    found = [builds_ahead(can, place) for place in places]
    often = Counter(build for builds in found for build in builds)
    builds = sorted(often, key=lambda build: (OFFERED.find(build[0]), build))
    index = {build: number for number, build in enumerate(builds)}
    most = {index[build] for build, times in often.items() if 2 * times > len(places)}
    after: dict[str, list[str]] = defaultdict(list)
    for place, legal in zip(places, found, strict=True):
        now = {index[build] for build in legal}
        after[cell_key(place.volcano)].append(f"{listed(most - now)}+{listed(now - most)}")
    return TurnsAhead(
        text=f"{can.tile}@~v~~d~ ~b~", kinds=kind_signs(can), builds=builds, most=sorted(most), after=after
    )


def listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, sorted(numbers)))


def builds_ahead(can: LegalTurns, place: Placement) -> list[str]:
    """Return what may be built after a placement: the build in notation, then its fields with their levels."""
    after = placement.place_tile(can.position, place, 0)
    return [
        f"{notation.build_text(build)}|{fields_filled(after, can.seat, build)}"
        for build in building.legal_builds(after, can.seat, can.founding)
    ]


def fields_filled(after: Position, seat: int, build: building.Build) -> str:
    cells = sorted(building.build_fields(after, seat, build))
    return " ".join(f"{cell_key(cell)},{after.level(cell)}" for cell in cells)


def kind_signs(can: LegalTurns) -> dict[str, PieceSigns]:
    return {
        kind: PieceSigns(draws=[f"court{can.seat}", SYMBOLS[kind]], sign=GLYPHS[kind], size=LARGE[kind])
        for kind in OFFERED
    }
