"""What the analysis says of a position."""

from random import Random

import pytest

from games import bots
from games.rules import taluva
from tests.bots.games import EVERY_KIND, name_of, played


@pytest.mark.parametrize("options", EVERY_KIND, ids=name_of)
@pytest.mark.parametrize("turns", [9, 35])
def test_chances_add_up_and_the_best_turns_are_legal(options: taluva.Options, turns: int) -> None:
    game = played(options, min(turns, options.tile_count - 1))

    outlook = bots.analyse(game, 16, Random(1))

    whole = 2 if options.teams else options.players / 2 if options.ranking else 1
    assert sum(outlook.chances) == pytest.approx(whole)
    assert 1 <= len(outlook.turns) <= 5
    assert all(game.why_not(turn) is None for turn, _ in outlook.turns)


def test_the_same_position_and_seed_give_the_same_analysis() -> None:
    game = played(taluva.Options(), 12)
    assert bots.analyse(game, 16, Random(1)) == bots.analyse(game, 16, Random(1))
