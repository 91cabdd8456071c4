"""Resources as three counts, and the prices of things (V-6.2)."""

from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from games.volcanique.rules.position.tiles import COLOURS

Counts: TypeAlias = tuple[int, int, int]
NOTHING: Final[Counts] = (0, 0, 0)


def add_resources(one: Counts, other: Counts) -> Counts:
    """Both together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def subtract_resources(one: Counts, other: Counts) -> Counts:
    """Return the first less the second."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def covers(held: Counts, price: Counts) -> bool:
    """Return whether as much is held of each type."""
    return held[0] >= price[0] and held[1] >= price[1] and held[2] >= price[2]


def of_colour(colour: int, count: int = 1) -> Counts:
    """Return so many resources of one type."""
    return (count, 0, 0) if colour == 0 else (0, count, 0) if colour == 1 else (0, 0, count)


def letters_of(counts: Counts) -> str:
    """Return the counts as sorted letters."""
    return "".join(colour * count for colour, count in zip(COLOURS, counts, strict=True))


def counts_of(letters: str) -> Counts:
    """Return the counts of letters in any order."""
    return letters.count("L"), letters.count("M"), letters.count("D")


@lru_cache(maxsize=32)
def all_mixes(total: int) -> tuple[Counts, ...]:
    """All ways to have so many resources."""
    return tuple(
        (light, medium, total - light - medium)
        for light, medium in product(range(total + 1), repeat=2)
        if light + medium <= total
    )


def counts_of_one_type(count: int) -> tuple[Counts, ...]:
    """Return the three ways to have so many resources of one type."""
    return tuple(of_colour(colour, count) for colour in range(3))


# V-6.2: every legal payment of each item.
PRICES: Final[dict[str, frozenset[Counts]]] = {
    "trio": frozenset(all_mixes(2)),
    "duo": frozenset((*all_mixes(3), *counts_of_one_type(2))),
    "uno": frozenset((*all_mixes(4), *counts_of_one_type(3), (1, 1, 1))),
    "volcano": frozenset((*all_mixes(6), *counts_of_one_type(5))),
    "unstable": frozenset((*all_mixes(5), *counts_of_one_type(4))),
    "island": frozenset(all_mixes(7)),
    "free": frozenset((NOTHING,)),
    "colossal": frozenset(all_mixes(4)),
    "ritual": frozenset(all_mixes(5)),
    "frugal": frozenset(all_mixes(3)),
    "points": frozenset((*all_mixes(3), *all_mixes(6), *all_mixes(9))),
}


@lru_cache(maxsize=8192)
def legal_payments(item: str, held: Counts) -> tuple[Counts, ...]:
    """Return the legal payments of an item that somebody who holds this can make, sorted by their letters."""
    return tuple(sorted((price for price in PRICES[item] if covers(held, price)), key=letters_of))


def most_held(counts: Counts, order: tuple[int, int, int]) -> int:
    """Return the type held most; of equals the first in `order`."""
    return max(order, key=lambda colour: (counts[colour], -order.index(colour)))


def resources_from_most_held(held: Counts, count: int, order: tuple[int, int, int]) -> Counts:
    """Return so many resources, one after the other of the type that is then held most (V-22.5, V-22.7)."""
    taken = NOTHING
    for _ in range(count):
        taken = add_resources(taken, of_colour(most_held(subtract_resources(held, taken), order)))
    return taken
