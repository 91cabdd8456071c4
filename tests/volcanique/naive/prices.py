"""What things cost (V-6.2)."""

from tests.volcanique.naive import facts
from tests.volcanique.naive.grid import Hex
from tests.volcanique.naive.position import Position

PRICES = {  # any mix, alike; an uno also costs one of each
    "trio": (2, None),
    "duo": (3, 2),
    "uno": (4, 3),
    "volcano": (6, 5),
    "unstable": (5, 4),
    "island": (7, None),
}


def is_price(item: str, pay: str) -> bool:
    """Return whether these letters are one of the patterns for the item (V-6.2)."""
    mix, alike = PRICES[item]
    one_kind = len(set(pay)) == 1
    return len(pay) == mix or (len(pay) == alike and one_kind) or (item == "uno" and pay == "LMD")


def ways_to_pay(p: Position, seat: int, item: str) -> list[str]:
    """Return every legal payment that the seat holds."""
    mix, alike = PRICES[item]
    counts = {count for count in (mix, alike) if count}
    every = [way for count in counts for way in facts.hands_of(p.resources[seat], count)]
    return sorted(way for way in every if is_price(item, way))


def volcano_price(p: Position, cell: Hex) -> str:
    """Return which price a volcano has on this hex (V-6.4)."""
    unstable = p.options.on("unstable_volcano") and facts.height(p, cell) >= 4
    return "unstable" if unstable else "volcano"


def island_is_free(p: Position, seat: int) -> bool:
    """Return whether V-16.8 pays for an island."""
    return facts.has(p, seat, "exalted") and p.options.on("exalted_free_islands")


def sacrifice_price(p: Position, seat: int) -> int:
    """Return how many resources K$ costs (V-10.2, V-16.12)."""
    return 3 if facts.has(p, seat, "frugal") else 5
