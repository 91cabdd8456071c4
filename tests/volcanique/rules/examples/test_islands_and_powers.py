"""X-12 to X-16: islands, the deal, Plates, Rift, and where to build."""

import pytest

from games.chance import Chance
from games.volcanique.rules.entries.actions import PlacedTile, Summon, Tear
from games.volcanique.rules.entries.grammar import hex_of
from games.volcanique.rules.entries.notation import write_entry
from games.volcanique.rules.position import grid, settling
from games.volcanique.rules.position.words import hex_words
from games.volcanique.rules.steps import engagement, rifts, summon
from games.volcanique.rules.steps.purchases import tile_purchases
from games.volcanique.rules.turns.listing import list_entries
from tests.volcanique.rules.boards import SEED, game_at, position
from tests.volcanique.rules.examples.positions import ROW


@pytest.mark.parametrize(
    ("cells", "legal"),
    [
        ("3,0 4,0 3,1", True),
        ("2,0 3,0 2,1", False),
        ("4,0 5,0 4,1", False),
        ("0,3 1,3 2,3", True),
        ("3,0 4,0 6,0", False),
    ],
)
def test_x_12_summoning(cells: str, legal: bool) -> None:
    """V-11.3."""
    pos = position(["0,0", "1,0", "0,1"])
    action = Summon(
        tuple(sorted((PlacedTile(0, hex_of(word)) for word in cells.split()), key=lambda one: one.cell)), (0,) * 3
    )

    assert (summon.is_one_shape(pos, 0, action) and summon.is_off_the_coast(pos, 0, action)) == legal


def test_x_13_deal() -> None:
    """V-3.6, V-15.3, V-21.3, V-21.4."""
    chance = Chance(SEED)

    assert list(grid.deal_powers(chance).items()) == [
        ("L1a", "diversion"),
        ("L2a", "lateral"),
        ("L2b", "bountiful"),
        ("L3a", "herding"),
        ("L3b", "landslide"),
        ("L3c", "sea"),
        ("L4a", "flying"),
        ("L4b", "rift"),
        ("L5a", "super"),
    ]
    assert chance.counter == 26


def test_x_13_unlocking() -> None:
    """V-15.2, V-15.5."""
    assert grid.available_slots(["L1a", "L2b"], sideways=True) == ["L2a", "L3b", "L3c"]
    assert grid.available_slots([], sideways=True) == ["L1a"]


def test_x_14_plates() -> None:
    """V-16.13."""
    pos = position(["0,0", "1,0", "0,1", "4,0", "5,0", "4,1"], powers={"P1": "plates"})
    game = game_at(pos)
    assert game.why_not("T 0,0>03") is None
    game.play("T 0,1>00")

    assert game.entries[-1].text == "T 0,0>00"
    assert sorted(map(hex_words, game.position.stacks)) == sorted(["2,0", "2,1", "3,0", "4,0", "5,0", "4,1"])


X_15 = [
    ("0,0 1,0 2,0 3,0", "2,0 3,0", 0, "ok"),
    ("0,0 1,0 2,0 3,0", "2,0 3,0", 1, "ok"),
    ("0,0 1,0 2,0 3,0", "2,0 3,0", 2, "still touch"),
    ("0,0 1,0 2,0 3,0", "2,0 3,0", 3, "run into land"),
    ("0,0 1,0 2,0 3,0", "1,0 2,0", 0, "has to be connected"),
    ("0,0 1,0 2,0 3,0", "3,0", 0, "ok"),
    ("0,0 1,0 0,1", "1,0", 0, "ok"),
    ("0,0 1,0 0,1", "1,0", 4, "still touch"),
    ("0,0 1,0 0,1", "1,0", 5, "ok"),
    ("0,0 1,0 0,1", "0,0 1,0 0,1", 0, "has to stay"),
]


@pytest.mark.parametrize(("land", "part", "direction", "expected"), X_15)
def test_x_15_rift(land: str, part: str, direction: int, expected: str) -> None:
    """V-16.19."""
    pos = position(land.split(), powers={"P1": "rift"})
    action = Tear(direction, tuple(sorted(map(hex_of, part.split()))))
    violation = rifts.TEAR.why_not(pos, 0, action)

    assert (violation is None) if expected == "ok" else (violation is not None and expected in violation.message)


X_16 = {"0,0": "L0", "1,0": "L0", "2,0": "LM3", "0,1": "D0", "1,1": "soil"}


@pytest.mark.parametrize(
    ("critters", "rule", "expected"),
    [
        pytest.param(["P1 0,1:D", "P2 2,0:M", "P3 0,0:L"], "left", "1,1 2,0", id="X-16 left"),
        pytest.param(["P1 0,1:D", "P2 2,0:M", "P3 0,0:L"], "symbiosis", "0,0 0,1 1,0 1,1 2,0", id="X-16 symbiosis"),
        pytest.param(["P2 0,1:D", "P2 2,0:M", "P3 0,0:L"], "left", "0,1 1,1 2,0", id="X-16b left"),
        pytest.param(["P2 0,1:D", "P2 2,0:M", "P3 0,0:L"], "symbiosis", "0,1 1,1 2,0", id="X-16b symbiosis"),
    ],
)
def test_x_16_engagement(critters: list[str], rule: str, expected: str) -> None:
    """V-3.1, V-17.3, V-17.4."""
    pos = position(X_16, critters, players=3, engagement=rule)

    assert sorted(hex_words(cell) for cell in pos.stacks if engagement.may_build_at(pos, 0, cell)) == sorted(
        expected.split()
    )


def test_x_12_and_x_4_lists_agree() -> None:
    pos = position(ROW, ["P1 0,0:L"], held={"P1": "LM"})
    texts = list_entries(pos, 0, "B", None)

    assert texts == sorted(write_entry(buy) for buy in tile_purchases(pos, 0))
    assert texts
    assert settling.contested_biomes(pos) == []
