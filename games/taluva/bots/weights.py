"""The weights of the evaluation: numbers in a file, which says what command made them."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypedDict, cast

WEIGHTS = Path(__file__).parent / "weights.json"


class WeightSet(TypedDict):
    """Weights for one kind of game, and where they come from."""

    made_by: str
    weights: list[float]


@cache
def weight_sets() -> dict[str, WeightSet]:
    """Return all weights, by players and founding: `2 apart`."""
    return cast("dict[str, WeightSet]", json.loads(WEIGHTS.read_text()))


def weights_for(players: int, founding: str) -> Sequence[float]:
    """Return the weights for a game; those for fewer players where there are none of its own."""
    sets = weight_sets()
    for number in (players, *range(players, 1, -1)):
        for rule in (founding, "apart"):
            if f"{number} {rule}" in sets:
                return sets[f"{number} {rule}"]["weights"]
    raise LookupError(f"no weights for {players} players, founding {founding}")
