"""What every game's bots keep: those of the registry, and a second game's."""

from random import Random

import pytest

from games.bot_contract import GameBots
from games.contract import Game, Rules
from games.registry import BOTS, RULES
from tests.lanterns import Lanterns, WindyLanterns
from tests.lanterns.bots import LanternsBots

GAMES: list[tuple[Rules, GameBots]] = [
    *((RULES[key], bots) for key, bots in BOTS.items()),
    (Lanterns(), LanternsBots()),
    (WindyLanterns(), LanternsBots()),
]
SEED = "0123456789abcdef" * 4
every_game = pytest.mark.parametrize(("rules", "bots"), GAMES, ids=lambda value: getattr(value, "key", ""))


def quick_levels(bots: GameBots) -> list[str]:
    return [key for key, level in bots.levels.items() if level.is_quick]


def carry_out(game: Game) -> Game:
    """The game after what chance and the rules bring by themselves."""
    while carried := game.ordered({}):
        if carried.text is not None:
            game.play(carried.text, carried.seat)
    return game


@every_game
def test_levels_are_found_by_their_keys_and_say_who_they_are(rules: Rules, bots: GameBots) -> None:
    assert [level.key for level in bots.levels.values()] == list(bots.levels)
    assert len({level.name for level in bots.levels.values()}) == len(bots.levels)
    assert all(level.sentence.endswith(".") for level in bots.levels.values())
    assert not {level.name for level in bots.levels.values()} & set(bots.former_names)


def test_levels_of_several_games_that_share_a_key_share_their_name() -> None:
    names: dict[str, set[str]] = {}
    for _rules, bots in GAMES:
        for key, level in bots.levels.items():
            names.setdefault(key, set()).add(level.name)
    assert [key for key, known in names.items() if len(known) > 1] == []


@every_game
def test_a_core_is_there_if_a_level_needs_one(rules: Rules, bots: GameBots) -> None:
    assert any(level.needs_core for level in bots.levels.values()) == (bots.core is not None)
    assert not next(iter(bots.levels.values())).needs_core  # while a core is compiled another level answers


@every_game
def test_a_level_plays_what_its_seat_may_know_to_the_end_and_the_same_again(rules: Rules, bots: GameBots) -> None:
    game, levels = rules.start({"players": rules.seats[-1]}, SEED, draw_seats=False).game, quick_levels(bots)
    while not carry_out(game).over:
        seat = Random(game.turn).choice(game.awaited())
        seen, level = game.seen_by(seat), levels[game.turn % len(levels)]
        before = seen.to_record(seat)

        text = bots.choose(level, seen, Random(game.turn), seat=seat)

        assert text == bots.choose(level, game.seen_by(seat), Random(game.turn), seat=seat)
        assert seen.to_record(seat) == before
        assert bots.explain(seen, text).endswith(".")
        assert all(reason.words in bots.texts() for reason in bots.reasons(seen, text))
        game.play(text, seat)
    assert game.places


@every_game
def test_a_look_without_the_core_costs_less_and_who_can_t_analyse_can_t_at_all(rules: Rules, bots: GameBots) -> None:
    quick, close = (bots.analysis_budget(compiled=compiled) for compiled in (False, True))
    assert 0 <= quick <= close
    assert (quick == 0) == (close == 0)
