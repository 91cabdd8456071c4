"""Charts as values: a template draws them as SVG, and the same numbers stand in a table beside it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 14, 12, 30
TICKS = 4
NAMED = 8


class ChartLine(NamedTuple):
    """A named course; its index says which of the seats' marks and colours it has. None: unknown there."""

    name: str
    values: Sequence[float | None]
    mark: int = 0


class Tick(NamedTuple):
    """A line of the grid: where, and its number."""

    at: float
    words: str


class DrawnLine(NamedTuple):
    """A course as an SVG path, and its last point."""

    name: str
    mark: int
    path: str
    end: tuple[float, float]


@dataclass(frozen=True)
class Chart:
    """What a template draws; all sizes are those of its view box."""

    lines: list[DrawnLine]
    rows: list[Tick]
    columns: list[Tick]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def build_chart(
    lines: Sequence[ChartLine],
    *,
    low: float | None = None,
    high: float | None = None,
    least: float = 0,
) -> Chart:
    """Return the courses beside each other from left to right, from `low` to `high`, or their own extremes.

    Lines of the grid are `least` apart or more.
    """
    values = [value for line in lines for value in line.values if value is not None] or [0]
    rows = axis_ticks(min(values) if low is None else low, max(values) if high is None else high, least=least)
    most = max([len(line.values) for line in lines] or [0]) - 1
    begin, end = rows[0], rows[-1]

    def x(number: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (number / most if most > 0 else 0), 1)

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - begin) / (end - begin), 1)

    drawn = []
    for line in lines:
        points = [None if value is None else (x(number), y(value)) for number, value in enumerate(line.values)]
        drawn.append(
            DrawnLine(line.name, line.mark, line_path(points), next(filter(None, reversed(points)), (LEFT, TOP)))
        )
    numbers = [number for number in axis_ticks(0, most, least=1) if number <= most]
    return Chart(
        drawn,
        [Tick(y(row), format_value(row)) for row in rows],
        [Tick(x(number), format_value(number)) for number in numbers],
    )


class Bar(NamedTuple):
    """A value from 0 up, with the mark of its colour, and between what it may really lie."""

    value: float
    mark: int = 0
    span: tuple[float, float] | None = None


class BarGroup(NamedTuple):
    """Bars that stand together, and what they are about."""

    words: str
    bars: Sequence[Bar]


class DrawnBar(NamedTuple):
    """A bar as a rectangle, and as a line what it may really be: its ends from the top."""

    x: float
    y: float
    width: float
    height: float
    mark: int
    middle: float
    span: tuple[float, float] | None


@dataclass(frozen=True)
class BarChart:
    """What a template draws; all sizes are those of its view box."""

    bars: list[DrawnBar]
    rows: list[Tick]
    columns: list[Tick]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def bar_chart(groups: Sequence[BarGroup]) -> BarChart:
    """Return the groups beside each other, each as wide as the others; of many not every one is named."""
    bars = [bar for group in groups for bar in group.bars]
    rows = axis_ticks(0, max([bar.span[1] if bar.span else bar.value for bar in bars] or [0]))
    room = (WIDTH - LEFT - RIGHT) / max(1, len(groups))
    width = 0.8 * room / max([len(group.bars) for group in groups] or [1])

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / rows[-1], 1)

    def drawn(bar: Bar, middle: float) -> DrawnBar:
        top, span = y(bar.value), (y(bar.span[1]), y(bar.span[0])) if bar.span else None
        x, wide = round(middle - width / 2 + 0.5, 1), round(max(1, width - 1), 1)
        return DrawnBar(x, top, wide, round(HEIGHT - BOTTOM - top, 1), bar.mark, round(middle, 1), span)

    middles = [LEFT + room * (number + 0.5) for number in range(len(groups))]
    named = range(0, len(groups), max(1, ceil(len(groups) / NAMED)))
    return BarChart(
        [
            drawn(bar, middle + width * (number - (len(group.bars) - 1) / 2))
            for group, middle in zip(groups, middles, strict=True)
            for number, bar in enumerate(group.bars)
        ],
        [Tick(y(row), format_value(row)) for row in rows],
        [Tick(round(middles[number], 1), groups[number].words) for number in named],
    )


def line_path(points: Sequence[tuple[float, float] | None]) -> str:
    """Return the path of lines from point to point, broken where nothing is known."""
    parts, is_on = [], False
    for point in points:
        if point is not None:
            parts.append(f"{'L' if is_on else 'M'}{point[0]:g},{point[1]:g}")
        is_on = point is not None
    return "".join(parts)


def axis_ticks(low: float, high: float, *, least: float = 0) -> list[float]:
    """Return about five round numbers from below the lowest to above the highest value, `least` apart or more."""
    span = high - low or 1
    step = 10 ** floor(log10(span / TICKS))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= TICKS + 1)
    step = max(step, least)
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def format_value(value: float) -> str:
    return f"{value:.10g}"
