"""How fast the rules of a game are, with python-chess as the yardstick in the same run.

python -m bench.rules [--game volcanique] [--json]
"""

import argparse
import json
from types import ModuleType

from bench import rules_taluva, rules_volcanique

GAMES: dict[str, ModuleType] = {"taluva": rules_taluva, "volcanique": rules_volcanique}


def main() -> None:
    """Print the figures, as a table or as JSON."""
    parser = argparse.ArgumentParser(description="How fast the rules of a game are, measured against python-chess.")
    parser.add_argument("--game", choices=GAMES, default="taluva")
    parser.add_argument("--json", action="store_true", help="one object, figures by name")
    said = parser.parse_args()
    found, parts = GAMES[said.game].run()
    if said.json:
        print(json.dumps({name: round(value, 3) for name, value in found.items()}, indent=2))
        return
    for name, value in found.items():
        print(f"{name:<32} {value:>14,.2f}" if value < 100 else f"{name:<32} {value:>14,.0f}")
    whole = sum(parts.values())
    print("\nWhere the time of a turn goes, in µs and as a share of these parts:")
    for name, value in parts.items():
        print(f"{name:<32} {value:>14,.2f} {value / whole:>6.0%}")


if __name__ == "__main__":
    main()
