"""Nothing that decides is hidden: how much of every top face and of every building stays visible behind the land.

Measured on the drawing itself, cell by cell in the order in which it is drawn, over the end of every recorded game.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from games import records
from games.taluva.board.drawing.cells import draw_cells
from games.taluva.board.drawing.layers import draw_numbers, hidden_outline
from games.taluva.board.island import Island, island_of
from tests.taluva.board.visibility import building, hexagon, painted

RECORDS = sorted(Path("tests/records/taluva").glob("*.txt"))


@cache
def islands() -> list[Island]:
    return [island_of(records.read_record(path.read_text())) for path in RECORDS]


def visible_faces(island: Island) -> Iterator[float]:
    """Yield the share of each top face that no cliff hides."""
    cells = draw_cells(island)
    canvas, numbers = painted(cells, with_buildings=False)
    found = np.bincount(canvas.ids.ravel(), minlength=2 * len(cells) + 4)
    for cell in cells:
        yield found[numbers[cell]] / hexagon().sum()


def visible_buildings(island: Island) -> Iterator[float]:
    """Yield the share of each building that neither cliffs nor other buildings hide."""
    cells = draw_cells(island)
    canvas, numbers = painted(cells, with_buildings=True)
    found = np.bincount(canvas.ids.ravel(), minlength=2 * len(cells) + 4)
    for cell, drawn in cells.items():
        if drawn.piece:
            yield found[numbers[cell] + 1] / building(drawn.piece.symbol).sum()


def test_top_faces_stay_visible_behind_tall_neighbours() -> None:
    shares = np.array([share for island in islands() for share in visible_faces(island)])

    assert len(shares) > 5000
    assert shares.min() >= 0.4
    assert np.percentile(shares, 1) >= 0.68
    assert np.percentile(shares, 5) >= 0.84
    assert (shares < 0.7).mean() <= 0.0165


def test_every_building_stays_visible() -> None:
    shares = np.array([share for island in islands() for share in visible_buildings(island)])

    assert len(shares) > 2000
    assert shares.min() >= 0.38
    assert np.percentile(shares, 1) >= 0.73
    assert np.percentile(shares, 5) >= 0.89


def test_what_the_share_measures_is_hidden_by_height_alone() -> None:
    by_height = defaultdict(list)
    for island in islands():
        by_height[max(top.level for top in island.tops.values())].append(min(visible_faces(island)))

    assert min(by_height) == 1
    assert min(by_height[1]) > 0.95  # neighbours share the pixels of their edge
    assert max(max(shares) for height, shares in by_height.items() if height > 2) < 0.8


def test_a_field_in_a_pit_has_an_outline_through_the_cliff() -> None:
    outlined = 0
    for island in islands():
        paths, cells = hidden_outline(island), draw_cells(island)
        for drawn, share in zip(cells.values(), visible_faces(island), strict=True):
            has_outline = f"M{drawn.x - 33},{drawn.y - 19}v38" in paths
            assert has_outline or share > 0.5
            assert not has_outline or share < 0.5
            outlined += has_outline

    assert outlined >= 5


@pytest.mark.parametrize("path", RECORDS[:3], ids=lambda path: path.stem)
def test_all_numbers_are_on_the_top_of_their_cell(path: Path) -> None:
    island = island_of(records.read_record(path.read_text()))

    middles = {(top.x, top.y) for top in draw_cells(island).values()}
    assert all((number.x + 24, number.y + 16) in middles for number in draw_numbers(island))
