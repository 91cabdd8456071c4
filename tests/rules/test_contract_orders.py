"""Every game carries out what its players have left, or says that it is spent."""

import random

import pytest

from games.contract import Order
from games.registry import Game, Rules
from tests.rules.test_contract import every_game, started


@every_game
def test_order_that_means_nothing_is_refused_and_never_played(rules: Rules) -> None:
    game = started(rules)
    seat = game.awaited()[0]

    for kind in ("no-such-kind", *(known.name for known in rules.orders)):
        assert game.why_not_order(Order(kind, "nonsense"), seat) is not None
    carried = game.ordered({seat: [Order("no-such-kind", "nonsense")]})
    assert carried is None or carried.text is None


@every_game
@pytest.mark.parametrize(
    "number", [*range(5), *(pytest.param(number, marks=pytest.mark.long) for number in range(5, 20))]
)
def test_what_is_carried_out_is_legal_and_comes_to_an_end(rules: Rules, number: int) -> None:
    """Whatever was left, however silly: it is played by the rules or spent, and the game goes on."""
    rng = random.Random(number)
    game = played_with_orders(started(rules, f"{rng.getrandbits(256):064x}"), rules, rng)
    assert game.over


def played_with_orders(game: Game, rules: Rules, rng: random.Random) -> Game:
    kinds, left = [kind.name for kind in rules.orders], {seat: list[Order]() for seat in range(len(game.places))}
    while not game.over:
        seat = rng.choice(game.may_play())
        game.play(rng.choice(game.choices(seat)), seat)
        if not all(left.values()):
            texts = [text for other in left for text in game.choices(other)[:3]] + ["", "always", "ask", "never"]
            for other in left:
                left[other] = left[other] or [Order(rng.choice(kinds), rng.choice(texts)) for _ in range(2)]
        while (carried := game.ordered(left)) is not None:
            assert carried.text is not None or carried.spent
            assert set(carried.spent) <= set(left[carried.seat])
            left[carried.seat] = [order for order in left[carried.seat] if order not in carried.spent]
            if carried.text is not None:
                assert not game.is_departure(carried.text)
                game.play(carried.text, carried.seat)
    assert game.ordered({}) is None
    return game


@every_game
def test_kinds_of_orders_are_declared(rules: Rules) -> None:
    game, rng, known = started(rules), random.Random(3), {kind.name for kind in rules.orders}
    assert len(known) == len(rules.orders)
    while not game.over:
        for seat in range(len(game.places)):
            assert set(game.orderable(seat)) <= known
        seat = rng.choice(game.awaited())
        game.play(rng.choice(game.choices(seat)), seat)
    assert [game.orderable(seat) for seat in range(len(game.places))] == [()] * len(game.places)
