"""The public face of the package: what amendments A-47 to A-70 ask of records, chance, orders, clocks and secrets."""

import json

import pytest

from games.contract import IllegalTurn, Occasion, Order
from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.position.ending import REASONS
from tests.volcanique.rules.placed import game_of
from tests.volcanique.rules.played.example import ROW, Played

RULES = Volcanique()
SEED = "c0ffee" + "0" * 58
TWO: dict[str, object] = {"players": 2}


def started(**settings: object) -> Game:
    game = RULES.start({"players": 2, **settings}, SEED, draw_seats=False).game
    assert isinstance(game, Game)
    return game


def placed(position: dict[str, object], **settings: object) -> Game:
    return game_of(Played("", TWO | settings, position, []))


def erupted() -> Game:
    """A secret volcano of P1's, and P2 to move once it has come out."""
    game = placed(
        {
            "board": {"0,0": "LM0", "1,0": "L0", "5,0": "M0", "6,0": "D0"},
            "critters": ["P1 6,0:D", "P2 5,0:M"],
            "resources": {"P1": "LLLLL"},
        }
    )
    game.play("V 0,0/4 $LLLLL P=L1a", 0)
    return game


def test_a_47_a_record_names_the_grid() -> None:
    game = started()
    record = game.to_record()

    assert f"#grid L1a={game.grid['L1a']} L2a=" in record
    assert "\n#grid -\n" in started(powers="off").to_record()
    assert RULES.from_record(record).grid == game.grid
    assert "#seed " not in record


def test_a_48_a_rotation_is_masked_until_it_comes_out() -> None:
    """V-13.6, V-23.6."""
    game = erupted()

    assert [game.text_for(1, viewer) for viewer in (0, 1, None)] == [
        "V 0,0/4 $LLLLL P=L1a",
        "V 0,0/? $LLLLL P=L1a",
        "V 0,0/? $LLLLL P=L1a",
    ]
    game.play("E", 0)
    assert game.ordered({}) == (1, "O 0,0/4", (), False)
    game.play("O 0,0/4", 1)
    assert game.text_for(1, 1) == game.text_for(1, None) == "V 0,0/4 $LLLLL P=L1a"


def test_a_70_whoever_may_not_know_a_rotation_sees_none() -> None:
    game = erupted()
    stacks = [
        next(row["stack"] for row in game.state(viewer)["hexes"] if (row["q"], row["r"]) == (0, 0))
        for viewer in (0, 1, None)
    ]

    assert stacks == [["LM4", "volcano"], ["LM?", "volcano"], ["LM?", "volcano"]]
    assert "LM4" not in game.drawn()
    assert "/4" not in game.to_record() + game.to_record(1)
    assert "/4" in game.to_record(0)
    assert game.seen_by(1).knowledge.rotations == {1: None}
    assert "4" not in json.dumps(list(game.events(1)))


def test_a_49_undo_takes_back_and_leaves_the_record() -> None:
    """V-23.5."""
    game = placed({"board": {"0,0": "L0", "1,0": "M0", "2,0": "D0", "5,0": "M0"}, "critters": ["P2 5,0:M"]})
    game.play("C 0,0:L", 0)
    game.play("C 1,0:M", 0)
    game.play("undo 2", 0)

    assert game.position.units.keys() == {(5, 0)}
    assert [entry.text for entry in game.entries] == ["C 0,0:L", "C 1,0:M", "undo 2"]
    assert "undo" not in game.to_record()
    assert "C 0,0:L" not in game.to_record()


def test_a_60_a_die_is_an_entry_that_a_trial_decides() -> None:
    game = placed({"board": {"0,0": "L0/volcano", "9,0": "M0"}, "critters": ["P1 9,0:M"], "flows": ["P2 volcano 0,0"]})
    trial = game.seen_by(None)

    assert (game.awaited(), game.choices(0)) == ((0,), [f"D {game.brought()}"])
    assert trial.unseen() == {str(result): 1 for result in range(1, 7)}
    assert trial.choices(0) == [f"D {result}" for result in range(1, 7)]
    with pytest.raises(IllegalTurn, match="not known"):
        trial.play("D 6", 0)
    trial.redeal("6")
    assert trial.suppose("D 6", 0) == "D 6"
    with pytest.raises(IllegalTurn, match="taken back"):
        trial.play("undo", 0)


def test_a_61_seats_are_drawn_by_the_table_and_the_seed_is_hashed() -> None:
    """V-3.1, V-21.1."""
    assert "first_player" not in {option.name for option in RULES.options}
    assert started().knowledge.fingerprint is not None
    assert started().knowledge.seed == SEED


def test_a_64_an_armed_order_comes_at_the_start_of_its_turn() -> None:
    """V-22.9, V-28.21."""
    position: dict[str, object] = {
        "board": {"0,0": "L0", "3,0": "D0", "5,0": "M0", "6,0": "M0"},
        "critters": ["P1 0,0:L", "P2 5,0:M"],
        "powers": {"P2": "plates"},
    }
    game = placed(position)
    armed = Order("armed", "4 T 5,0>0")

    assert game.why_not_order(armed, 1) is None
    assert game.why_not_order(Order("armed", "3 T 5,0>0"), 1) is not None  # this turn has begun
    assert game.why_not_order(Order("armed", "4 E"), 1) is not None
    assert game.ordered({1: [armed]}) is None
    game.play("E", 0)
    assert game.ordered({1: [armed]}) == (1, "T 5,0>0", (armed,), True)
    game.play("T 5,0>0", 1)
    assert game.ordered({1: []}) is None


ISLANDS: dict[str, object] = {
    "board": {"0,0": "L0", "3,0": "D0", "5,0": "M0", "6,0": "M0"},
    "critters": ["P1 0,0:L", "P2 5,0:M"],
    "powers": {"P1": "plates", "P2": "plates rift"},
}


def test_a_64_two_armed_orders_come_in_one_turn() -> None:
    """V-22.9: a turn is at its start until somebody does what was not armed for it."""
    game = placed(ISLANDS)
    first, second = Order("armed", "4 T 5,0>0"), Order("armed", "4 Z 0 7,0")
    game.play("E", 0)

    assert game.ordered({0: [first], 1: [second]}) == (0, "T 5,0>0", (first,), True)
    game.play("T 5,0>0", 0)
    assert game.ordered({1: [second]}) == (1, "Z 0 7,0", (second,), True)
    game.play("Z 0 7,0", 1)
    assert sorted(game.position.stacks) == [(0, 0), (3, 0), (6, 0), (8, 0)]


def test_a_64_an_armed_order_is_dropped_once_somebody_has_acted() -> None:
    game = placed(ISLANDS)
    armed = Order("armed", "4 T 5,0>0")
    for seat, text in ((0, "E"), (1, "M 5,0:M>6,0:M")):
        game.play(text, seat)

    assert game.ordered({0: [armed]}) == (0, None, (armed,), True)
    game.play("undo", 1)
    assert game.ordered({0: [armed]}) == (0, "T 5,0>0", (armed,), True)


def test_a_64_an_armed_order_that_is_not_legal_is_dropped() -> None:
    game = placed({"board": {"0,0": "L0", "3,0": "D0"}, "critters": ["P1 0,0:L"]})
    armed = Order("armed", "4 T 5,0>0")
    game.play("E", 0)

    assert game.ordered({1: [armed]}) == (1, None, (armed,), True)


@pytest.mark.parametrize(
    ("default", "left", "expected"),
    [
        ("auto", [], ("m 1,0:L>0,0:L", False)),
        ("auto", ["auto"], ("m 1,0:L>0,0:L", True)),
        ("auto", ["ask"], None),
        ("ask", [], None),
        ("ask", ["auto"], ("m 1,0:L>0,0:L", True)),
    ],
)
def test_a_65_policies_answer(default: str, left: list[str], expected: tuple[str, bool] | None) -> None:
    """V-22.4."""
    game = placed({"board": ROW, "critters": ["P2 1,0:L"], "resources": {"P1": "LLL"}}, reaction_default=default)
    game.play("B LD2@1,0 $LLL", 0)
    carried = game.ordered({1: [Order("migrate", text) for text in left]})

    assert (carried and (carried.text, carried.was_left)) == expected
    assert [kind.most for kind in RULES.orders] == [1] * 7
    assert game.why_not_order(Order("migrate", "never"), 1) is not None
    assert game.why_not_order(Order("bomb", "never"), 1) is None


def test_a_record_does_not_say_which_answers_policies_gave() -> None:
    """V-28.26."""
    records = []
    for by_policy in (True, False):
        game = placed({"board": ROW, "critters": ["P2 1,0:L"], "resources": {"P1": "LLL"}}, reaction_default="auto")
        game.play("B LD2@1,0 $LLL", 0)
        carried = game.ordered({})
        assert carried is not None
        assert carried.text is not None
        game.play(carried.text if by_policy else "m 1,0:L>0,0:L", 1)
        records.append(game.to_record())

    assert records[0] == records[1]
    assert "~ auto" not in records[0]


def test_a_66_a_late_question_is_answered_and_a_late_turn_is_a_departure() -> None:
    """V-22.6, V-28.23."""
    game = placed({"board": ROW, "critters": ["P2 1,0:L"], "resources": {"P1": "LLL"}}, reaction_default="ask")
    game.play("B LD2@1,0 $LLL", 0)

    assert game.timeout(1) == "m 1,0:L>0,0:L"
    assert game.timeout(0) == "timeout"
    assert game.reason == "alone"

    late = started()
    late.play("E", 0)
    assert late.timeout(1) == "G LM"
    assert late.is_departure(late.timeout(1))


def test_a_67_occasions_are_turns_and_answers() -> None:
    """V-28.25."""
    game = placed({"board": ROW, "critters": ["P2 1,0:L"], "resources": {"P1": "LLL"}})

    assert (game.occasion(0), game.occasion(1)) == (Occasion("turn 3"), None)
    game.play("B LD2@1,0 $LLL", 0)
    assert (game.occasion(0), game.occasion(1)) == (Occasion("turn 3"), Occasion("answer 3.1", is_turn=False))
    assert started(setup_mode="build").occasion(0) == Occasion("setup 1")


def test_a_68_holders_of_limited_powers_may_play_out_of_turn() -> None:
    position: dict[str, object] = {
        "board": {"0,0": "L0", "3,0": "D0", "5,0": "M0"},
        "critters": ["P1 0,0:L", "P2 5,0:M"],
        "powers": {"P2": "plates"},
    }

    assert placed(position).may_play() == (0, 1)
    assert placed(position, limited_timing="own_turn").may_play() == (0,)
    game = placed(position)
    game.play("T 5,0>0", 1)
    assert game.may_play() == (0,)


def test_a_69_reasons_are_those_of_the_contract() -> None:
    assert set(REASONS) == {"land", "critters", "super", "winter", "stall", "alone"}
    assert RULES.endings.keys() == REASONS.keys()
