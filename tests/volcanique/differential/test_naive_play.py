"""The naive rules by themselves: what holds in every game, whatever is played."""

import random

import pytest

from tests.volcanique.differential.players import Players, random_policies, random_settings
from tests.volcanique.naive import NaiveGame, facts
from tests.volcanique.naive.position import Position, full_supply


def play_random_game(number: int) -> NaiveGame:
    rng = random.Random(number)
    settings = random_settings(rng)
    game = NaiveGame(settings, f"game {number}", draw_seats=rng.random() < 0.5)
    players, policies = Players(rng, game.options.players), random_policies(rng, game.options.players)
    while not game.over:
        answers = [(seat, game.policy_answer(seat, policies[seat])) for seat in game.awaited()]
        said = next(((seat, text) for seat, text in answers if text), None)
        game.play(*(said or players.next_entry(game)))
        check_position(game.position)
    return game


def check_position(p: Position) -> None:
    """Nothing is lost or made: tiles, resources, pieces; units stand where they can (V-1, V-2)."""
    lying = [member.kind for stack in p.stacks.values() for member in stack] + p.removed
    for kind, count in full_supply(p.options).items():
        announced = p.wait.kind == "answers" or p.reason == "alone"  # bought, and not yet laid
        assert p.supply[kind] + lying.count(kind) in ((count - 1, count) if announced else (count,))
    for colour, left in p.bank.items():
        held = sum(resources[colour] for resources in p.resources)
        assert left + held == p.options.number("resources_per_type_per_player") * p.options.players
    for seat in range(p.options.players):
        assert facts.hand(p, seat) >= 0
    sectors = set(facts.all_sectors(p))
    assert all(unit.sector in sectors for unit in p.units)
    assert len({(unit.seat, unit.sector) for unit in p.units}) == len(p.units)
    assert not set(p.sea) & set(facts.land(p))
    for biome in facts.biomes(p):
        seats = facts.controllers(p, biome)
        assert all(facts.cooperate(p, one, other) for one in seats for other in seats)


@pytest.mark.parametrize("number", range(3))
def test_random_game_keeps_what_there_is(number: int) -> None:
    game = play_random_game(number)

    assert game.replayed().data() == game.data()
