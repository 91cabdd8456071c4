"""python -m tests.volcanique.differential --games 2000: random games by both; goes on where it was left."""

import math
import time
from argparse import ArgumentParser
from pathlib import Path

from taluva_site.utils.progress import print_progress
from tests.volcanique.differential.compared import RECORD, print_report, run_games


def main() -> None:
    """Play what is missing, and print what the games have shown."""
    parser = ArgumentParser("python -m tests.volcanique.differential", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="how many there are to be, with the record's")
    parser.add_argument("--minutes", type=float, default=0, help="break off after so long; the next run goes on")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--record", type=Path, default=RECORD)
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes if options.minutes else math.inf
    report = run_games(options.games, options.record, print_progress, workers=options.workers, until=until)
    print()
    print_report(report)


if __name__ == "__main__":
    main()
