"""The core plays by the same rules as the rules package: the short form of `python -m lab fuzz`."""

import pytest

from games.taluva.bots import engine
from lab import fuzz


@pytest.mark.parametrize("seed", range(12))
def test_the_core_agrees_with_the_rules(seed: int) -> None:
    tally = fuzz.play_one(f"short {seed}", engine.position_class(compiled=False))
    assert tally.turns > 0
