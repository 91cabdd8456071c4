"""What clauses say of the whole game, where no position shows it."""

import random

import pytest

from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.position.ending import is_stalled
from games.volcanique.rules.position.grid import ADJACENT, POWERS, SLOTS
from games.volcanique.rules.position.tiles import KINDS
from games.volcanique.rules.state import state_data
from games.volcanique.rules.text_board import draw_text
from tests.volcanique.rules.boards import position
from tests.volcanique.rules.random_games import play_some

RULES = Volcanique()
SEED = "ab" * 32


def started(**settings: object) -> Game:
    game = RULES.start({"players": 2, **settings}, SEED, draw_seats=False).game
    assert isinstance(game, Game)
    return game


def test_supply_has_land_tiles_and_nothing_else() -> None:
    """V-1.4: volcanoes, lava and soil are unlimited."""
    assert tuple(state_data(started().position, 0, {})["tiles"]) == KINDS


def test_supplies_go_by_the_players_and_the_options() -> None:
    """V-1.3, V-1.5 to V-1.7: tiles, resources and critters, less what lies there at the start."""
    few = {"uno_per_player": "1", "duo_per_player": "9", "trio_per_player": "5", "trio_kinds": "LMD_only"}
    usual = started(players=3).position
    other = started(critters_per_player="15", resources_per_type_per_player="7", **few).position

    assert (usual.tiles, usual.supply, usual.hands) == ((3, 6, 6, 6, 9, 9, 9, 12), (12, 12, 12), (18, 18, 18))
    assert (other.tiles, other.supply, other.hands) == ((0, 2, 2, 16, 18, 18, 18, 0), (12, 12, 12), (12, 12))


def test_position_text_says_what_a_group_is() -> None:
    """V-23.10: a pack, a herd or both, by the powers of its owner."""
    lines = []
    for powers in ("pack", "herding", "herding pack"):
        pos = position({"0,0": "L0", "5,0": "M0"}, ["P1 0,0:L *2", "P2 5,0:M colossal"], powers={"P1": powers})
        lines.append([line for line in draw_text(pos, {}).split("\n") if line.startswith("unit")])

    assert lines == [
        [f"unit P1 0,0:L *2 {words}", "unit P2 5,0:M *2 colossal"] for words in ("pack", "herd", "pack herd")
    ]


def test_twenty_two_powers_and_nine_slots() -> None:
    """V-1.10, V-15.1, V-16.1."""
    assert (len(POWERS), len(SLOTS)) == (22, 9)
    assert all(slot in ADJACENT[other] for slot in SLOTS for other in ADJACENT[slot])
    assert [slot[:2] for slot in SLOTS] == ["L1", "L2", "L2", "L3", "L3", "L3", "L4", "L4", "L5"]


def test_powers_are_kept() -> None:
    """V-15.7: over a random game they only grow."""
    game, rng = started(), random.Random(5)
    while not game.over:
        before = game.position
        play_some(game, rng)
        if game.entries[-1].text[:4] != "undo":
            assert all(before.powers[seat] <= game.position.powers[seat] for seat in game.position.seats)
    assert any(game.position.powers)


def test_settings_are_texts_and_nobody_says_who_starts() -> None:
    """V-28.1."""
    settings = dict(started().settings)

    assert settings.pop("players") == 2
    assert all(isinstance(value, str) for value in settings.values())
    assert "first_player" not in settings


def test_grid_is_open_while_islands_are_built() -> None:
    """V-28.2."""
    game = started(setup_mode="build")

    assert sorted(state_data(game.position, 0, {})["grid"]) == sorted(SLOTS)
    assert game.grid == started().grid


@pytest.mark.parametrize(("turn", "expected"), [(119, False), (120, True)])
def test_sixty_rounds_are_enough(turn: int, expected: bool) -> None:
    """V-28.7: turns of any kind count."""
    pos = position({"0,0": "L0"}, ["P1 0,0:L"])
    pos.turn = turn

    assert is_stalled(pos) is expected
