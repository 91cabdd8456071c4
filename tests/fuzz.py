"""Random games by the rules and by the core, compared at every turn, for a minute: python -m tests.fuzz [seconds]"""

import secrets
import sys
import time
from itertools import count

from games.taluva.bots.core.border import FastPosition
from lab import fuzz


def main(seconds: float) -> None:
    run, end = secrets.token_hex(4), time.monotonic() + seconds
    for number in count(1):
        seed = f"{run}-{number}"
        try:
            fuzz.play_one(seed, FastPosition)
        except fuzz.DisagreementError:
            print(f"They disagree; fuzz.play_one({seed!r}, Position) shows it again.")
            raise
        if time.monotonic() > end:
            print(f"{number} games in {seconds:.0f} s, and not one disagreement (seeds {run}-1 to {seed})")
            return


if __name__ == "__main__":
    main(float(sys.argv[1]) if sys.argv[1:] else 60)
