"""What the analysis says of a position."""

from random import Random

import pytest

from games.taluva import rules
from games.taluva.bots import TaluvaBots, engine
from games.taluva.bots.core.search.brain import shifted
from lab import fuzz
from tests.taluva.games import EVERY_KIND, dealt, name_of, played

bots = TaluvaBots()


@pytest.mark.parametrize("options", EVERY_KIND, ids=name_of)
@pytest.mark.parametrize("turns", [9, 35])
def test_chances_add_up_and_the_best_turns_are_legal(options: rules.Options, turns: int) -> None:
    game = played(options, min(turns, options.tile_count - 1))

    outlook = bots.analyse(game, 16, Random(1))

    whole = 2 if options.teams else options.players / 2 if options.ranking else 1
    assert sum(outlook.chances) == pytest.approx(whole)
    assert all(0 <= chance <= 1 for chance in outlook.chances)
    assert 1 <= len(outlook.turns) <= 5
    assert all(game.why_not(turn) is None for turn, _ in outlook.turns)


def test_the_same_position_and_seed_give_the_same_analysis() -> None:
    game = played(rules.Options(), 12)
    assert bots.analyse(game, 16, Random(1)) == bots.analyse(game, 16, Random(1))


def test_with_ranking_who_has_a_place_keeps_its_worth() -> None:
    options = rules.Options(players=3, ranking=True)
    game = rules.Game(options, ["JC", "SJ", "CL", "RJ"], [(1, 1, 0), (20, 3, 2), (20, 3, 2)])
    placement = game.legal_placements()[0]
    game.play(next(f"{placement} {build}" for build in game.legal_builds(placement)))

    first, *rest = bots.analyse(game, 16, Random(1)).chances

    assert (game.places, first, sum(rest)) == ((1, None, None), 1.0, pytest.approx(0.5))
    assert all(0 <= chance <= 0.5 for chance in rest)


SHIFTED = [
    ("three who may all be first", {}, [0.5, 0.3, 0.2], 0.0, [0.0, 0.5670, 0.4330]),
    ("three who may all be first", {}, [0.5, 0.3, 0.2], 1.0, [1.0, 0.0, 0.0]),
    ("places count, one leads", {"ranking": True}, [0.3, 0.9, 0.3], 0.05, [0.05, 0.9539, 0.4961]),
    ("places count, nobody is certain", {"ranking": True}, [0.5, 0.5, 0.5], 0.75, [0.75, 0.375, 0.375]),
]


@pytest.mark.parametrize(("_what", "kind", "before", "chance", "after"), SHIFTED)
def test_what_the_mover_gains_the_others_lose_by_the_same_odds(
    _what: str, kind: dict[str, bool], before: list[float], chance: float, after: list[float]
) -> None:
    game = dealt(rules.Options(players=3, **kind))
    position = fuzz.read_position(game, engine.position_class(compiled=False))
    assert shifted(before, position, chance) == pytest.approx(after, abs=1e-4)
