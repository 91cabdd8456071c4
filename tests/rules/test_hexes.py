"""The geometry that hex games share."""

from math import isclose, sqrt

import pytest

from games.hexes import DIRECTIONS, STEPS, neighbours, triangle


def centre(cell: tuple[int, int]) -> tuple[float, float]:
    """The middle of a pointy-top hexagon with edges of length 1 on a screen, where y grows downward (T-3.1)."""
    q, r = cell
    return sqrt(3) * (q + r / 2), 1.5 * r


def test_directions_are_clockwise_from_the_east() -> None:
    assert dict(zip(DIRECTIONS, STEPS, strict=True)) == {  # T-3.1
        "E": (1, 0),
        "SE": (0, 1),
        "SW": (-1, 1),
        "W": (-1, 0),
        "NW": (0, -1),
        "NE": (1, -1),
    }


def test_neighbours_are_the_six_cells_at_the_distance_of_an_edge() -> None:
    x, y = centre((2, -5))
    around = neighbours((2, -5))

    assert len(set(around)) == 6
    assert all(isclose((centre(cell)[0] - x) ** 2 + (centre(cell)[1] - y) ** 2, 3) for cell in around)


@pytest.mark.parametrize(
    ("direction", "first", "second"),
    [
        ("E", (4, 2), (3, 3)),
        ("SE", (3, 3), (2, 3)),
        ("SW", (2, 3), (2, 2)),
        ("W", (2, 2), (3, 1)),
        ("NW", (3, 1), (4, 1)),
        ("NE", (4, 1), (4, 2)),
    ],
)
def test_triangle_is_the_corner_and_two_cells_clockwise(
    direction: str, first: tuple[int, int], second: tuple[int, int]
) -> None:
    assert triangle((3, 2), DIRECTIONS.index(direction)) == ((3, 2), first, second)  # T-3.2
