"""The naive implementation against the worked examples of V-25 and against played ones (examples.py)."""

from typing import cast

import pytest

from tests.volcanique.naive import NaiveGame
from tests.volcanique.naive.grid import hex_text, sector_text
from tests.volcanique.naive.position import Position
from tests.volcanique.naive.printed import SAY
from tests.volcanique.rules.played import PLAYED
from tests.volcanique.rules.played.example import EXAMPLES, Json, Played


def shown(game: NaiveGame) -> Json:
    """Return what the steps of an example may name."""
    p, data = game.position, game.data()
    board = {f"board {hex_text(cell)}": "/".join(m.text for m in stack) for cell, stack in p.stacks.items()}
    return (
        data
        | board
        | {
            "units": units(p),
            "counter": p.dice.counter,
            "removed": p.removed,
            "visited": [sorted(map(hex_text, flow.visited)) for flow in p.flows],
            "frozen count": len(p.frozen),
            "flows": [f"P{flow.owner + 1} {flow.state} {hex_text(flow.hex)}" for flow in p.flows],
            "asked": {f"P{seat + 1}": question.answers for seat, question in p.wait.questions.items()},
        }
    )


def units(p: Position) -> list[str]:
    return sorted(
        f"P{unit.seat + 1} {sector_text(unit.sector)}"
        + (" colossal" if unit.colossal else f"*{unit.pieces}" if unit.is_group else "")
        for unit in p.units
    )


def legal(game: NaiveGame, seat: int, kind: str) -> list[str]:
    return sorted(game.legal(seat, [kind]))


def named(game: NaiveGame, name: str) -> object:
    if name.startswith("legal "):
        _, seat, kind = name.split()
        return legal(game, int(seat[1]) - 1, kind)
    return shown(game)[name]


def take(game: NaiveGame, step: str) -> None:
    """Play a step, or see that it is refused."""
    player, text = step.split(" ", 1)
    seat = int(player[1]) - 1
    if text.startswith("~"):
        assert (game.policy_answer(seat, {}) or "-") == text[1:]
        text = text[1:]
    if text == "-":
        return
    if text.startswith("!"):
        assert game.refusal(seat, text[1:]), step
    else:
        assert game.refusal(seat, text) is None, (step, game.refusal(seat, text))
        game.play(seat, text)


@pytest.mark.parametrize("example", EXAMPLES, ids=[str(example["id"]) for example in EXAMPLES])
def test_printed_example(example: Json) -> None:
    expected = example.get("expect") or [case["expect"] for case in cast("list[Json]", example["cases"])]

    assert SAY[str(example["ask"])](example) == expected


@pytest.mark.parametrize("example", PLAYED, ids=[example.name for example in PLAYED])
def test_played_example(example: Played) -> None:
    play_example(example)


def play_example(example: Played) -> NaiveGame:
    """Return the game after all steps, each compared."""
    if example.position:
        game = NaiveGame.placed(example.settings, example.position)
    else:
        game = NaiveGame(example.settings, "volcanique-test")
    for step in example.steps:
        if isinstance(step, str):
            take(game, step)
        else:
            assert {name: named(game, name) for name in step} == step
    return game
