"""Chance follows from the seed, for ever (T-2.7, V-21)."""

from collections import Counter

import pytest

from games.chance import Chance, seed_hash
from games.registry import RULES

SEED = "0123456789abcdef" * 4
TALUVA = RULES["taluva"]


def test_rolls_follow_the_published_vectors() -> None:
    """V-21.5 of Volcanique."""
    chance = Chance("volcanique-test")

    assert seed_hash(chance.seed) == "1e52716292760668b9cd28529b5e802cd9ce95562350036a98db6ca6d89665e0"
    assert [chance.roll(sides) for sides in (2, 3, 4, 5, 6, 6, 6, 6)] == [1, 3, 3, 1, 5, 1, 6, 2]
    assert chance.counter == 8


@pytest.mark.parametrize(
    ("players", "draw_seats", "seating", "first", "last", "count"),
    [
        (2, False, (0, 1), "SS LS RS JC CJ SC SC JL RR RC JC SJ", "JC", 24),
        (3, True, (1, 0, 2), "LL LC CJ JC LJ CJ RC SC SJ RJ JR SL", "RS", 36),
        (5, True, (3, 4, 2, 0, 1), "RC SJ RL CC JC JC CR CJ CR JC RJ CS", "CJ", 60),
    ],
)
def test_seats_and_stack_follow_the_published_vectors(
    players: int, draw_seats: bool, seating: tuple[int, ...], first: str, last: str, count: int
) -> None:
    start = TALUVA.start({"players": players}, SEED, draw_seats=draw_seats)  # T-2.7
    tiles = start.game.to_record()  # a spectator sees the first tile only

    assert seed_hash(SEED) == "a8ae6e6ee929abea3afcfc5258c8ccd6f85273e0d4626d26c7279f3250f77c8e"
    assert start.seating == seating
    assert f'[Tiles "{first.split()[0]}"]' in tiles
    for _ in range(players - 1):
        start.game.resign(start.game.awaited()[0])
    assert whole_draw(start.game.to_record()) == (first.split(), last, count)


def whole_draw(record: str) -> tuple[list[str], str, int]:
    """The first twelve tiles, the last one and the number of tiles of a record."""
    tiles = next(line for line in record.splitlines() if line.startswith('[Tiles "'))[8:-2].split()
    return tiles[:12], tiles[-1], len(tiles)


def test_a_number_that_would_favour_some_sides_is_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter([2**64 - 1, 2**64 - 2, 7])  # 2**64 = 1 mod 3: only the last number of all is unfair
    chance = Chance("any")
    monkeypatch.setattr(chance, "_next", lambda: next(numbers))

    assert [chance.roll(3), chance.roll(3)] == [(2**64 - 2) % 3 + 1, 2]


def test_rolls_are_even_and_the_shuffle_reaches_every_order() -> None:
    chance = Chance("even")
    rolls = Counter(chance.roll(6) for _ in range(6000))
    orders = Counter(tuple(chance.shuffle("abc")) for _ in range(3000))

    assert set(rolls) == set(range(1, 7))
    assert max(rolls.values()) - min(rolls.values()) < 200
    assert len(orders) == 6
    assert max(orders.values()) - min(orders.values()) < 150


def test_copy_goes_on_from_the_same_counter_and_shuffle_spares_its_argument() -> None:
    chance, items = Chance("copy"), [1, 2, 3, 4]
    chance.roll(6)
    twin = chance.copy()

    assert [chance.roll(100) for _ in range(5)] == [twin.roll(100) for _ in range(5)]
    chance.shuffle(items)
    assert items == [1, 2, 3, 4]
