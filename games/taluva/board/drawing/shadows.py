"""Cast shadows: the light comes from the west-north-west, so a higher cell darkens a part of what lies behind it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from games.hexes import Cell
from games.taluva.board.drawing.coordinates import CORNERS, Point, centre

LIGHT = (15, 8)  # where the shadow of one level falls
HIGHEST = 6  # levels by which a cell is higher than another; beyond that the shadow is as long
SMALLEST = 60  # square units: a smaller shadow is not seen
Polygon = Sequence[tuple[float, float]]


def cast_shadows(levels: Mapping[Cell, int], cell: Cell) -> Iterable[tuple[Point, ...]]:
    """Yield the shadows on a cell, each around the cell's middle."""
    q, r = cell
    for dq, dr in casting_steps():
        higher = levels.get((q + dq, r + dr), 0) - levels[cell]
        if higher > 0 and (shadow := shadow_of((dq, dr), min(higher, HIGHEST))):
            yield shadow


@cache
def casting_steps() -> tuple[Cell, ...]:
    """Return the steps from a cell to those that may throw a shadow on it."""
    steps = [(dq, dr) for dr in range(-2, 2) for dq in range(-3, 3)]
    return tuple(step for step in steps if shadow_of(step, HIGHEST))


@cache
def shadow_of(step: Cell, higher: int) -> tuple[Point, ...]:
    """Return the part of a cell which one that is so many levels higher, a step away, shades."""
    dx, dy = centre(step)
    if step == (0, 0) or (dx > 0 and dy >= 0):
        return ()
    foot = [(x + dx, y + dy) for x, y in CORNERS]
    swept = convex_hull([*foot, *((x + LIGHT[0] * higher, y + LIGHT[1] * higher) for x, y in foot)])
    part = [Point(round(x), round(y)) for x, y in clipped_polygon(CORNERS, swept)]
    return tuple(part) if area(part) > SMALLEST else ()


def convex_hull(points: Polygon) -> Polygon:
    """Return the corners of the smallest convex polygon around the points, clockwise on the screen."""
    ordered = sorted(set(points))
    return [*half_hull(ordered)[:-1], *half_hull(ordered[::-1])[:-1]]


def half_hull(points: Polygon) -> list[tuple[float, float]]:
    """Return the corners on one side, along points in order."""
    found: list[tuple[float, float]] = []
    for point in points:
        while len(found) > 1 and side(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found


def side(start: tuple[float, float], end: tuple[float, float], point: tuple[float, float]) -> float:
    """Return a positive number for a point on the inner side of an edge."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def clipped_polygon(polygon: Polygon, by: Polygon) -> Polygon:
    """Return what two convex polygons share."""
    found = list(polygon)
    for start, end in zip(by, [*by[1:], by[0]], strict=True):
        source, found = found, []
        for before, point in zip([source[-1], *source[:-1]] if source else [], source, strict=True):
            was, now = side(start, end, before), side(start, end, point)
            if (was >= 0) != (now >= 0):
                part = was / (was - now)
                found.append((before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])))
            if now >= 0:
                found.append(point)
    return found


def area(polygon: Polygon) -> float:
    """Return the area of a polygon."""
    pairs = zip(polygon, [*polygon[1:], *polygon[:1]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2
