"""The core plays by the same rules as the rules package: the short form of `manage.py bots fuzz`."""

import pytest

from games.bots import engine, fuzz


@pytest.mark.parametrize("seed", range(12))
def test_the_core_agrees_with_the_rules(seed: int) -> None:
    tally = fuzz.play_one(f"short {seed}", engine.positions(compiled=False))
    assert tally.turns > 0
