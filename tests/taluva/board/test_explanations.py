"""Why an eruption is refused: the sentence names what is in the way, and the board rings it."""

from collections.abc import Iterator
from functools import cache

import pytest

from games.hexes import DIRECTIONS, Cell
from games.taluva import rules
from games.taluva.board.turn.explanations import Explanation, why_no_volcano
from games.taluva.board.turn.possible_turns import possible_turns
from tests.boards.games import NAMES, random_game


@cache
def running_games() -> list[rules.Game]:
    return [game for game in (random_game(seed, turns=24) for seed in range(16)) if game.to_move is not None]


def refusals(clause: str) -> Iterator[tuple[rules.Game, Cell, Explanation]]:
    """Every volcano and direction of the games that this clause forbids."""
    for game in running_games():
        can = possible_turns(game, game.to_move or 0)
        assert can is not None
        for cell in game.position.cells:
            for way, direction in enumerate(DIRECTIONS):
                violation = can.why_not_there(cell, way)
                why = why_no_volcano(can, cell, NAMES, direction)
                if violation and violation.clause == clause and why:
                    yield game, cell, why


@pytest.mark.parametrize("clause", ["T-4.3", "T-4.3a", "T-4.3b", "T-4.3c", "T-4.3d", "T-4.3e"])
def test_every_clause_of_an_eruption_is_named(clause: str) -> None:
    sentences = [str(why.words) for _, _, why in refusals(clause)]

    assert sentences
    assert all(sentence.endswith(f"({clause})") for sentence in sentences)


def test_levels_that_differ_are_named() -> None:
    for game, cell, why in refusals("T-4.3a"):
        levels = [str(game.position.level(cell)) for cell in why.cells]
        assert why.cells[0] == cell
        assert f"the levels {levels[0]}, {levels[1]} and {levels[2]};" in str(why.words)
        assert len(set(levels)) > 1


def test_a_temple_or_a_tower_in_the_way_is_ringed() -> None:
    for game, _, why in refusals("T-4.3d"):
        (cell,) = why.cells
        top = game.position.cells[cell]
        assert top.owner is not None
        assert top.piece is not None
        assert f"The {top.piece.value} of {NAMES[top.owner]} on " in str(why.words)
        assert top.huts == 0


def test_a_settlement_that_would_be_lost_is_ringed_whole() -> None:
    for game, _, why in refusals("T-4.3e"):
        owner = game.position.cells[why.cells[0]].owner
        assert owner is not None
        assert game.position.settlement(owner, why.cells[0]).cells == set(why.cells)
        assert f"a settlement of {NAMES[owner]}, " in str(why.words)


def test_another_direction_is_asked_for_only_where_one_is_legal() -> None:
    found = set()
    for game, cell, why in refusals("T-4.3c"):
        can = possible_turns(game, game.to_move or 0)
        assert can is not None
        has_other = any(can.why_not_there(cell, way) is None for way in range(len(DIRECTIONS)))
        words = str(why.words)
        assert ("has to point in another direction" in words) == has_other
        assert ("no other direction is legal here" in words) != has_other
        found.add(has_other)

    assert found == {True, False}
