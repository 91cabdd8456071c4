"""What every bot keeps: it plays any game to its end, by the rules, from what it may know, and always the same."""

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from games.bot_contract import LevelUnavailable
from games.taluva import rules
from games.taluva.bots import TaluvaBots, thinking
from games.taluva.bots.levels import LADDER, LEVELS, SearchLevel
from games.taluva.rules.tiles import full_set
from tests.taluva.games import EVERY_KIND, dealt, name_of, played

bots = TaluvaBots()

PLAIN = [level for level in LEVELS.values() if not level.needs_core]
every_level = pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.key)
# The same search as theirs, with a budget that plain Python can afford in a test.
SMALL = [replace(level, simulations=16, needs_core=False) for level in LEVELS.values() if level.needs_core]
GLANCING = [level for level in LEVELS.values() if not level.simulations]
SEARCHING = [replace(level, simulations=3, needs_core=False) for level in LEVELS.values() if level.simulations]
plain_level = pytest.mark.parametrize("level", PLAIN, ids=lambda level: level.key)


@every_level
def test_a_level_says_who_it_is(level: SearchLevel) -> None:
    assert LEVELS[level.key] is level
    assert level.name
    assert level.sentence.endswith(".")


def test_there_are_six_levels_and_each_may_think_as_much_as_the_one_before() -> None:
    assert len(LEVELS) == 6
    budgets = [level.simulations for level in LEVELS.values()]
    assert budgets == sorted(budgets)


@pytest.mark.parametrize("levels", [GLANCING, SEARCHING], ids=["at a glance", "by a search"])
@pytest.mark.parametrize("options", EVERY_KIND, ids=name_of)
def test_every_level_plays_every_kind_of_game_to_its_end(options: rules.Options, levels: list[SearchLevel]) -> None:
    game = dealt(options)
    while not game.over:
        level = levels[game.turn % len(levels)]
        game.play(thinking.choose_turn(level, game, Random(game.turn)))
    assert sorted(set(game.places))[0] == 1


@plain_level
def test_a_choice_leaves_the_game_as_it_was(level: SearchLevel) -> None:
    game = played(rules.Options(players=3), 11)
    record, state = game.to_record(), game.state()

    bots.choose(level.key, game, Random(5))

    assert (game.to_record(), game.state()) == (record, state)


@plain_level
def test_the_same_seed_makes_the_same_choice(level: SearchLevel) -> None:
    game = played(rules.Options(players=2), 8)
    assert bots.choose(level.key, game, Random(7)) == bots.choose(level.key, game.copy(), Random(7))


@pytest.mark.parametrize("level", [*PLAIN, *SMALL], ids=lambda level: level.key)
@pytest.mark.parametrize("options", EVERY_KIND, ids=name_of)
def test_the_order_of_the_unseen_tiles_changes_no_choice(level: SearchLevel, options: rules.Options) -> None:
    game = played(options, 9)
    choice = thinking.choose_turn(level, game, Random(3))
    for seed in range(3):
        assert thinking.choose_turn(level, shuffled_below(game, seed), Random(3)) == choice


def shuffled_below(game: rules.Game, seed: int) -> rules.Game:
    """The same game on a stack whose unseen tiles lie in another order, and with other ones of the box in it."""
    seen = list(game.tiles[: game.tiles_placed + 1])
    rest = list(full_set(game.options.players))
    for tile in seen:
        rest.remove(str(tile))
    Random(seed).shuffle(rest)
    other = rules.Game(game.options, [*seen, *rest][: game.options.tile_count])
    for entry in game.entries:
        other.play(entry.text, entry.seat)
    assert other.tiles != game.tiles
    return other


@pytest.mark.parametrize("options", EVERY_KIND, ids=name_of)
def test_a_game_read_from_a_seat_s_record_is_enough(options: rules.Options) -> None:
    game = played(options, 7)
    seen = rules.Game.from_record(game.to_record(game.to_move))
    assert bots.choose("builder", seen, Random(2)) == bots.choose("builder", game, Random(2))


def test_bots_are_imported_and_play_without_numba_and_django() -> None:
    program = """
import sys
from random import Random
sys.modules["numba"] = sys.modules["numpy"] = None
from games.taluva.bots import TaluvaBots
from games.taluva import rules
bots = TaluvaBots()
game = rules.Game(rules.Options(players=2), ["JC", "SJ"])
for _ in range(2):
    game.play(bots.choose("breaker", game, Random(1)))
assert not any(name.partition(".")[0] == "django" for name in sys.modules)
print("played", game.turn)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("played 2\n", "")


def test_a_level_that_needs_the_core_says_so_where_there_is_no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)

    assert [level.key for level in LEVELS.values() if level.missing is None] == [level.key for level in PLAIN]
    with pytest.raises(LevelUnavailable, match="needs numba, which is not installed here"):
        bots.choose("elder", dealt(rules.Options()), Random(1))


def test_it_plays_plainly_without_the_core_and_looks_less_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)
    game = dealt(rules.Options())

    navigator, strongest = (bots.choose(level, game, Random(1), plainly=True) for level in ("navigator", "elder"))

    assert game.why_not(navigator) is None
    assert strongest == navigator
    assert [thinking.level_without_core(level).simulations for level in LADDER] == [0, 0, 0, 32, 400, 400]


def test_a_turn_can_t_be_chosen_once_the_game_is_over() -> None:
    game = dealt(rules.Options())
    game.resign(1)
    with pytest.raises(LevelUnavailable):
        bots.choose("seedling", game, Random(1))
