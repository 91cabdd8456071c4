"""X-19 to X-24: chance, collecting, purchases, sacrifices, and courses of turns."""

import hashlib

import pytest

from games.chance import Chance
from games.volcanique.rules import Volcanique
from games.volcanique.rules.entries.grammar import hex_of
from games.volcanique.rules.position.biomes import matching_edges
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import counts_of
from games.volcanique.rules.position.tiles import MEMBER_OF, NAMES
from games.volcanique.rules.position.words import hex_words
from games.volcanique.rules.scoring import all_scores
from tests.volcanique.rules.boards import SEED, game_at, position, units
from tests.volcanique.rules.examples.positions import HILL, LAND_OR_SEA, finish_questions


def test_x_19_random_numbers() -> None:
    """V-21.2."""
    chance = Chance(SEED)

    assert [chance.roll(sides) for sides in (2, 3, 4, 5, 6, 6, 6, 6)] == [1, 3, 3, 1, 5, 1, 6, 2]
    assert chance.counter == 8
    assert hashlib.sha256(SEED.encode()).hexdigest() == (
        "1e52716292760668b9cd28529b5e802cd9ce95562350036a98db6ca6d89665e0"
    )


@pytest.mark.parametrize(("light_left", "gained"), [(9, "LLLM"), (2, "LLM")])
def test_x_20_collecting(light_left: int, gained: str) -> None:
    board = {"0,0": "L0", "5,0": "L0", "0,5": "M0"}
    pos = position(board, ["P1 0,0:L", "P1 5,0:L *2", "P1 0,5:M"], powers={"P1": "herding"}, held={"P1": "LLLMD"})
    pos.supply = (light_left, 9, 9)
    game = game_at(pos)
    game.play("E")

    collected = next(event for event in game.events(1) if event["kind"] == "collect")
    assert collected["resources"] == gained
    excess = 5 + len(gained) - 6
    assert all(len(text) == len("R -") + excess for text in game.choices(0))


@pytest.mark.parametrize(
    ("items", "crafty", "legal"),
    [
        ("s t", False, True),
        ("s s t", False, True),
        ("s t t", False, False),
        ("t s", False, False),
        ("s v", False, True),
        ("v s", False, False),
        ("s s v", False, True),
        ("s t t", True, True),
        ("t t", True, False),
        ("s t v", True, True),
        ("s s s s", True, False),
    ],
)
def test_x_21_extra_purchases(items: str, crafty: bool, legal: bool) -> None:
    """V-6.6, V-6.8, V-6.9, V-16.6."""
    board = {f"{q},0": "L0" for q in range(6)} | {f"{q},1": "soil" for q in range(5)}
    pos = position(board, ["P1 0,0:L", "P2 5,0:L"], powers={"P1": "crafty"} if crafty else {})
    pos.held, game = ((30, 0, 0), (0, 0, 0)), game_at(pos)
    soil, land = iter(range(5)), iter(range(1, 5))

    def text(item: str) -> str:
        if item == "v":
            return f"V {next(land)},0/0 $LLLLL P=-"
        return f"B LM3@{next(soil)},1 $LL" if item == "s" else f"B L0@{next(land)},0 $LLL"

    game.position.options = game.position.options.__class__.from_settings({**game.settings, "powers": "off"})
    *first, last = items.split()
    for item in first:
        game.play(text(item))
        finish_questions(game)
    violation = game.why_not(text(last))
    assert (violation is None) == legal
    assert legal or (violation and violation.clause == "V-6.8")


def test_x_22_sacrifices() -> None:
    board = {"0,0": "L0", "1,0": "L0", "2,0": "M0"}
    plain, frugal = (
        position(board, ["P1 0,0:L", "P1 2,0:M"], powers=powers, held={"P1": "LLLMMD"})
        for powers in ({}, {"P1": "frugal"})
    )
    for pos, price, legal in ((plain, "LLMMD", False), (frugal, "LLM", True)):
        pos.craters = (1, 0)
        game = game_at(pos)
        game.play("B LMD2@1,0 $LD")
        finish_questions(game)
        assert (game.why_not(f"K$ ${price}") is None) == legal
    game = game_at(plain)
    game.play("K$ $LLLMM")
    game.play("K 0,0:L")
    assert game.position.craters[0] == 3
    plain.craters = (3, 0)
    assert {game_at(plain).why_not(text).clause for text in ("K$ $LLLMM", "K 0,0:L")} == {"V-10.4"}  # type: ignore[union-attr]


def test_x_22c_seven_resources_pay_a_trio_and_a_sacrifice() -> None:
    pos = position({"0,0": "L0", "1,0": "L0"}, ["P1 0,0:L"], powers={"P1": "bountiful"}, held={"P1": "LLLMMDD"})
    game = game_at(pos)
    game.play("B LMD2@1,0 $LD")
    game.play("K$ $LLMMD")
    assert game.position.craters[0] == 1


def test_x_23_lava_timetable() -> None:
    """V-14.9 to V-14.12: what the lava leaves can be claimed, and what it reaches becomes soil."""
    pos = position(HILL, ["P1 1,0:D", "P2 -1,0:L"], **LAND_OR_SEA)
    pos.turn, pos.active = 8, 0
    game = game_at(pos)
    game.play("E")
    finish_questions(game)
    assert game.position.active == 1
    assert "C 0,0:M" in game.choices(1, "C")
    game.play("E")
    finish_questions(game)
    flow = game.position.flows[0]
    assert (flow.state, game.position.height(flow.cell)) == ("cooling", 1)
    cell = flow.cell
    game.play("E")
    finish_questions(game)
    assert NAMES[game.position.stacks[cell][-1]] == "soil"
    assert game.position.active == 1


X_24 = """
P1 B LDM4@4,1 $LM
P1 C 4,1:D
P1 E
P2 G LM
P2 B LMD4@4,1 $LM
P2 C 4,1:M
P2 E
P1 E
P1 R -LM
P2 V 0,0/0 $LLMMMD P=L1a
P2 E
P1 D 6
P1 C 0,0:L
P1 E
P1 R -LMD
P2 B LMD1@1,-1 $MM
P2 C 1,-1:M
P2 E
"""


X_24_HELD = {3: "LMDDD", 4: "LLMMD", 7: "LLMMMD", 9: "LMDDDD", 11: "LMM", 15: "LMDDDD", 18: "LLMMM"}


X_24_LINES = {
    1: ["~ home P2 4,1:D*1"],
    3: ["~ collect P1 LMDD"],
    5: ["~ home P1 4,1:D*1"],
    10: ["~ home P1 0,0:L*1"],
    11: ["~ collect P2 LMM"],
    12: ["~ lava f1 0,0>1,-1", "~ reveal 0,0 L0"],
    15: ["~ soil 1,-1"],
}


def test_x_24_a_short_game() -> None:
    from games.volcanique.rules.records import lines

    rules = Volcanique()
    settings: dict[str, object] = {"players": 2, **LAND_OR_SEA}
    game = rules.start(settings, SEED, draw_seats=False).game
    for number, line in enumerate(X_24.strip().splitlines(), 1):
        seat, _, text = line.partition(" ")
        by = int(seat[1:]) - 1
        assert game.play(text, by) == text
        if number in X_24_HELD:
            assert game.position.held[by] == counts_of(X_24_HELD[number])  # type: ignore[attr-defined]
        if number in X_24_LINES:
            assert list(lines.derived_lines(game.events(number))) == X_24_LINES[number]  # type: ignore[arg-type]
    pos: Position = game.position  # type: ignore[attr-defined]
    board = {hex_words(cell): "/".join(NAMES[member] for member in stack) for cell, stack in pos.stacks.items()}
    assert board == {
        "0,0": "L0",
        "1,0": "LM2",
        "0,1": "LMD4",
        "1,-1": "soil/LMD1",
        "4,0": "L0",
        "5,0": "LM2",
        "4,1": "LMD4/LDM4/LMD4",
    }
    assert units(pos) == sorted(
        ["P1 0,0:L", "P1 1,0:M", "P1 0,1:D", "P2 4,0:L", "P2 5,0:M", "P2 4,1:M", "P2 1,-1:M"],
        key=lambda words: hex_of(words[3:].partition(":")[0]),
    )
    assert [score.edges for score in all_scores(pos)] == [5, 3]
    assert [score.total for score in all_scores(pos)] == [8, 8]
    assert pos.hands == (18, 16)
    assert matching_edges(pos.stacks, (1, -1), MEMBER_OF["LMD1"]) == [1, 2]
