"""Checks that nobody changed the tiles of a finished game of Taluva (T-2.7). Needs Python 3.10 and nothing else.

python3 verify_taluva.py SEED HASH RECORD [--seats-drawn]   (RECORD: the file that the game's page offers)
"""

import hashlib
import re
import sys
from pathlib import Path

ROWS = {"J": (1, 5, 4, 2, 1), "C": (6, 1, 2, 2, 1), "S": (4, 2, 1, 1, 1), "R": (2, 2, 2, 1, 1), "L": (2, 1, 1, 1, 1)}
STACK = [first + second for first, row in ROWS.items() for second, n in zip(ROWS, row, strict=True) for _ in range(n)]
EXTRA = ["CJ", "JC", "JC", "JS", "JS", "SJ", "SJ", "LJ", "LJ", "RC", "RC", "CR"]


def numbers(seed):
    """Yield the numbers that follow from the seed, one after the other."""
    for counter in range(10**6):
        yield int.from_bytes(hashlib.sha256(f"{seed}:{counter}".encode()).digest()[:8], "big")


def shuffled(items, source):
    """Return the items in the order that the numbers give; pass over a number that would favour some places."""
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        j = next(x for x in source if x < 2**64 // (i + 1) * (i + 1)) % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def draw(seed, players, tiles, seats_drawn):
    """Who sits where by the order of joining from 0, and the tiles from the top of the stack."""
    source = numbers(seed)
    seats = shuffled(range(players), source) if seats_drawn else list(range(players))
    return seats, shuffled(STACK + EXTRA * (players == 5), source)[:tiles]


def main(seed, fingerprint, path, *flags):
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', Path(path).read_text(encoding="utf-8")))
    players, each = int(tags["Players"]), tags["TilesPerPlayer"]
    number = 48 + 12 * (players == 5) if each == "all" else int(each) * players
    seats, tiles = draw(seed, players, number, "--seats-drawn" in flags)
    hash_holds = hashlib.sha256(seed.encode()).hexdigest() == fingerprint
    draw_holds = tags["Tiles"].split() == tiles
    seats_hold = tags.get("Joined", " ".join(map(str, seats))).split() == [str(seat) for seat in seats]
    print("Seats, by the order of joining from 0:", *seats)
    print("yes" if hash_holds else "NO ", "The seed gives the hash that was shown from the start.")
    print("yes" if draw_holds else "NO ", "The tiles of the record are the draw of this seed.")
    if "Joined" in tags:
        print("yes" if seats_hold else "NO ", "They sat as the seed says.")
    return 0 if hash_holds and draw_holds and seats_hold else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) >= 4 else __doc__)
