"""The drawn examples of the rules: each is judged by the rules themselves."""

import pytest

from games.registry import BOARDS
from games.taluva.board.drawing.shapes import BoardDrawing
from games.taluva.board.examples import CASES, Case, game_of


@pytest.mark.parametrize("case", CASES, ids=[case.clause for case in CASES])
def test_one_turn_is_legal_and_the_other_breaks_its_clause(case: Case) -> None:
    game = game_of(case)
    illegal = case.illegal if " " in case.illegal else f"{case.illegal} H@9,9"
    violation = game.why_not(illegal)

    assert game.why_not(case.legal) is None
    assert violation is not None
    assert violation.clause == (case.breaks or case.clause)


def test_the_legal_ones_are_told() -> None:
    told = {example.clause: str(example.turn) for example in BOARDS["taluva"].examples(("You", "Ben"))}

    assert told["T-4.2"] == "Tile on −1,−1 towards E. Hut on −1,0."
    assert told["T-5.5"] == "Tile on −2,1 towards NE. Expand at 1,0 over sand."


def test_the_broken_ones_are_crossed_out_with_the_clause() -> None:
    for example, case in zip(BOARDS["taluva"].examples(("You", "Ben")), CASES, strict=True):
        assert isinstance(example.right, BoardDrawing)
        assert isinstance(example.wrong, BoardDrawing)
        assert (example.right.refused, len(example.wrong.refused)) == ((), 1)
        assert f"({case.breaks or case.clause}" in str(example.why)
