"""Amendments about chance, winter, grammar and options that no position shows: each test names its number."""

import pytest

from games.contract import Option
from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.entries.notation import read_entry
from games.volcanique.rules.options import Options
from games.volcanique.rules.position.ending import WINTER
from games.volcanique.rules.position.position import Stage
from games.volcanique.rules.turns.turns import FrostStep, close_in_winter
from tests.volcanique.rules.boards import position
from tests.volcanique.rules.placed import game_of
from tests.volcanique.rules.played.example import DIVERSION, Json, Played

RULES = Volcanique()
OPTIONS: dict[str, Option] = {option.name: option for option in RULES.options}
GROUP: Json = {
    "board": {"0,0": "L0", "1,0": "LM0", "0,1": "L0", "5,0": "D0"},
    "critters": ["P1 0,0:L*3", "P2 5,0:D"],
    "powers": {"P1": "pack flying"},
    "resources": {"P1": "LLLMMMDDD"},
}
LONG: dict[str, object] = {"players": 2, "resources_per_type_per_player": 12}


def placed(given: Json, **settings: object) -> Game:
    """Return a game at the start of a turn of P1's."""
    return game_of(Played("", LONG | settings, given, []))


def clause_against(game: Game, text: str) -> str | None:
    """Return the clause that forbids an entry of P1's."""
    violation = game.why_not(text, 0)
    return violation.clause if violation else None


def test_a_4_the_die_of_a_diversion_is_a_d6_and_that_of_three_candidates_a_d3() -> None:
    """V-16.14, V-21.4."""
    trial = placed(DIVERSION).seen_by(None)
    candidates = trial.unseen()
    trial.suppose("D 1", 0)
    trial.play("d y", 1)

    assert candidates == dict.fromkeys("123", 1)
    assert trial.unseen() == dict.fromkeys("123456", 1)
    trial.suppose("D 3", 0)
    dice = [event for number in (1, 3) for event in trial.events(number) if event["kind"] == "roll"]
    assert [(event["die"], event["purpose"]) for event in dice] == [(3, "f1"), (6, "f1 diversion")]


@pytest.mark.parametrize(("turns", "stage"), [(0, Stage.NORMAL), (1, Stage.COOL)])
def test_a_26_winter_lasts_until_as_many_turns_have_ended_as_there_are_seats(turns: int, stage: Stage) -> None:
    """V-19.15: that of the trigger is one of them. V-19.14: in cool-down turns the frost goes on spreading."""
    pos = position({"0,0": "L0", "3,0": "M0/M0/lava", "4,0": "M0"}, ["P1 0,0:L", "P2 4,0:M"])
    pos.trigger, pos.trigger_seat, pos.trigger_turn, pos.frost = WINTER, 0, pos.turn, ((0, 0), 9)
    pos.turn += turns
    close_in_winter(pos, 1)
    FrostStep().run(pos)

    assert (pos.stage, pos.active, pos.frost) == (stage, 1, ((0, 0), 10))


def test_a_41_a_number_is_written_for_less_than_all() -> None:
    """V-5.6, V-16.10: a flight knows none or one."""
    game = placed(GROUP)

    assert [text for text in game.choices(0) if text.startswith("M 0,0:L>0,1:L")] == [
        "M 0,0:L>0,1:L",
        "M 0,0:L>0,1:L*1",
        "M 0,0:L>0,1:L*2",
    ]
    assert [text for text in game.choices(0) if text.startswith("F 0,0:L>1,0:M")] == [
        "F 0,0:L>1,0:M",
        "F 0,0:L>1,0:M*1",
    ]
    assert [clause_against(game, f"M 0,0:L>0,1:L*{count}") for count in ("0", "3", "03")] == [
        "V-23.1",
        "V-5.6",
        "V-23.1",
    ]
    assert clause_against(game, "F 0,0:L>1,0:M*2") == "V-23.1"


@pytest.mark.parametrize(
    "text",
    ["C 00,1:L", "C -0,1:L", "C 01,1:L", "B L1@0,1 $LLL", "B M3@0,1 $LLL", "S L1@0,0 LM2@1,0 LMD4@0,1 D", "I L3@4,0 $"],
)
def test_a_43_numbers_have_one_form_and_an_uno_no_rotation(text: str) -> None:
    """V-23.1."""
    assert read_entry(text) is None


def test_a_32_a_turn_may_have_both_kinds_of_sacrifice() -> None:
    """V-10.1, V-10.2."""
    game = placed(GROUP | {"critters": ["P1 0,0:L", "P1 1,0:M", "P2 5,0:D"]})
    game.play("K 0,0:L", 0)
    game.play("K$ $LLLMM", 0)

    assert game.position.craters == (2, 0)


def test_a_42_the_log_has_one_spelling_of_islands_and_hexes() -> None:
    """V-23.1: other orders are read."""
    line: Json = {"board": {"0,0": "L0", "1,0": "L0", "2,0": "L0"}, "critters": ["P1 0,0:L"]}
    island: Json = GROUP | {"powers": {}, "craters": {"P1": 3}}

    assert placed(line | {"powers": {"P1": "rift"}}).play("Z 0 2,0;1,0", 0) == "Z 0 1,0;2,0"
    assert placed(line | {"powers": {"P1": "plates"}}).play("T 2,0>0", 0) == "T 0,0>0"
    assert placed(island).play("I LMD0@8,0 L0@7,0 LM0@7,1 $LLLMMDD", 0) == "I L0@7,0 LM0@7,1 LMD0@8,0 $LLLMMDD"


def test_a_72_an_entry_says_one_action_and_is_judged_by_itself() -> None:
    """V-23.1, V-6.8: who posts several is refused from the first that is not legal on."""
    game = placed(GROUP)

    assert [clause_against(game, text) for text in ("C 1,0:L C 0,1:L", "C 1,0:L E", "C 1,0:L\nE")] == ["V-23.1"] * 3
    for text in ("B L0@0,1 $LLL", "C 1,0:M"):
        game.play(text, 0)
    assert clause_against(game, "B L0@0,1 $MMM") == "V-6.8"


def test_a_73_the_turn_ends_before_resources_are_discarded() -> None:
    """V-12.4, V-23.1: `E` names none, and `R` comes after it."""
    game = placed(GROUP)

    assert clause_against(game, "E -LLMM") == "V-23.1"
    assert clause_against(game, "R -LLMM") == "V-12.4"
    game.play("E", 0)
    assert game.position.active == 0
    assert clause_against(game, "R -LLMM") is None


@pytest.mark.parametrize(("prefers_land", "dice"), [("on", {}), ("off", dict.fromkeys("123456", 1))])
def test_a_75_lava_reaches_the_ocean_only_without_lower_land(prefers_land: str, dice: dict[str, int]) -> None:
    """V-14.2: with the usual options; the ocean is one of six targets otherwise."""
    lava: Json = {"board": {"0,0": "M0/M0/lava", "1,0": "L0", "9,0": "L0"}, "flows": ["P2 lava 0,0"]}
    game = placed(lava | {"critters": ["P1 9,0:L"]}, lava_prefers_land=prefers_land)

    assert OPTIONS["lava_prefers_land"].default == "on"
    assert game.seen_by(None).unseen() == dice
    assert (game.position.flows[0].cell == (1, 0)) is (prefers_land == "on")


def free_slot(game: Game) -> str:
    """Return the first slot that P1 may unlock."""
    return game.choices(0, "V ")[0].partition("P=")[2].split(" ")[0]


def test_a_43_an_uno_under_a_volcano_is_not_turned() -> None:
    game = placed(GROUP)

    assert clause_against(game, f"V 0,1/0 $LLLMMM P={free_slot(game)}") is None
    assert clause_against(game, f"V 0,1/1 $LLLMMM P={free_slot(game)}") == "V-13.3"
    assert {text.split(" ")[1] for text in game.choices(0, "V 0,1/")} == {"0,1/0"}


def test_a_44_no_slot_is_named_just_when_there_is_none() -> None:
    """V-15.4, V-15.6. The parts of a volcano have one order, and super and winter exclude each other."""
    with_powers = placed(GROUP | {"powers": {"P1": "super winter lateral"}})
    without = placed(GROUP | {"powers": {}}, powers="off")
    slot = free_slot(with_powers)
    plain = "V 1,0/0 $LLLMMM P="

    assert [clause_against(with_powers, plain + one) for one in (slot, "-")] == [None, "V-15.5"]
    assert [clause_against(without, plain + one) for one in (slot, "-")] == ["V-15.5", None]
    assert clause_against(with_powers, f"{plain}{slot} super arc=2") is None
    for other in ("arc=2 super", "super winter", "slide=0,1 arc=2"):
        assert clause_against(with_powers, f"{plain}{slot} {other}") == "V-23.1"


def test_a_45_points_bonus_and_discard_take_exactly_what_is_due() -> None:
    """V-3.7, V-12.4, V-19.7: letters are sorted."""
    last = {"supply": {"L": 1}, "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "9,0": "M0"}}
    given: Json = last | {"critters": ["P1 2,0:L", "P2 9,0:M"], "resources": {"P1": "LLL", "P2": "LLLLMMMDDD"}}
    final = placed(given)
    for seat, text in ((0, "B L0@0,0 $LLL"), (0, "E")):
        final.play(text, seat)
    points = {len(text.partition("$")[2]) for text in final.choices(1, "Q ")}
    over = placed(GROUP)
    over.play("E", 0)
    bonus = RULES.start({"players": 2, "bonus_resources": "2", "powers": "off"}, "ab" * 32, draw_seats=False).game
    bonus.play("E", 0)

    assert points == {3, 6, 9}
    assert final.why_not("Q $LLMM", 1) is not None
    assert final.why_not("Q $MLD", 1) is not None
    assert {len(text) for text in over.choices(0) if text.startswith("R -")} == {len("R -LLMM")}  # ten held, six kept
    assert [clause_against(over, text) for text in ("R -L", "R -LLLMMMD")] == ["V-12.4", "V-12.4"]
    assert {len(text) for text in bonus.choices(1) if text.startswith("G ")} == {len("G LM")}
    assert bonus.why_not("G L", 1) is not None
    assert bonus.why_not("G ML", 1) is not None


def test_a_62_a_starting_island_is_continued_from_its_first_tile() -> None:
    """V-3.4, V-28.24: without a beginning only the preset ones are listed; a beginning lists all that go on from it."""
    game = RULES.start({"players": 2, "setup_mode": "build"}, "ab" * 32, draw_seats=False).game
    begun = game.choices(0, "S M0@0,0 ")

    assert game.choices(0, "S") == ["S L0@0,0 LM2@1,0 LMD4@0,1 D"]
    assert len(begun) > 1000
    assert all(text.startswith("S M0@0,0 ") and game.why_not(text, 0) is None for text in begun[::50])


def test_a_63_options_have_groups_and_presets() -> None:
    """V-26: without sacrifices there are no islands, and two players may leave `engagement` as it is."""
    assert all(option.group for option in RULES.options)
    assert 3 < len({option.group for option in RULES.options}) < len(RULES.options)
    assert {"beginner", "short"} <= {preset.name for preset in RULES.presets}
    assert RULES.check_options({"players": 2, "sacrifices": "off", "islands": "on"})["islands"] == "off"
    default = OPTIONS["engagement"].default
    assert RULES.check_options({"players": 2, "engagement": default}) == RULES.check_options({"players": 2})


def test_a_71_islands_are_laid_out_unless_somebody_wants_to_build_them() -> None:
    assert OPTIONS["setup_mode"].default == Options.from_settings({"players": 2}).setup_mode == "preset"
    assert {choice.value for choice in OPTIONS["setup_mode"].choices} == {"preset", "build"}
