"""Points, bonus objectives, ties and places (V-18, V-20, V-22.7)."""

from typing import NamedTuple

from games.volcanique.rules.position.biomes import Biome
from games.volcanique.rules.position.ending import end_reason
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.position import Position


class Score(NamedTuple):
    """V-20.1: the points of a seat, item by item."""

    critters: int
    colossals: int
    herds: int
    edges: int
    volcanoes: int
    crater: int
    bought: int
    tallest: int
    largest: int
    diversified: int

    @property
    def total(self) -> int:
        """All points."""
        return sum(self)


def biomes_of(pos: Position, seat: int) -> list[Biome]:
    """V-2.10: the biomes that a seat controls."""
    return [biome for biome, units in pos.holders().items() if any(unit.seat == seat for unit in units)]


def all_scores(pos: Position) -> list[Score]:
    """V-20.1: what every seat would score now."""
    tallest, largest = tallest_points(pos), largest_points(pos)
    return [seat_score(pos, seat, tallest[seat], largest[seat]) for seat in pos.seats]


def seat_score(pos: Position, seat: int, tallest: int, largest: int) -> Score:
    """V-20.1 to V-20.3, V-10.6: the points of one seat."""
    units = [unit for units in pos.units.values() for unit in units if unit.seat == seat]
    held = biomes_of(pos, seat)
    herds = sum(unit.is_group for unit in units) if pos.has(seat, "herding") else 0
    counts = [sum(biome.colour == colour for biome in held) for colour in range(3)]
    return Score(
        critters=sum(unit.pieces for unit in units if not unit.colossal),
        colossals=4 * sum(unit.colossal for unit in units),
        herds=herds,
        edges=sum(biome.edges for biome in held),
        volcanoes=pos.volcanoes[seat],
        crater=pos.craters[seat] * (2 if pos.has(seat, "exalted") else 1),
        bought=pos.points[seat],
        tallest=tallest,
        largest=largest,
        diversified=2 * min(counts) if pos.options.bonus_diversified else 0,
    )


def objective_points(measures: list[tuple[int, int] | None]) -> list[int]:
    """V-18.1, V-18.2: 3 points for the best alone, 1 for each of several; None takes no part (V-18.4)."""
    taking = [measure for measure in measures if measure is not None]
    if not taking:
        return [0] * len(measures)
    best = max(taking)
    points = 3 if taking.count(best) == 1 else 1
    return [points if measure == best else 0 for measure in measures]


def tallest_points(pos: Position) -> list[int]:
    """V-18.1: the greatest height of a hex with a sector in a controlled biome, then the number of such hexes."""
    if not pos.options.bonus_tallest:
        return [0] * pos.options.players
    measures: list[tuple[int, int] | None] = []
    for seat in pos.seats:
        heights = [pos.height(cell) for cell in {cell for biome in biomes_of(pos, seat) for cell in biome.cells}]
        measures.append((max(heights), heights.count(max(heights))) if heights else None)
    return objective_points(measures)


def largest_points(pos: Position) -> list[int]:
    """V-18.2, V-28.18: the most hexes of a controlled biome, then of all controlled biomes together."""
    if not pos.options.bonus_largest:
        return [0] * pos.options.players
    measures: list[tuple[int, int] | None] = []
    for seat in pos.seats:
        sizes = [len(biome.cells) for biome in biomes_of(pos, seat)]
        together = len({cell for biome in biomes_of(pos, seat) for cell in biome.cells})
        measures.append((max(sizes), together) if sizes else None)
    return objective_points(measures)


def critters_on_land(units: list[Unit]) -> int:
    """Return the number of critters on land, a colossal as one (V-20.4)."""
    return sum(1 if unit.colossal else unit.pieces for unit in units)


def final_places(pos: Position) -> tuple[int | None, ...]:
    """V-20.4, V-22.7: the place of every seat; those who left come after those who stayed."""
    if not pos.over:
        return (None,) * pos.options.players
    standing = [
        (seat not in pos.left, score.total, critters_on_land(pos.units_of(seat)), score.edges, sum(pos.held[seat]))
        for seat, score in enumerate(all_scores(pos))
    ]
    return tuple(1 + sum(other > own for other in standing) for own in standing)


def tell_result(pos: Position) -> None:
    """Note the end of the game: why, and every seat's points, item by item, and place."""
    for seat, score in enumerate(all_scores(pos)):
        pos.tell("score", seat=seat, points=score._asdict(), total=score.total)
    pos.tell("over", reason=end_reason(pos), places=list(final_places(pos)))
