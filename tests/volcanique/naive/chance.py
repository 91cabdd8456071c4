"""The dice (V-21.2, V-21.3), written once more."""

import hashlib


class Dice:
    """Rolls that follow from the seed; `counter` is the number of hashes used so far."""

    def __init__(self, seed: str, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def roll(self, sides: int) -> int:
        """Return 1 to `sides` (V-21.2)."""
        limit = (2**64 // sides) * sides
        while True:
            digest = hashlib.sha256(f"{self.seed}:{self.counter}".encode()).hexdigest()
            self.counter += 1
            number = int(digest[:16], 16)
            if number < limit:
                return number % sides + 1

    def shuffle(self, items: list[str]) -> list[str]:
        """Return the items in the order of V-21.3."""
        mixed = list(items)
        for i in reversed(range(1, len(mixed))):
            j = self.roll(i + 1) - 1
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed
