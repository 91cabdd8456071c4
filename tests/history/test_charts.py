"""Charts: round numbers at their edges, courses inside, gaps where nothing is known."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.history.charts import Bar, BarGroup, ChartLine, axis_ticks, bar_chart, build_chart

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
    assert axis_ticks(low, high) == pytest.approx(numbers)


@given(st.lists(st.one_of(st.none(), NUMBERS), min_size=1, max_size=60))
def test_every_known_value_lies_inside_and_is_drawn_once(values: list[float | None]) -> None:
    drawn = build_chart([ChartLine("Ann", values)])
    points = [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", drawn.lines[0].path)]

    assert len(points) == sum(value is not None for value in values)
    assert all(drawn.left <= x <= drawn.right and drawn.top <= y <= drawn.bottom for x, y in points)
    assert 2 <= len(drawn.rows) <= 8


def test_higher_is_higher_and_later_is_further_right() -> None:
    [line] = build_chart([ChartLine("Ann", [1, 3, None, 2])], low=0, high=4).lines

    assert line.path == "M56,145.5L246,56.5M626,101"
    assert line.end == (626.0, 101.0)


def test_pieces_are_whole() -> None:
    assert [tick.words for tick in build_chart([ChartLine("Ann", [2, 1, 0])], low=0, least=1).rows] == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("most", "numbers"),
    [
        (0, ["0"]),
        (1, ["0", "1"]),
        (7, ["0", "2", "4", "6"]),
        (38, ["0", "10", "20", "30"]),
        (100, [*"0", "20", "40", "60", "80", "100"]),
    ],
)
def test_what_is_counted_from_left_to_right_has_round_numbers(most: int, numbers: list[str]) -> None:
    assert [tick.words for tick in build_chart([ChartLine("Ann", [0] * (most + 1))]).columns] == numbers


def test_bars_stand_in_their_groups_from_the_ground_up() -> None:
    drawn = bar_chart([BarGroup("2", [Bar(50, 0, (40, 60)), Bar(25, 1)]), BarGroup("3", [Bar(100, 0)])])
    first, second, third = drawn.bars

    assert [tick.words for tick in drawn.columns] == ["2", "3"]
    assert first.x + first.width < second.x < second.x + second.width < third.x
    assert [round(bar.y + bar.height, 1) for bar in drawn.bars] == [drawn.bottom] * 3
    assert first.height == pytest.approx(2 * second.height, abs=0.2)
    assert first.span
    assert first.span[0] < first.y < first.span[1]
    assert (second.span, third.mark) == (None, 0)


@given(st.lists(st.integers(0, 10**6), max_size=80))
def test_every_bar_lies_inside_and_a_few_are_named(values: list[int]) -> None:
    drawn = bar_chart([BarGroup(str(number), [Bar(value)]) for number, value in enumerate(values)])

    assert len(drawn.bars) == len(values)
    assert all(drawn.left <= bar.x and bar.x + bar.width <= drawn.right for bar in drawn.bars)
    assert all(0 <= bar.y <= drawn.bottom for bar in drawn.bars)
    assert len(drawn.columns) <= 8
