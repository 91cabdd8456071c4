"""The benches, one after the other: python -m bench [rules site …]."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from games.registry import ORIGINAL, READABLE

ALONE = ("bots", "board", "site", "turns", "notices", "history", "crowd", "abuse", "people")
OTHERS = [key for key in READABLE if key != ORIGINAL]
BENCHES = {"rules": ["rules"]} | {key: ["rules", "--game", key] for key in OTHERS} | {name: [name] for name in ALONE}


def is_done(name: str) -> bool:
    """Run a bench; return whether it ran to its end. What it prints is seen as it comes."""
    words = BENCHES[name]
    print(f"\npython -m bench.{' '.join(words)}", flush=True)
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-m", f"bench.{words[0]}", *words[1:]], check=False)
    print(f"{'done' if done.returncode == 0 else 'FAILED'} after {time.monotonic() - started:.0f} s", flush=True)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", metavar="bench", help=f"some of {', '.join(BENCHES)}; all if none is named")
    only = parser.parse_args().only
    if unknown := sorted(set(only) - set(BENCHES)):
        parser.error(f"no such bench: {', '.join(unknown)}")
    failed = [name for name in only or BENCHES if not is_done(name)]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
