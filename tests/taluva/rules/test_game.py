"""The public face (T-11): what a game tells, what a viewer may see, what a refusal says first."""

import json

import pytest

from games.contract import CarriedOrder, Order
from games.taluva.rules import Game, IllegalTurn, Options, Taluva
from tests.taluva.rules.islands import game_after

TILES = "JC SJ CL RJ"
STACK = "JC SJ CL RJ SS LL RR CC JJ"  # of the last five the box has few
HUT_SAFE = ["JC@0,0SE H@-1,1", "SJ@2,-1SW H@1,-1"]
PREVIEW = Options(players=4, preview=True)
SEED = "0123456789abcdef" * 4


def test_state_of_a_small_game_whole() -> None:
    game = game_after(["JC@0,0SE H@-1,1"], TILES, Options(players=3, ranking=True))

    state = game.state()

    def cell(q: int, r: int, terrain: str, direction: str | None, owner: int | None) -> dict[str, object]:
        piece, huts = ("hut", 1) if owner is not None else (None, 0)
        keys = {"q": q, "r": r, "level": 1, "terrain": terrain, "direction": direction}
        return keys | {"owner": owner, "piece": piece, "huts": huts, "tile": 0}

    def seat(huts: int) -> dict[str, object]:
        left = {"huts": huts, "temples": 3, "towers": 2}
        return left | {"built_huts": 20 - huts, "built_temples": 0, "built_towers": 0, "status": "in"}

    assert state == {
        "turn": 1,
        "to_move": 1,
        "tile": "SJ",
        "tiles_left": 35,
        "over": False,
        "places": [None, None, None],
        "reason": None,
        "seats": [seat(19), seat(20), seat(20)],
        "cells": [cell(-1, 1, "C", None, 0), cell(0, 0, "V", "SE", None), cell(0, 1, "J", None, None)],
    }
    assert json.loads(json.dumps(state)) == state


def test_state_at_the_end() -> None:
    game = game_after(["JC@0,0SE H@-1,1", "resign:0"], TILES)

    state = game.state()

    assert (state["turn"], state["to_move"], state["tile"], state["over"]) == (2, None, None, True)
    assert (state["places"], state["reason"], state["seats"][0]["status"]) == ([2, 1], "last-standing", "out")


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        (None, "CL@0,0E X@-1,1:L"),
        (None, " CL@0,0E   X@-1,1:L\n"),
        # syntax first, then the tile, then the placement, then the build
        ("T-10.2", "SJ@9,9E H@1"),
        ("T-10.2", "CL@0,0E"),
        ("T-10.2", "CL@0,0E X@-1,1:L H@0,0"),
        ("T-10.2", "CL@0,0X H@0,0"),
        ("T-10.2", "CL@٣,0E H@0,0"),
        ("T-2.7", "SJ@9,9E H@9,9"),
        ("T-4.2", "CL@9,9E H@0,0"),
        ("T-4.3", "CL@0,0W H@0,0"),
        ("T-4.3c", "CL@0,0SE -"),
        ("T-5.6", "CL@0,0E H@0,0"),
        ("T-5.6", "CL@0,0E H@5,5"),
        ("T-6.1", "CL@0,0E -"),
        # a build is judged on the island with the tile
        ("T-5.6", "CL@3,-1E H@3,-1"),
        (None, "CL@3,-1E H@3,0"),
        # who may leave
        (None, "resign"),
        (None, "resign:0"),
        (None, "resign:1"),
        (None, "timeout"),
        ("T-6.4", "resign:2"),
        ("T-10.2", "CL@10000,0E H@0,0"),
        ("T-10.2", "CL@0,0E H@0,-10000"),
        ("T-10.2", "resign:"),
        ("T-10.2", "Resign"),
    ],
)
def test_first_broken_clause_is_named(clause: str | None, text: str) -> None:
    game = game_after(HUT_SAFE, TILES)
    before = game.to_record()

    violation = game.why_not(text)

    assert (violation and violation.clause) == clause
    if violation is not None:
        assert violation.message.endswith(".")
        with pytest.raises(IllegalTurn) as refused:
            game.play(text)
        assert (refused.value.clause, refused.value.message) == violation
    assert game.to_record() == before


@pytest.mark.parametrize(
    ("clause", "text", "seat"),
    [
        (None, "CL@0,0E X@-1,1:L", 0),
        ("T-2.1", "CL@0,0E X@-1,1:L", 1),
        ("T-2.1", "CL@0,0E X@-1,1:L", 7),
        (None, "resign", 1),
        (None, "resign:1", 1),
        ("T-6.4", "resign:1", 0),
        ("T-6.4", "timeout", 1),
    ],
)
def test_seat_that_asks_is_judged(clause: str | None, text: str, seat: int) -> None:
    violation = game_after(HUT_SAFE, TILES).why_not(text, seat)

    assert (violation and violation.clause) == clause


@pytest.mark.parametrize(("text", "seat"), [("resign:7", None), ("resign:7", 0), ("resign", 7), ("resign", -1)])
def test_seat_that_does_not_exist_can_not_leave(text: str, seat: int | None) -> None:
    assert game_after(HUT_SAFE, TILES).why_not(text, seat) == ("T-6.4", "There is no such seat.")


def test_game_is_shown_by_its_last_turn_and_its_board() -> None:
    game = game_after(["JC@0,0SE H@-1,1"], TILES)

    legend, *seats = game.drawn().splitlines()[2:]
    assert repr(game.at(0)).startswith("the start\nthe open sea\nTerrain")
    assert repr(game).splitlines() == [
        "1. JC@0,0SE H@-1,1",
        "r   0, q   0…     V1se",
        "r   1, q  -1…  C1a1  J1",
        legend,
        *seats,
    ]
    assert seats[-1] == "b to move with SJ"


def test_log_keeps_who_left() -> None:
    game = game_after(HUT_SAFE, TILES, Options(players=4))

    texts = [game.resign(0), game.resign(2), game.timeout(3)]

    assert texts == ["resign:0", "resign", "timeout"]
    assert game.entries[2:] == ((0, "resign:0"), (2, "resign"), (3, "timeout"))


def test_placement_alone_is_judged_for_the_drawn_tile() -> None:
    game = game_after(HUT_SAFE, TILES)

    assert game.why_not_placement("CL@0,0E") is None
    assert [v and v.clause for v in map(game.why_not_placement, ("CL@0,0SE", "RJ@0,0E", "CL@0,0E H@0,1"))] == [
        "T-4.3c",
        "T-2.7",
        "T-10.2",
    ]
    with pytest.raises(IllegalTurn) as refused:
        game.legal_builds("CL@0,0SE")
    assert refused.value.clause == "T-4.3c"


def test_builds_after_a_placement() -> None:
    game = game_after(HUT_SAFE, TILES)

    # After the eruption level 1 has only the two huts; both new fields are level 2, and the lake touches the hut.
    assert game.legal_builds("CL@0,0E") == ["X@-1,1:L"]


WRONG_DEALS = [
    ("LL", 3, "T-2.7"),
    ("LL", 24, "T-2.2"),
    ("JC", -1, "T-2.2"),
    ("XX", None, "T-1.2"),
    (None, None, "T-1.2"),
    (None, 7, "T-1.2"),
]


def test_tiles_are_dealt_one_by_one() -> None:
    game = Game(Options(), ["JC"])
    game.deal("SJ")
    game.deal("RJ", 3)
    game.deal("CL")  # the next that is not known is the third
    game.deal("RJ", 3)  # said before

    assert game.tiles[:5] == ("JC", "SJ", "CL", "RJ", None)
    for tile, index, clause in WRONG_DEALS:
        with pytest.raises(IllegalTurn) as refused:
            game.deal(tile, index)  # type: ignore[arg-type]
        assert refused.value.clause == clause
    assert game.tiles[:5] == ("JC", "SJ", "CL", "RJ", None)


def test_copy_knows_its_own_tiles() -> None:
    game = Game(Options(), ["JC"])
    twin = game.copy()
    twin.deal("SJ")

    assert (game.tiles[1], twin.tiles[1]) == (None, "SJ")


def test_copy_keeps_the_reader_and_owns_its_tags() -> None:
    game = Game.from_record(game_after(HUT_SAFE, STACK, PREVIEW).to_record(1, Event="club night"))
    twin = game.copy()
    twin.tags["Event"] = "another"

    assert (twin.reader, game.reader) == (1, 1)
    assert (game.tags, twin.tags) == ({"Event": "club night"}, {"Event": "another"})


# Trials.


def test_trial_of_the_present_knows_the_drawn_tile_and_the_readers_own() -> None:
    game = game_after(HUT_SAFE, STACK, PREVIEW)
    reader = Game.from_record(game.to_record(1))

    assert known(game.trial(2)) == ["JC", "SJ", "CL"]
    assert known(reader.trial(2)) == known(game.seen_by(1).trial(2)) == ["JC", "SJ", "CL", None, None, "LL"]
    assert known(game.trial(1)) == known(reader.trial(1)) == ["JC", "SJ"]
    assert reader.trial(2).waiting(1) == "LL"


def test_trial_of_a_finished_game_knows_the_tiles_that_were_drawn() -> None:
    game = game_after([*HUT_SAFE, "resign"], STACK)

    assert [known(game.trial(number)) for number in range(4)] == [
        ["JC"],
        ["JC", "SJ"],
        ["JC", "SJ", "CL"],
        ["JC", "SJ"],
    ]
    with pytest.raises(IllegalTurn) as refused:
        game.trial(3).redeal("CL")
    assert refused.value.args == ("T-6.3", "The game is over.")


def test_trial_may_draw_what_nobody_has_seen_and_the_drawn_tile_again() -> None:
    trial = game_after(HUT_SAFE, STACK).trial(2)
    unseen = trial.unseen()
    assert sum(unseen.values()) == 48 - 2
    assert (unseen["CL"], unseen["LL"], unseen["JC"]) == (1, 1, 4)

    trial.redeal("LL")
    assert (trial.tile, trial.unseen()) == ("LL", unseen)
    with pytest.raises(IllegalTurn, match=r"^There is no tile “XX”\.$"):
        trial.redeal("XX")

    assert trial.suppose("RJ@0,0E X@-1,1:J") == "RJ@0,0E X@-1,1:J"
    assert (known(trial), trial.turn) == (["JC", "SJ", "RJ"], 3)
    assert trial.suppose("resign") == "resign"


def known(game: Game) -> list[str | None]:
    last = max(index for index, tile in enumerate(game.tiles) if tile)
    return list(game.tiles[: last + 1])


# What a viewer may see.


def test_without_preview_nobody_sees_what_comes() -> None:
    game = game_after(HUT_SAFE, STACK)

    for viewer in (None, 0, 1):
        assert '[Tiles "JC SJ CL"]' in game.to_record(viewer)
        assert "waiting" not in game.state(viewer)
        assert "RJ" not in json.dumps(game.state(viewer)) + game.to_record(viewer)


def test_with_preview_each_waiting_seat_sees_its_own_tile() -> None:
    game = game_after(HUT_SAFE, STACK, PREVIEW)
    assert game.to_move == 2

    waiting = [game.state(viewer)["waiting"] for viewer in range(4)]
    records = [tiles_tag(game.to_record(viewer)) for viewer in (None, 0, 1, 2, 3)]

    assert waiting == ["SS", "LL", None, "RJ"]  # T-2.6
    assert records == ["JC SJ CL", "JC SJ CL ?? SS", "JC SJ CL ?? ?? LL", "JC SJ CL", "JC SJ CL RJ"]  # T-10.1
    assert "waiting" not in game.state()


def tiles_tag(record: str) -> str:
    return next(line for line in record.splitlines() if line.startswith('[Tiles "'))[8:-2]


def test_waiting_tiles_pass_on_when_a_seat_drops_out() -> None:
    game = game_after([*HUT_SAFE, "resign:3"], STACK, PREVIEW)

    assert [game.state(viewer)["waiting"] for viewer in range(4)] == ["RJ", "SS", None, None]

    game.resign(2)
    assert [game.state(viewer)["waiting"] for viewer in range(4)] == [None, "RJ", None, None]


def test_no_tile_waits_beyond_the_stack_or_after_the_end() -> None:
    start = Taluva().start({"preview": "on"}, SEED, draw_seats=False).game
    while not start.over:
        last = start.turn == 23
        seat = start.awaited()[0]
        assert (start.state(1 - seat)["waiting"] is None) == last
        start.play(start.choices(seat)[0])

    assert [start.state(viewer)["waiting"] for viewer in (0, 1)] == [None, None]
    assert len(tiles_tag(start.to_record()).split()) == 24


def test_record_of_a_reader_gives_a_game_that_knows_no_more() -> None:
    record = game_after(HUT_SAFE, STACK, PREVIEW).to_record(1)

    game = Game.from_record(record)

    assert (game.reader, game.waiting(1), game.waiting(0), game.tile) == (1, "LL", None, "CL")
    assert game.to_record() == game.to_record(1) == record
    assert set(game.tiles) == {"JC", "SJ", "CL", "LL", None}


def test_prepared_turn_is_for_the_waiting_tile_and_played_when_it_is_legal() -> None:
    game = game_after(HUT_SAFE, STACK, PREVIEW)
    texts = ["RJ@3,-1E H@4,-1", "RJ@2,-1NW H@2,-2", "RJ@-1,0NW H@-1,-1", "RJ@-1,0NW H@0,-1"]
    soon = [Order("turn", text) for text in texts]

    assert [game.why_not_order(order, 3) for order in soon] == [None] * 4
    assert [refused_by(game, seat, texts[0]) for seat in (0, 1, 2)] == ["T-2.7", "T-2.7", "T-2.6"]
    assert refused_by(game, 3, "resign") == "T-10.2"
    assert game.ordered({3: soon}) is None  # it is not seat 3's turn yet

    game.play("CL@3,-1E H@3,0")
    assert game.ordered({3: soon}) == CarriedOrder(3, texts[2], tuple(soon))  # the first two are not legal any more
    assert game.ordered({3: soon[:2]}) == CarriedOrder(3, None, tuple(soon[:2]))
    assert game.ordered({3: [Order("turn", "resign")]}) == CarriedOrder(3, None, (Order("turn", "resign"),))
    assert game.ordered({1: soon}) is None
    assert game.turn == 3


def refused_by(game: Game, seat: int, text: str) -> str | None:
    violation = game.why_not_order(Order("turn", text), seat)
    return violation and violation.clause
