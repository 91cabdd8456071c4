"""Chance that anybody can check afterwards: everything follows from one secret seed (T-2.7, V-21)."""

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")

SPAN = 1 << 64


def seed_hash(seed: str) -> str:
    """Return the SHA-256 of the seed, public from the start of a game."""
    return sha256(seed.encode()).hexdigest()


def draw_seating(chance: "Chance", players: int, *, is_drawn: bool) -> tuple[int, ...]:
    """Return who sits where, by the order of joining from 0: drawn, or as they joined."""
    return tuple(chance.shuffle(range(players)) if is_drawn else range(players))


class Chance:
    """Rolls and shuffles that follow from a seed and a counter; the counter is all that changes."""

    def __init__(self, seed: str, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def roll(self, sides: int) -> int:
        """Return a fair number from 1 to `sides`."""
        fair = SPAN // sides * sides
        while (number := self._next()) >= fair:
            pass
        return number % sides + 1

    def shuffle(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in a random order; the argument stays as it was."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.roll(i + 1) - 1
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled

    def copy(self) -> "Chance":
        """Return a second source that goes on from the same counter."""
        return Chance(self.seed, self.counter)

    def _next(self) -> int:
        digest = sha256(f"{self.seed}:{self.counter}".encode()).digest()
        self.counter += 1
        return int.from_bytes(digest[:8], "big")
