"""Line charts as values: a template draws them as SVG, and the same numbers stand in a table beside it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 14, 12, 30
TICKS = 4


class Line(NamedTuple):
    """A named course; its index says which of the seats' marks and colours it has. None: unknown there."""

    name: str
    values: Sequence[float | None]
    mark: int = 0


class Tick(NamedTuple):
    """A line of the grid: where, and its number."""

    at: float
    words: str


class Drawn(NamedTuple):
    """A course as an SVG path, and its last point."""

    name: str
    mark: int
    path: str
    end: tuple[float, float]


@dataclass(frozen=True)
class Chart:
    """What a template draws; all sizes are those of its view box."""

    lines: list[Drawn]
    rows: list[Tick]
    columns: list[Tick]
    marked: list[float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def chart(
    lines: Sequence[Line], *, low: float | None = None, high: float | None = None, marked: Iterable[int] = ()
) -> Chart:
    """The courses beside each other from left to right, from their lowest to their highest value or as told.

    What happened at the numbers that are `marked` is worth a look.
    """
    values = [value for line in lines for value in line.values if value is not None] or [0]
    rows = ticks(min(values) if low is None else low, max(values) if high is None else high)
    most = max([len(line.values) for line in lines] or [0]) - 1
    begin, end = rows[0], rows[-1]

    def x(number: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (number / most if most > 0 else 0), 1)

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - begin) / (end - begin), 1)

    drawn = []
    for line in lines:
        points = [None if value is None else (x(number), y(value)) for number, value in enumerate(line.values)]
        drawn.append(Drawn(line.name, line.mark, path(points), next(filter(None, reversed(points)), (LEFT, TOP))))
    numbers = sorted({floor(most * part / TICKS) for part in range(TICKS + 1)}) if most > 0 else [0]
    return Chart(
        drawn, [Tick(y(row), shown(row)) for row in rows], [Tick(x(n), str(n)) for n in numbers], [x(n) for n in marked]
    )


def path(points: Sequence[tuple[float, float] | None]) -> str:
    """Lines from point to point, broken where nothing is known."""
    parts, is_on = [], False
    for point in points:
        if point is not None:
            parts.append(f"{'L' if is_on else 'M'}{point[0]:g},{point[1]:g}")
        is_on = point is not None
    return "".join(parts)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest value, some five of them."""
    span = high - low or 1
    step = 10 ** floor(log10(span / TICKS))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= TICKS + 1)
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def shown(value: float) -> str:
    return f"{value:.10g}"
