"""X-11: where lava goes, and what becomes of it."""

import pytest

from games.volcanique.rules.entries.grammar import hex_of
from games.volcanique.rules.lava import lava
from tests.volcanique.rules.boards import game_at, position
from tests.volcanique.rules.examples.positions import HILL, LAND_OR_SEA, finish_questions, names


@pytest.mark.parametrize(
    ("board", "cell", "visited", "storey", "ground"),
    [
        pytest.param(HILL, "0,0", ["0,0"], "0,1 -1,1 -1,0 1,-1", "-1,1 1,-1", id="X-11"),
        pytest.param(
            {**HILL, "0,0": "L0/M0", "0,1": "M0/L0/lava"},
            "0,1",
            ["0,0", "0,1"],
            "1,1 0,2 -1,2 -1,1",
            "1,1 0,2 -1,2 -1,1",
            id="X-11b",
        ),
        pytest.param(
            {"0,0": "L0/lava"} | dict.fromkeys(["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"], "M0/M0"),
            "0,0",
            ["0,0"],
            "",
            "",
            id="X-11c",
        ),
        pytest.param(
            {"0,0": "L0/volcano", "1,0": "LM2", "0,1": "LMD4"},
            "0,0",
            ["0,0"],
            "1,0 0,1 -1,1 -1,0 0,-1 1,-1",
            "-1,1 -1,0 0,-1 1,-1",
            id="X-11e",
        ),
    ],
)
def test_x_11_candidates(board: dict[str, str], cell: str, visited: list[str], storey: str, ground: str) -> None:
    """V-2.5, V-14.2."""
    for height, expected in (("storey", storey), ("ground", ground)):
        pos = position(board, lava_height=height, **LAND_OR_SEA)
        flow = next(flow for flow in pos.flows if flow.cell == hex_of(cell))
        flow = flow._replace(visited=frozenset(map(hex_of, visited)))
        q, r = flow.cell
        found = [
            f"{q + dq},{r + dr}" for d in lava.flow_directions(pos, flow) for dq, dr in [lava.neighbours((0, 0))[d]]
        ]
        assert found == expected.split()


def test_x_11_one_complete_flow() -> None:
    """V-13.8, V-14.1, V-14.3."""
    pos = position(HILL, ["P1 0,-1:L", "P2 1,0:D"], **LAND_OR_SEA)
    game = game_at(pos)
    game.play("E")
    finish_questions(game)

    assert [text for _, text in game.entries[1:]] == ["D 1"]
    assert names(game, "0,1") == "M0/L0/lava"
    assert names(game, "0,0") == "L0/M0"


def test_x_11b_the_lava_reaches_the_ocean() -> None:
    pos = position({**HILL, "0,0": "L0/M0", "0,1": "M0/L0/lava"}, ["P1 0,-1:L", "P2 1,0:D"], **LAND_OR_SEA)
    pos.flows = tuple(flow._replace(visited=frozenset(((0, 0), (0, 1)))) for flow in pos.flows)
    game = game_at(pos)
    game.play("E")
    finish_questions(game)
    assert [text for _, text in game.entries[1:]] == ["D 1"]
    assert (names(game, "1,1"), names(game, "0,1")) == ("lava", "M0/L0")
    assert game.position.flows[0].state == "cooling"
    game.play("E")
    assert names(game, "1,1") == "soil"


@pytest.mark.parametrize(("rolled", "target"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_x_11d_diversion(rolled: int, target: int) -> None:
    """V-16.14."""
    pos = position(HILL, ["P2 0,1:L"], powers={"P2": "diversion"}, **LAND_OR_SEA)
    pos.rolled = rolled
    lava.DiversionRoll(1, 1).run(pos)

    assert pos.agenda[-1] == lava.Diversion(1, target)
