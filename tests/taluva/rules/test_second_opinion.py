"""The package against a second implementation that was written from the clauses alone (naive.py)."""

import random

import pytest

from games.taluva.rules import Game, Options, Supply, tiles
from tests.taluva.rules.naive import NaiveGame
from tests.taluva.rules.random_games import OPTION_SETS, chosen_turn, short


def play_both(seed: int, share_of_lists: float) -> str:
    """A random game in both; every list that is looked at, every supply, place and turn has to agree."""
    rng = random.Random(seed)
    options = rng.choice(OPTION_SETS)
    full = rng.random() < 0.3
    supplies = [Supply() if full else short(rng) for _ in range(options.players)]
    stack = rng.sample(tiles.full_set(options.players), options.tile_count)
    game = Game(options, stack, supplies=supplies)
    naive = NaiveGame(options.players, stack, options.founding, options.ranking, options.teams, supplies)
    while not game.over:
        text = chosen_turn(game, rng)
        if rng.random() < share_of_lists:
            assert game.legal_placements() == naive.placements(), (seed, game.turn)
            place = rng.choice(game.legal_placements())
            assert game.legal_builds(place) == naive.builds_after(place), (seed, game.turn, place)
        naive.play(game.play(text))
        assert standing(game) == (naive.to_move, naive.reason, naive.places, naive.status), (seed, game.turn)
        left = [(seat["hut"], seat["temple"], seat["tower"]) for seat in naive.left]
        assert list(game.position.supplies) == left, (seed, game.turn)
        assert heights(game) == {cell: naive.height(cell) for cell in naive.land()}, (seed, game.turn)
    return f"{game.reason}"


def standing(game: Game) -> tuple[int | None, str | None, list[int | None], list[str]]:
    return game.to_move, game.reason, list(game.places), [status.value for status in game.standing.status]


def heights(game: Game) -> dict[tuple[int, int], int]:
    return {cell: top.level for cell, top in game.position.cells.items()}


def test_random_games_agree() -> None:
    ends = {play_both(seed, share_of_lists=0.06) for seed in range(15)}

    assert ends == {"early", "tiles", "last-standing"}


@pytest.mark.long
@pytest.mark.timeout(900)
def test_many_random_games_agree() -> None:
    ends = {play_both(seed, share_of_lists=0.1) for seed in range(1000, 1600)}

    assert ends == {"early", "tiles", "last-standing"}


def test_first_turns_agree_in_every_placement() -> None:
    options = Options()
    for seed in range(3):
        rng = random.Random(seed)
        stack = rng.sample(tiles.full_set(2), options.tile_count)
        game, naive = Game(options, stack), NaiveGame(2, stack)
        for _ in range(6):
            assert game.legal_placements() == naive.placements()
            for place in game.legal_placements():
                assert game.legal_builds(place) == naive.builds_after(place)
            naive.play(game.play(chosen_turn(game, rng).replace("timeout", "resign")))
            if game.over:
                break
