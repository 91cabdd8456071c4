"""How fast the rules of a game are, with python-chess as the yardstick in the same run.

python -m bench.rules [--game KEY] [--json]: bench/rules_KEY.py says what is measured of that game.
"""

import argparse
import importlib
import json

from games.registry import ORIGINAL, READABLE


def main() -> None:
    """Print the figures, as a table or as JSON."""
    parser = argparse.ArgumentParser(description="How fast the rules of a game are, measured against python-chess.")
    parser.add_argument("--game", choices=READABLE, default=ORIGINAL)
    parser.add_argument("--json", action="store_true", help="one object, figures by name")
    said = parser.parse_args()
    found, shares = importlib.import_module(f"bench.rules_{said.game}").run()
    if said.json:
        print(json.dumps({name: round(value, 3) for name, value in found.items()}, indent=2))
        return
    for name, value in found.items():
        print(f"{name:<32} {value:>14,.2f}" if value < 100 else f"{name:<32} {value:>14,.0f}")
    for what, parts in shares.items():
        whole = sum(parts.values())
        print(f"\nWhere the time of {what} goes, in µs and as a share of these parts:")
        for name, value in parts.items():
            print(f"{name:<40} {value:>14,.2f} {value / whole:>6.0%}")


if __name__ == "__main__":
    main()
