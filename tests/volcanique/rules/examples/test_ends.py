"""X-18, X-25 to X-27: takeovers, ends, and colossal critters."""

import pytest

from games.volcanique.rules import Game
from games.volcanique.rules.lava import activation, cooling, lava
from games.volcanique.rules.position import flows
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.words import hex_words
from games.volcanique.rules.steps.moves import takes_over
from tests.volcanique.rules.boards import game_at, position, units
from tests.volcanique.rules.examples.positions import HILL, X_6, finish_questions

X_25 = [
    (1, "coop", ["single"], True),
    (1, "coop", ["colossal"], False),
    (1, "coop", ["pack 2"], False),
    (3, "coop", ["single", "pack 2"], True),
    (3, "coop", ["herd 2"], False),
    (2, "pack", ["single", "single"], True),
    (2, "pack", ["pack 2"], False),
    (3, "pack", ["pack 2"], True),
    (2, "pack", ["herd 2"], False),
    (3, "pack", ["herd 2"], True),
    (2, "pack", ["colossal"], False),
    (3, "pack", ["colossal"], True),
]


def test_x_18_super_eruption() -> None:
    """V-19.10."""
    pos = position(
        {**HILL, "0,0": "L0/M0/volcano"},
        ["P1 0,1:L", "P2 -1,1:L", "P3 0,-1:L", "P1 1,-1"],
        players=3,
    )
    pos.flows = tuple(flow._replace(state="armed") for flow in pos.flows)
    cooling.erupt_super(pos)

    assert not pos.units
    assert not pos.sea
    assert pos.hands == (21, 21, 21)
    assert sorted(hex_words(flow.cell) for flow in pos.flows) == sorted(["0,0", "1,0", "0,1", "-1,1", "-1,0", "0,-1"])
    assert {(flow.state, flow.seat) for flow in pos.flows} == {("volcano", 0)}


def test_x_18b_winter_spreads() -> None:
    """V-19.13, V-19.14."""
    plane = [(q, r) for q in range(-9, 10) for r in range(-9, 10)]
    pos = position(["0,0"])
    pos.frost = ((0, 0), 1)
    counts = []
    for radius in range(1, 5):
        pos.frost = ((0, 0), radius)
        counts.append(sum(pos.is_frozen(cell) for cell in plane))

    assert counts == [7, 19, 37, 61]


@pytest.mark.parametrize(("pieces", "power", "against", "expected"), X_25)
def test_x_25_takeovers(pieces: int, power: str, against: list[str], expected: bool) -> None:
    """V-5.7, V-16.5, V-16.17."""

    def rival(words: str) -> tuple[str, str]:
        kind, _, count = words.partition(" ")
        if kind == "colossal":
            return "P2 1,0:M colossal", "colossal"
        return (f"P2 1,0:M *{count}", "herding" if kind == "herd" else "pack") if count else ("P2 1,0:M", "agile")

    every = [rival(words) for words in against]
    critters = [words.replace("1,0", f"{at + 1},0") for at, (words, _) in enumerate(every)]
    board = {"0,0": "LM3", "1,0": "M0", "2,0": "M0"}
    own = f"P1 0,0:L *{pieces}" if pieces > 1 else "P1 0,0:L"
    mover = {"coop": "cooperative", "pack": "pack"}[power]
    pos = position(board, [own, *critters], powers={"P1": mover, "P2": " ".join(power for _, power in every)})
    game = game_at(pos)

    assert (game.why_not("M 0,0:L>0,0:M") is None) == expected
    assert (
        all(takes_over(pos, pos.units[0, 0][0], unit) for cell in ((1, 0), (2, 0)) for unit in pos.units.get(cell, ()))
        == expected
    )


def stages_to_the_end(game: Game) -> list[tuple[int, str, int]]:
    """The seat, the kind and the frost of each turn in which the game waits for an action, each ended at once."""
    stages = []
    while not game.over:
        pos = game.position
        stages.append((pos.active + 1, pos.stage.value, pos.frost[1] if pos.frost else 0))
        game.play("E")
        while not game.over and (discards := game.choices(game.awaited()[0], "R")):
            game.play(discards[0])
        finish_questions(game)
    return stages


def test_x_26a_the_last_tile() -> None:
    """V-19.2, V-19.7, V-19.11."""
    slope = {f"{5 + at},5": "/".join(["L0"] * (6 - at)) for at in range(6)}
    slope["5,5"] += "/volcano"
    pos = position(
        {"0,0": "L0", "1,0": "L0", "2,0": "L0", **slope},
        ["P1 0,0:L", "P2 2,0:L"],
        players=3,
        engagement="free",
        held={"P2": "LL"},
    )
    pos.active, pos.tiles = 1, (0, 0, 0, 0, 0, 0, 1, 0)
    game = game_at(pos)
    game.play("B LMD2@1,0 $LL")
    assert (game.position.trigger, game.position.trigger_seat) == ("land", 1)

    assert stages_to_the_end(game) == [
        (2, "normal", 0),
        (3, "final", 0),
        (1, "final", 0),
        (2, "cool", 0),
        (3, "cool", 0),
        (1, "cool", 0),
        (2, "cool", 0),
    ]
    assert game.reason == "land"
    collected = [
        event["seat"]
        for number in range(1, game.turn + 1)
        for event in game.events(number)
        if event["kind"] == "collect"
    ]
    assert collected == [1]


def test_x_26b_winter() -> None:
    """V-19.13 to V-19.15, V-19.17: one ring a turn."""
    board = {f"{q},0": "L0" for q in range(-4, 5)}
    pos = position(
        board, ["P1 4,0:L", "P2 -4,0:L"], powers={"P1": "winter"}, held={"P1": "LLLLL"}, hot_tiles="permanent"
    )
    pos.options = pos.options.from_settings({**pos.options.settings(), "powers": "off"})
    game = game_at(pos)
    game.play("V 0,0/0 $LLLLL P=- winter")

    stages = stages_to_the_end(game)
    assert stages[:4] == [(1, "normal", 1), (2, "normal", 1), (1, "normal", 2), (2, "normal", 3)]
    assert {stage for _, stage, _ in stages[4:]} <= {"cool"}
    assert (game.reason, game.position.frost[0]) == ("winter", (0, 0))


def test_x_26c_super_volcano() -> None:
    """V-19.10."""
    board = {f"{q},0": "L0/L0" for q in range(-4, 5)}
    pos = position(board, ["P1 4,0:L", "P2 -4,0:L"], powers={"P1": "super"}, held={"P1": "LLLLL"})
    pos.options = pos.options.from_settings({**pos.options.settings(), "powers": "off"})
    game = game_at(pos)
    game.play("V 0,0/0 $LLLLL P=- super")
    game.play("E")
    assert "B" in {text[0] for text in game.choices(1)} or not game.choices(1, "B")
    assert (game.position.active, game.position.stage.value) == (1, "final")
    game.play("E")
    erupted = [event["kind"] for event in game.events(game.turn)]
    finish_questions(game)

    assert erupted.count("eruption") == 1
    turns = [(event["seat"] + 1, event["stage"]) for event in game.events(3) if event["kind"] == "turn"]
    assert turns[0] == (1, "eruption")
    assert turns[1] == (2, "cool")
    assert len(game.position.flows) == 3
    stages_to_the_end(game)
    assert game.reason == "super"


def colossal_at(critter: str = "P1 1,0:L colossal", **settings: object) -> Position:
    pos = position(X_6, [critter], held={"P1": "LLLLM", "P2": "LLLLLLL"}, powers={"P1": "colossal"}, **settings)
    pos.active = 1
    pos.options = pos.options.from_settings({**pos.options.settings(), "powers": "off"})
    return pos


def test_x_27_a_volcano_on_a_colossal() -> None:
    game = game_at(colossal_at())
    game.play("V 1,0/0 $LLLLL P=-")
    assert game.choices(0) == ["c 1,0:L>0,0:L", "c 1,0:L>2,0:L"]
    game.play("c 1,0:L>2,0:L", 0)

    assert (units(game.position), game.position.hands[0]) == (["P1 2,0:L"], 20)


def test_x_27_lava_on_a_colossal() -> None:
    pos = colossal_at()
    flows.new_flow(pos, 1, (1, -1), "lava")
    pos.wait = None
    lava.ask_to_evacuate(pos, (1, 0), ((1, 0),))
    game = game_at(pos)
    assert "e 1,0:L>0,0:L hp" in game.choices(0)
    game.play("e 1,0:L>0,0:L $L", 0)
    assert units(game.position) == ["P1 0,0:L colossal"]
    twin = game.at(0)
    twin.play("e 1,0:L>0,0:L hp", 0)
    assert (units(twin.position), twin.position.hands[0]) == (["P1 0,0:L"], 20)


def test_x_27_a_tile_on_a_colossal() -> None:
    game = game_at(colossal_at())
    game.play("B LD2@1,0 $LL")
    game.play("m 1,0:L>0,0:L", 0)

    assert units(game.position) == ["P1 0,0:L colossal"]


def test_x_27_a_bomb_on_a_colossal() -> None:
    pos = colossal_at()
    pos.rolled = 1
    activation.BombHit((0, 0), 1).run(pos)

    assert (units(pos), pos.hands[0]) == (["P1 1,0:L"], 20)


@pytest.mark.parametrize("entry", ["V 2,0/0 $LLLLL P=-", "B LD2@2,0 $LL"])
def test_x_27_a_colossal_without_a_way_goes_home(entry: str) -> None:
    game = game_at(colossal_at("P1 2,0:M colossal"))
    game.play(entry)

    assert (units(game.position), game.position.hands[0]) == ([], 21)
