"""What a turn did, as data: every kind of event, whole and exact."""

import pytest

from games.taluva.rules import Options, ending, turn_events, turns
from games.taluva.rules.formats import notation
from games.taluva.rules.position import Position
from games.taluva.rules.turn_events import Event
from games.taluva.rules.turns import Moment
from tests.taluva.rules.islands import game_after, island

TILES = "JC SJ CL RJ"
FULL = (20, 3, 2)
HUT_SAFE = ["JC@0,0SE H@-1,1", "SJ@2,-1SW H@1,-1"]
# A tile at 0,0 that points SE covers 0,1 and -1,1, the middle of a row of four fields.
SLOPE = "0,0 V1e 1,0 J1 0,1 J1{} -1,1 C1{} 1,1 L1{} -2,1 S1{} -2,2 R1"


def happened(position: Position, text: str, options: Options | None = None) -> list[Event]:
    """The events of this turn of seat 0 on this island."""
    options = options or Options()
    before = Moment(position, ending.Standing.at_start(options.players), 5)
    turn = notation.read_turn(text)
    assert isinstance(turn, notation.TurnParts)
    judged = turns.judge_text(before, options, turn.placement.tile, text, 0)
    assert not isinstance(judged, turns.Violation), judged
    return turn_events.entry_events(0, turn, before, judged[1])


def tile(cells: list[list[int]], direction: str, level: int) -> Event:
    """The event of every tile below."""
    return {"kind": "tile", "seat": 0, "tile": "CL", "cells": cells, "direction": direction, "level": level}


def hut(q: int, r: int) -> Event:
    return {"kind": "built", "seat": 0, "build": "hut", "cells": [[q, r]], "pieces": 1, "terrain": None}


def test_eruption_tells_whose_huts_were_lost_on_which_cell() -> None:
    position = island(SLOPE.replace("1{}", "2{}").replace("V1", "V2").format("a", "b", "a", "b"))

    assert happened(position, "CL@0,0SE H@-2,2") == [  # T-4.4
        tile([[0, 0], [0, 1], [-1, 1]], "SE", level=3),
        {"kind": "huts-lost", "seat": 0, "owner": 0, "cell": [0, 1], "huts": 2},
        {"kind": "huts-lost", "seat": 0, "owner": 1, "cell": [-1, 1], "huts": 2},
        hut(-2, 2),
    ]


def test_eruption_tells_what_it_split() -> None:
    position = island(SLOPE.format("b", "b", "b", "b") + " 2,1 J1b")

    assert happened(position, "CL@0,0SE H@1,0") == [  # T-4.3e
        tile([[0, 0], [0, 1], [-1, 1]], "SE", level=2),
        {"kind": "huts-lost", "seat": 0, "owner": 1, "cell": [0, 1], "huts": 1},
        {"kind": "huts-lost", "seat": 0, "owner": 1, "cell": [-1, 1], "huts": 1},
        {"kind": "split", "seat": 0, "owner": 1, "parts": [[[1, 1], [2, 1]], [[-2, 1]]]},
        hut(1, 0),
    ]


# An expansion over sand joins the settlements at 0,0 and at 2,0.
APART = "-2,0 V1e 0,0 J1a 1,0 S1 1,1 S1 2,0 J1a 3,0 J1a 4,0 J1"
JOINED: list[Event] = [
    tile([[5, 0], [6, 0], [5, 1]], "E", level=1),
    {"kind": "built", "seat": 0, "build": "expansion", "cells": [[1, 0], [1, 1]], "pieces": 2, "terrain": "S"},
    {
        "kind": "joined",
        "seat": 0,
        "cells": [[0, 0], [1, 0], [1, 1], [2, 0], [3, 0]],
        "parts": [[[2, 0], [3, 0]], [[0, 0]]],
    },
]


def test_build_tells_what_it_joined() -> None:
    assert happened(island(APART), "CL@5,0E X@2,0:S") == JOINED  # T-5.7


@pytest.mark.parametrize(
    ("options", "follows"),
    [
        (
            Options(players=3),  # T-7.5
            [
                {"kind": "place", "seat": 0, "place": 1},
                {"kind": "place", "seat": 1, "place": 2},
                {"kind": "place", "seat": 2, "place": 2},
                {"kind": "over", "reason": "early", "places": [1, 2, 2]},
            ],
        ),
        (Options(players=3, ranking=True), [{"kind": "place", "seat": 0, "place": 1}]),  # T-8.1: and the others go on
    ],
)
def test_early_end_tells_the_places(options: Options, follows: list[Event]) -> None:
    position = island(APART, [(2, 0, 2), FULL, FULL])

    assert happened(position, "CL@5,0E X@2,0:S", options) == [*JOINED, *follows]


def test_temple_and_tower_are_one_piece_each() -> None:
    position = island("-2,0 V1e 0,0 J3a 1,0 J1a 2,0 J1a 3,0 C1 0,1 R3")
    temple = {"kind": "built", "seat": 0, "build": "temple", "cells": [[3, 0]], "pieces": 1, "terrain": None}
    tower = {"kind": "built", "seat": 0, "build": "tower", "cells": [[0, 1]], "pieces": 1, "terrain": None}

    assert happened(position, "CL@4,0E T@3,0")[1:] == [temple]
    assert happened(position, "CL@4,0E W@0,1")[1:] == [tower]


def test_who_can_build_nothing_is_out() -> None:
    position = island("0,0 V1e 1,0 J1", [(0, 3, 2), FULL])

    assert happened(position, "CL@2,0E -")[1:] == [  # T-6.1
        {"kind": "out", "seat": 0, "why": "no-build"},
        {"kind": "place", "seat": 1, "place": 1},
        {"kind": "place", "seat": 0, "place": 2},
        {"kind": "over", "reason": "last-standing", "places": [2, 1]},
    ]


def test_events_of_a_turn() -> None:
    game = game_after([*HUT_SAFE, "CL@0,0E X@-1,1:L"], TILES)

    assert game.events(1) == [
        {
            "kind": "tile",
            "seat": 0,
            "tile": "JC",
            "cells": [[0, 0], [0, 1], [-1, 1]],
            "direction": "SE",
            "level": 1,
        },
        {"kind": "built", "seat": 0, "build": "hut", "cells": [[-1, 1]], "pieces": 1, "terrain": None},
    ]
    assert game.events(3)[0]["cells"] == [[0, 0], [1, 0], [0, 1]]
    assert game.events(3)[1:] == [
        {"kind": "built", "seat": 0, "build": "expansion", "cells": [[0, 1]], "pieces": 2, "terrain": "L"}
    ]


def test_events_of_those_who_leave() -> None:
    game = game_after(["resign:2", "timeout"], TILES, Options(players=3))

    assert game.events(1) == [{"kind": "out", "seat": 2, "why": "resign"}]
    assert game.events(2) == [
        {"kind": "out", "seat": 0, "why": "timeout"},
        {"kind": "place", "seat": 1, "place": 1},
        {"kind": "place", "seat": 0, "place": 2},
        {"kind": "place", "seat": 2, "place": 2},
        {"kind": "over", "reason": "last-standing", "places": [2, 1, 2]},
    ]
