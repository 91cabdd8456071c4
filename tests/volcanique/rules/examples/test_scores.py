"""X-17 and what V-20 says besides: points."""

from games.volcanique.rules.entries.notation import sector_text
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.scoring import all_scores
from games.volcanique.rules.steps.claims import legal_claims
from tests.volcanique.rules.boards import position
from tests.volcanique.rules.examples.positions import ROW


def example_a(**settings: object) -> Position:
    pos = position(
        {
            "0,0": "L0",
            "1,0": "LM2/LMD2",
            "0,1": "LMD4",
            "1,1": "M0/LM0/L0",
            "-1,1": "D0",
            "0,2": "soil/MD4",
        },
        ["P1 0,1:L", "P1 0,1:D", "P2 1,0:M", "P2 0,2:M colossal"],
        powers={"P2": "exalted"},
        **settings,
    )
    pos.volcanoes, pos.craters, pos.points = (2, 1), (1, 2), (1, 0)
    return pos


def test_x_17_scoring() -> None:
    """V-20.1, V-20.5: worked example A."""
    pos = example_a()

    assert [score.edges for score in all_scores(pos)] == [4, 1]
    assert [score.total for score in all_scores(pos)] == [10, 11]
    assert [sector_text(claim.sector) for claim in legal_claims(pos, 0)] == ["1,1:L"]


def test_x_17_bonus_objectives() -> None:
    """V-18.1 to V-18.3, V-20.8: worked example D, and V-28.18: a hex with two sectors counts once."""
    blue, pink = all_scores(example_a(bonus_tallest="on", bonus_largest="on", bonus_diversified="on"))

    assert (blue.tallest, blue.largest, blue.diversified) == (0, 3, 0)
    assert (pink.tallest, pink.largest, pink.diversified) == (3, 0, 0)


def test_v_20_6_a_herd_and_its_parts() -> None:
    """V-20.6: worked example B."""
    board = {"0,0": "L0", "1,0": "L0", "2,0": "L0"}

    assert all_scores(position(board, ["P1 0,0:L *3"], powers={"P1": "herding"}))[0].total == 6
    singles = ["P1 0,0:L", "P1 1,0:L", "P1 2,0:L"]
    assert all_scores(position(board, singles, powers={"P1": "herding"}))[0].total == 5


def test_v_20_7_the_preset_island() -> None:
    """V-20.7: worked example C; V-3.2, V-3.9: whoever starts, all begin with the same."""
    assert all_scores(position(ROW, ["P1 0,0:L", "P1 1,0:M", "P1 0,1:D"]))[0].total == 6
