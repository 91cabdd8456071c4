"""The tiles of the stack (T-1.1 to T-1.4)."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from games.contract import Violation

TERRAINS = ("J", "C", "S", "R", "L")
VOLCANO = "V"

# T-1.3: rows are the first field, columns the second, both in the order of TERRAINS.
COUNTS = (
    (1, 5, 4, 2, 1),
    (6, 1, 2, 2, 1),
    (4, 2, 1, 1, 1),
    (2, 2, 2, 1, 1),
    (2, 1, 1, 1, 1),
)
STACK = tuple(
    first + second
    for first, row in zip(TERRAINS, COUNTS, strict=True)
    for second, count in zip(TERRAINS, row, strict=True)
    for _ in range(count)
)
# T-1.4: what five players add.
EXTRA = ("CJ", "JC", "JC", "JS", "JS", "SJ", "SJ", "LJ", "LJ", "RC", "RC", "CR")
# T-1.1, T-1.2: a tile is named by its two fields, clockwise from its volcano.
EVERY_TILE = frozenset(STACK)


def full_set(players: int) -> tuple[str, ...]:
    """Return all tiles that this many players draw from, in the order in which they are shuffled (T-2.7)."""
    return STACK + EXTRA if players == 5 else STACK


@cache
def tile_counts(players: int) -> Counter[str]:
    """Return how often each tile is in the full set."""
    return Counter(full_set(players))


def unseen_tiles(players: int, seen: Iterable[str | None]) -> Counter[str]:
    """Return the tiles of the full set that are not among those seen."""
    return tile_counts(players) - Counter(tile for tile in seen if tile is not None)


def draw_refusal(players: int, draw: Iterable[str | None]) -> Violation | None:
    """Return why these tiles can't come from the full set, or None when they can; None stands for an unknown tile."""
    known = Counter(tile for tile in draw if tile is not None)
    strange, excess = known.keys() - EVERY_TILE, known - tile_counts(players)
    if strange:
        return no_such_tile(min(strange))
    if excess:
        tile = min(excess)
        return Violation(
            "T-1.3", f"Of the tile {tile} the stack holds {tile_counts(players)[tile]}, not {known[tile]}."
        )
    return None


def no_such_tile(tile: str) -> Violation:
    """Return the violation that no tile has this name."""
    return Violation("T-1.2", f"There is no tile “{tile}”.")
