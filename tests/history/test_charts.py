"""Charts: round numbers at their edges, courses inside, gaps where nothing is known."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.charts import Line, chart, ticks

NUMBERS = st.floats(-1e6, 1e6).map(lambda value: round(value, 3))


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (1480, 1720, [1450, 1500, 1550, 1600, 1650, 1700, 1750]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (5, 5, [5, 5.2]),
        (0, 20, [0, 5, 10, 15, 20]),
    ],
)
def test_edges_are_round_numbers(low: float, high: float, numbers: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(numbers)


@given(st.lists(st.one_of(st.none(), NUMBERS), min_size=1, max_size=60))
def test_every_known_value_lies_inside_and_is_drawn_once(values: list[float | None]) -> None:
    drawn = chart([Line("Ann", values)])
    points = [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", drawn.lines[0].path)]

    assert len(points) == sum(value is not None for value in values)
    assert all(drawn.left <= x <= drawn.right and drawn.top <= y <= drawn.bottom for x, y in points)
    assert 2 <= len(drawn.rows) <= 8


def test_higher_is_higher_and_later_is_further_right() -> None:
    [line] = chart([Line("Ann", [1, 3, None, 2])], low=0, high=4).lines

    assert line.path == "M56,145.5L246,56.5M626,101"
    assert line.end == (626.0, 101.0)
