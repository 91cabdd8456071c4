"""What ends the game, and what everybody has then (V-18 to V-20)."""

from collections.abc import Callable

from tests.volcanique.naive import facts
from tests.volcanique.naive.buying import critters_on_land
from tests.volcanique.naive.grid import COLOURS
from tests.volcanique.naive.position import Position, Trigger

CLAUSES = {"land": "V-19.2", "critters": "V-19.3", "super": "V-19.4", "winter": "V-19.5"}


def trigger(p: Position, kind: str) -> None:
    """Start the end sequence, if nothing has, in a normal turn of a seat that plays (V-19.1, A-20)."""
    if p.trigger is None and p.turn.mode == "normal" and p.active not in p.departed:
        p.trigger = Trigger(kind, p.active)
        p.note(CLAUSES[kind])


def check_hand(p: Position) -> None:
    """Look whether the active player's hand is empty (V-19.3)."""
    if facts.hand(p, p.active) == 0:
        trigger(p, "critters")


def matched_edges(p: Position, seat: int) -> int:
    return sum(facts.edge_count(p, biome) for biome in facts.controlled(p, seat))


def score_parts(p: Position, seat: int) -> dict[str, int]:
    """Return the points of a seat, item by item."""
    own = [unit for unit in p.units if unit.seat == seat]
    return {
        "critters": sum(unit.pieces for unit in own if not unit.colossal),
        "colossal": 4 * sum(unit.colossal for unit in own),
        "herds": sum(facts.is_herd(p, unit) for unit in own),
        "edges": matched_edges(p, seat),
        "volcanoes": p.activations[seat],
        "crater": p.craters[seat] * (2 if facts.has(p, seat, "exalted") else 1),
        "points": p.points[seat],
        "tallest": tallest(p).get(seat, 0) if p.options.on("bonus_tallest") else 0,
        "largest": largest(p).get(seat, 0) if p.options.on("bonus_largest") else 0,
        "diversified": diversified(p, seat) if p.options.on("bonus_diversified") else 0,
    }


def score(p: Position, seat: int) -> int:
    return sum(score_parts(p, seat).values())


def best(p: Position, key: Callable[[int], tuple[int, ...]]) -> dict[int, int]:
    """Return 3 points for the best key, 1 each where it is shared; of those with critters on land."""
    seats = sorted({unit.seat for unit in p.units})
    keys = {seat: key(seat) for seat in seats}
    first = [seat for seat in seats if keys[seat] == max(keys.values())]
    return dict.fromkeys(first, 3 if len(first) == 1 else 1)


def tallest(p: Position) -> dict[int, int]:
    """Compare the greatest height, then the number of hexes of that height (V-18.1)."""

    def key(seat: int) -> tuple[int, ...]:
        heights = [facts.height(p, cell) for cell in {c for biome in facts.controlled(p, seat) for c in biome.hexes}]
        return max(heights), heights.count(max(heights))

    return best(p, key)


def largest(p: Position) -> dict[int, int]:
    """Compare the largest biome, then the hexes of all (V-18.2)."""

    def key(seat: int) -> tuple[int, ...]:
        own = facts.controlled(p, seat)
        return max(len(biome.hexes) for biome in own), len({cell for biome in own for cell in biome.hexes})

    return best(p, key)


def diversified(p: Position, seat: int) -> int:
    """Return 2 points for each set of L, M and D (V-18.3)."""
    colours = [biome.colour for biome in facts.controlled(p, seat)]
    return 2 * min(colours.count(colour) for colour in COLOURS)


def standing(p: Position, seat: int) -> tuple[int, ...]:
    """Return what places are compared by, the higher the better."""
    return (
        int(seat not in p.departed),
        score(p, seat),
        critters_on_land(p)[seat],
        matched_edges(p, seat),
        facts.total(p.resources[seat]),
    )


def places(p: Position) -> list[int | None]:
    """Return the place of every seat; None while the game runs."""
    if p.reason is None:
        return [None] * p.options.players
    keys = [standing(p, seat) for seat in range(p.options.players)]
    return [1 + sum(other > own for other in keys) for own in keys]
