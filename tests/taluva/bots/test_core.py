"""The core's values: what the scan finds piece by piece is what valuing each whole position finds."""

from random import Random

import pytest

from games.taluva import rules
from games.taluva.bots import engine
from games.taluva.bots.core import doors
from games.taluva.bots.core.border import FastPosition, tile_code
from games.taluva.bots.core.evaluation import survey
from games.taluva.bots.core.evaluation.worth import WIN
from games.taluva.bots.core.rules import builds, endings, layout
from games.taluva.bots.core.search.brain import BASES, Brain
from games.taluva.bots.weights import weights_for
from lab import fuzz
from tests.taluva.games import EVERY_KIND, name_of, played

WEIGHTS = BASES * survey.ROLES * survey.WEIGHTS


def random_brain(players: int, seed: int) -> Brain:
    """A brain in which every weight matters."""
    rng = Random(seed)
    return Brain([rng.gauss(0, 1) for _ in range(WEIGHTS)], players)


def valued_whole(brain: Brain, position: FastPosition, turn: int, tile: str) -> float:
    """The value of a turn by doing it, and valuing all settlements anew."""
    p, left, me = position, int(position.s[layout.LEFT]) - 1, position.mover()
    doors.lay(p.s, p.j, turn // layout.PLACEMENT_UNIT, tile_code(tile))
    builds.build(p.s, p.j, p.a, turn % layout.PLACEMENT_UNIT)
    survey.survey(p.s, p.a, brain.e, brain.f, brain.w, left, me)
    care = [float(brain.f[survey.F_COEFFICIENT + seat]) for seat in range(p.s[layout.PLAYERS])]
    scores = [c * survey.score_now(p.s, brain.e, brain.f, brain.w, left, q, me) for q, c in enumerate(care) if c]
    value = sum(scores) + (WIN if endings.is_early(p.s, me) else 0.0)
    doors.take_back(p.s, p.j)
    return value


@pytest.mark.parametrize("turns", [3, 8, 15, 22])
@pytest.mark.parametrize("options", [EVERY_KIND[0], EVERY_KIND[1], EVERY_KIND[5], EVERY_KIND[7]], ids=name_of)
def test_the_scan_values_each_turn_as_the_whole_position_would_be(options: rules.Options, turns: int) -> None:
    game = played(options, turns, seed=turns)
    position = fuzz.read_position(game, engine.position_class(compiled=False))
    brain, tile = random_brain(options.players, turns), str(game.tile)
    values = brain.values(position, tile)
    builds = [turn for turn in sorted(values) if turn % layout.PLACEMENT_UNIT]

    for turn in Random(1).sample(builds, min(150, len(builds))):
        assert values[turn] == pytest.approx(valued_whole(brain, position, turn, tile), abs=1e-9)


@pytest.mark.parametrize("options", EVERY_KIND, ids=name_of)
def test_the_scan_finds_the_legal_turns(options: rules.Options) -> None:
    game = played(options, 10)
    position = fuzz.read_position(game, engine.position_class(compiled=False))
    values = random_brain(options.players, 1).values(position, str(game.tile))
    assert {position.turn_name(turn, str(game.tile)) for turn in values} == set(game.choices(game.to_move or 0))


def test_a_brain_values_a_position_as_if_it_had_seen_no_other() -> None:
    worn = Brain(weights_for(2, "anywhere"), 2)
    for seed in range(20, 40):
        game = played(EVERY_KIND[1] if seed % 2 else EVERY_KIND[3], 5 + seed % 18, seed=seed)
        one, other = (fuzz.read_position(game, engine.position_class(compiled=False)) for _ in range(2))
        fresh, tile = Brain(weights_for(2, "anywhere"), 2), str(game.tile)
        assert worn.values(one, tile) == fresh.values(other, tile)
        if seed % 5 == 0:
            worn.search(one, tile, {"JC": 3, "SJ": 2}, 10)


@pytest.mark.parametrize("options", EVERY_KIND, ids=name_of)
def test_a_search_leaves_the_position_as_it_was(options: rules.Options) -> None:
    game = played(options, 9)
    position = fuzz.read_position(game, engine.position_class(compiled=False))
    before = [position.s[k] for k in range(layout.POSITION_SIZE)]
    brain = Brain(weights_for(options.players, options.founding), options.players)
    brain.seed(1)

    brain.search(position, str(game.tile), {"JC": 3, "SL": 2, "RR": 1}, 12)

    assert [position.s[k] for k in range(layout.POSITION_SIZE)] == before
    best = position.turn_name(brain.best(position, str(game.tile)), str(game.tile))
    assert game.why_not(best) is None


@pytest.mark.parametrize("options", [rules.Options(), rules.Options(players=3, ranking=True)], ids=name_of)
def test_the_search_takes_a_win(options: rules.Options) -> None:
    others = [(20, 3, 2)] * (options.players - 1)
    game = rules.Game(options, ["JC", "SJ", "CL", "RJ"], [(1, 1, 0), *others])
    position = fuzz.read_position(game, engine.position_class(compiled=False))
    brain = Brain(weights_for(options.players, "apart"), options.players)
    brain.search(position, "JC", {"SJ": 1}, 60)
    game.play(position.turn_name(brain.best(position, "JC"), "JC"))
    assert game.places[0] == 1
    assert brain.candidates(position, "JC")[0].chance == pytest.approx(1)
    assert brain.root_chances(position)[0] == pytest.approx(1)


def test_with_ranking_a_share_is_what_one_leaves_behind() -> None:
    options = rules.Options(players=3, ranking=True)
    game = rules.Game(options, ["JC", "SJ", "CL", "RJ"], [(1, 1, 0), (20, 3, 2), (20, 3, 2)])
    placement = game.legal_placements()[0]
    game.play(next(f"{placement} {build}" for build in game.legal_builds(placement)))
    brain = Brain(weights_for(3, "apart"), 3)

    first, *rest = brain.chances(fuzz.read_position(game, engine.position_class(compiled=False)))
    game.resign(2)
    ended = brain.chances(fuzz.read_position(game, engine.position_class(compiled=False)))

    assert (first, sum(rest)) == (1.0, pytest.approx(0.5))
    assert all(0 < share < 0.5 for share in rest)
    assert (game.places, ended) == ((1, 2, 3), [1.0, pytest.approx(0.5), 0.0])


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("options", [EVERY_KIND[0], EVERY_KIND[5]], ids=name_of)
def test_compiled_and_plain_choose_the_same(options: rules.Options) -> None:
    game = played(options, 12)
    chosen = []
    for compiled in (True, False):
        position = fuzz.read_position(game, engine.position_class(compiled=compiled))
        brain = engine.brain_class(compiled=compiled)(weights_for(options.players, options.founding), options.players)
        brain.seed(7)
        brain.search(position, str(game.tile), {"JC": 3, "SL": 2, "RR": 1}, 60)
        chosen.append([(one.text, one.visits) for one in brain.candidates(position, str(game.tile))])
    assert chosen[0] == chosen[1]


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(40))
def test_the_compiled_core_agrees_with_the_rules(seed: int) -> None:
    assert fuzz.play_one(f"compiled {seed}", engine.position_class(compiled=True)).turns > 0
