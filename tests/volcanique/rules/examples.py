"""The worked examples, as data for any implementation: those of V-25 as they are printed, and played ones.

A played example has settings, a position (naive/placed.py says what it may name; none: the start of a game) and steps:
`P1 C 0,0:L` is played, `P1 !C 0,0:L` is refused, `P1 ~m 0,0:L>1,0:L` is the answer by the rules and is played (`~-`:
there is none), a table is compared with what it names of the position:
`units`, `home` and so on as `naive.NaiveGame.data` has them, and `legal P1 C`: what P1 may play of one kind.
"""

import json
from pathlib import Path
from typing import NamedTuple, TypeAlias

Json: TypeAlias = dict[str, object]
Step: TypeAlias = str | Json

EXAMPLES: list[Json] = json.loads((Path(__file__).parent / "examples.json").read_text(encoding="utf-8"))


class Played(NamedTuple):
    """An example that is played."""

    name: str
    settings: dict[str, object]
    position: Json
    steps: list[Step]


TWO: dict[str, object] = {"players": 2}
THREE: dict[str, object] = {"players": 3}
ROW = {"0,0": "L0", "1,0": "L0", "2,0": "LM3"}
CONE = {
    "0,0": "L0/M0/volcano",
    "1,0": "D0/D0/D0",
    "0,1": "M0/L0",
    "-1,1": "L0",
    "-1,0": "LM0/LMD1",
    "0,-1": "D0/MD0/LD0/L0",
}
SOIL = {  # land in the middle and in the north-east, soil around
    "0,0": "L0",
    "1,-1": "L0",
    "1,0": "soil",
    "0,1": "soil",
    "-1,0": "soil",
    "0,-1": "soil",
}
FAR = {"9,0": "M0", "10,0": "M0", "9,1": "LMD0"}  # somewhere for others to stand
BUYER: Json = {"board": SOIL, "resources": {"P1": "LLLLLLLLLMM"}}
DIVERSION: Json = {
    "board": CONE,
    "critters": ["P2 0,1:L"],
    "powers": {"P2": "diversion"},
    "flows": ["P1 volcano 0,0"],
}
PRIEST: Json = {
    "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "9,0": "M0"},
    "critters": ["P1 0,0:L", "P1 2,0:L", "P2 9,0:M"],
    "resources": {"P1": "LLLMMD"},
    "craters": {"P1": 1},
}
COLOSSAL: Json = {
    "board": ROW,
    "critters": ["P1 1,0:L colossal"],
    "powers": {"P1": "colossal"},
    "resources": {"P1": "L", "P2": "LLLLLL"},
    "active": "P2",
}
LAVA_ON_COLOSSAL: Json = COLOSSAL | {"board": ROW | {"1,-1": "D0/D0/lava"}, "flows": ["P2 lava 1,-1 0,0"]}
SLOPE: Json = {
    "board": {"0,0": "M0/M0/M0", "1,0": "L0/LD0", "2,0": "MD0", "-1,0": "L0", "3,0": "M0"},
    "critters": ["P1 1,0:D", "P2 2,0:M"],
    "powers": {"P1": "landslide"},
    "resources": {"P1": "LLLLL", "P2": "L"},
}
PIT = {"0,0": "L0/lava", "1,0": "M0/M0", "0,1": "M0/M0", "-1,1": "M0/M0", "-1,0": "M0/M0"} | {
    "0,-1": "M0/M0",
    "1,-1": "M0/M0",
}

PLAYED = [
    # V-25
    Played(
        "X-6 migration with a choice (V-7.3)",
        TWO,
        {
            "board": ROW,
            "critters": ["P2 1,0:L"],
            "resources": {"P1": "LLL"},
        },
        [
            "P1 !B LD0@1,0 $LLM",
            "P1 B LD2@1,0 $LLL",
            {"asked": {"P2": ["m 1,0:L>0,0:L", "m 1,0:L>2,0:L"]}},
            "P1 !C 0,0:L",
            "P2 !m 1,0:L>1,0:L",
            "P2 m 1,0:L>0,0:L",
            {"units": ["P2 0,0:L"], "legal P1 C": ["C 1,0:D", "C 2,0:L", "C 2,0:M"]},
        ],
    ),
    Played(
        "X-6c the claims after the other answer (V-9.1)",
        TWO,
        {"board": ROW, "critters": ["P2 1,0:L"], "resources": {"P1": "LLL"}},
        [
            "P1 B LD2@1,0 $LLL",
            "P2 m 1,0:L>2,0:L",
            {"legal P1 C": ["C 0,0:L", "C 1,0:D", "C 1,0:L"]},
            "P1 C 0,0:L",
            {"legal P1 C": ["C 1,0:D"]},
        ],
    ),
    Played(
        "X-7 and X-9 no migration, then a join (V-7.3, V-7.7)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "M0", "2,0": "L0"},
            "critters": ["P1 0,0:L", "P2 1,0:M", "P2 2,0:L"],
            "resources": {"P1": "LLLL"},
        },
        ["P1 B L0@1,0 $LLLL", {"units": ["P1 0,0:L"], "hands": [20, 21]}],
    ),
    Played(
        "X-9 the other way round (V-8.3)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "M0", "2,0": "L0"},
            "critters": ["P1 0,0:L", "P2 1,0:M", "P2 2,0:L"],
            "resources": {"P2": "LMD"},
            "active": "P2",
        },
        ["P2 B L0@1,0 $LMD", {"units": ["P2 2,0:L"]}],
    ),
    Played(
        "X-9b migrate first, then lose the join (V-7.3, V-8.3)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "LM4", "2,0": "L0"},
            "critters": ["P1 0,0:L", "P2 1,0:L"],
            "resources": {"P1": "LLL"},
        },
        ["P1 B L0@1,0 $LLL", {"units": ["P1 0,0:L"]}],
    ),
    Played(
        "X-11 and X-23 a complete flow (V-14.1, V-14.3, V-14.9)",
        {"players": 2, "lava_prefers_land": "off"},
        {"board": CONE, "critters": ["P2 0,1:L"], "flows": ["P1 volcano 0,0"], "active": "P2"},
        [
            {"asked": {"P2": ["D 1"]}},
            "P2 !D 2",
            "P2 D 1",
            {"board 0,1": "M0/L0/lava", "board 0,0": "L0/M0", "flows": ["P1 lava 0,1"], "hands": [21, 21]},
            "P2 C 0,0:M",
            "P2 E",
            {"asked": {"P1": ["D 1"]}, "counter": 2},
        ],
    ),
    Played(
        "X-11b from 0,1 to the ocean (V-14.3, V-14.9)",
        {"players": 2, "lava_prefers_land": "off"},
        {
            "board": CONE | {"0,0": "L0/M0", "0,1": "M0/L0/lava"},
            "flows": ["P1 lava 0,1 0,0"],
            "counter": 1,
        },
        [
            "P1 D 1",
            {"board 1,1": "lava", "board 0,1": "M0/L0", "flows": ["P1 cooling 1,1"]},
            "P1 E",
            "P1 R +L",
            {"board 1,1": "soil", "flows": ["P1 ended 1,1"]},
        ],
    ),
    Played(
        "X-11d the lava is diverted (V-16.14)",
        {"players": 2, "lava_prefers_land": "off"},
        DIVERSION | {"counter": 20},
        [
            "P1 D 1",
            {"asked": {"P2": ["d n", "d y"]}},
            "P1 !d y",
            "P2 d y",
            "P1 D 5",
            {"flows": ["P1 lava -1,1"], "units": ["P2 0,1:L"]},
        ],
    ),
    Played(
        "X-11d 1-2: the other flank is too high (V-16.14)",
        {"players": 2, "lava_prefers_land": "off"},
        DIVERSION | {"counter": 1},
        ["P1 D 1", "P2 d y", "P1 D 1", {"flows": ["P1 lava 0,1"], "units": []}],
    ),
    Played(
        "X-11d 3-4: it stays (V-16.14)",
        {"players": 2, "lava_prefers_land": "off"},
        DIVERSION | {"counter": 0},
        ["P1 D 1", "P2 d y", "P1 D 3", {"flows": ["P1 lava 0,1"], "units": []}],
    ),
    Played(
        "X-18 super eruption (V-19.10)",
        {"players": 2, "lava_prefers_land": "off"},
        {
            "board": CONE | FAR | {"0,0": "L0/M0"},
            "critters": ["P1 0,1:L", "P2 -1,1:L", "P2 0,-1:L", "P1 9,0:M"],
            "sea": ["P1 1,-1"],
            "resources": {"P2": "LLLLL"},
            "powers": {"P2": "magma super"},
            "active": "P2",
        },
        [
            "P2 V 0,0/0 $LLLLL P=L2b super",
            "P2 b n",
            {"trigger": ["super", 1], "flows": ["P2 armed 0,0"]},
            "P2 E",
            {"active": 0, "mode": "final", "flows": ["P2 armed 0,0"]},
            "P1 E",
            {
                "units": ["P1 9,0:M"],
                "sea": {},
                "flows": [
                    "P2 volcano 0,0",
                    "P2 volcano 1,0",
                    "P2 volcano 0,1",
                    "P2 volcano -1,1",
                    "P2 volcano -1,0",
                    "P2 volcano 0,-1",
                ],
                "active": 0,
                "mode": "cool",
                "activations": [0, 3],
            },
        ],
    ),
    Played(
        "X-20 collecting with a herd, cap 6 (V-12.1 to V-12.3)",
        TWO,
        {
            "board": {"0,0": "L0", "3,0": "L0", "6,0": "M0", "9,0": "D0"},
            "critters": ["P1 0,0:L", "P1 3,0:L*2", "P1 6,0:M", "P2 9,0:D"],
            "powers": {"P1": "herding"},
            "resources": {"P1": "LLLMD"},
        },
        [
            "P1 E",
            {"resources": ["LLLLLLMMD", ""]},
            "P1 !R -LL",
            "P1 R -LLM",
            {"resources": ["LLLLMD", ""], "active": 1},
        ],
    ),
    Played(
        "X-20 with two L left in the supply (V-12.1 to V-12.3)",
        TWO,
        {
            "board": {"0,0": "L0", "3,0": "L0", "6,0": "M0", "9,0": "D0"},
            "critters": ["P1 0,0:L", "P1 3,0:L*2", "P1 6,0:M", "P2 9,0:D"],
            "powers": {"P1": "herding"},
            "resources": {"P1": "LLLMD"},
            "bank": "LLMMMDDDD",
        },
        ["P1 E", {"resources": ["LLLLLMMD", ""]}],
    ),
    Played("X-21 s t", TWO, BUYER, ["P1 B L0@1,0 $LLL", "P1 B L0@0,0 $LLL", "P1 !B LM0@0,1 $LL"]),
    Played(
        "X-21 s s t (V-6.8, V-6.9)",
        TWO,
        BUYER,
        ["P1 B LM3@1,0 $LL", "P1 B LM3@0,1 $LL", "P1 B LM0@0,0 $LL", "P1 !B LM4@-1,0 $LL"],
    ),
    Played("X-21 t s", TWO, BUYER, ["P1 B L0@0,0 $LLL", "P1 !B L0@1,0 $LLL", "P1 C 0,0:L"]),
    Played("X-21 s v", TWO, BUYER, ["P1 B LM3@1,0 $LL", "P1 V 0,0/0 $LLLLL P=L1a", "P1 !B LM3@0,1 $LL"]),
    Played("X-21 v s", TWO, BUYER, ["P1 V 0,0/0 $LLLLL P=L1a", "P1 !B LM3@1,0 $LL"]),
    Played(
        "X-21 s s v (V-6.8, V-6.9)",
        TWO,
        BUYER,
        ["P1 B LM3@1,0 $LL", "P1 B LM3@0,1 $LL", "P1 V 0,0/0 $LLLLL P=L1a", {"step": 3}],
    ),
    Played(
        "X-21 Crafty s t t (V-16.6)",
        TWO,
        BUYER | {"powers": {"P1": "crafty"}},
        ["P1 B LM3@1,0 $LL", "P1 B LM5@0,0 $LL", "P1 B LM4@0,0 $LL", "P1 !B LM3@0,0 $LL"],
    ),
    Played(
        "X-21 Crafty t t (V-16.6)",
        TWO,
        BUYER | {"powers": {"P1": "crafty"}},
        ["P1 B LM5@0,0 $LL", "P1 !B LM3@0,0 $LL"],
    ),
    Played(
        "X-21 Crafty s t v (V-16.6)",
        TWO,
        BUYER | {"powers": {"P1": "crafty"}},
        ["P1 B LM3@1,0 $LL", "P1 B LM5@0,0 $LL", "P1 V 0,0/0 $LLLLL P=L2a"],
    ),
    Played(
        "X-21 Crafty s s s s (V-16.6)",
        TWO,
        BUYER | {"powers": {"P1": "crafty"}},
        ["P1 B LM3@1,0 $LL", "P1 B LM3@0,1 $LL", "P1 B LM4@-1,0 $LL", "P1 !B LM5@0,-1 $LL"],
    ),
    Played(
        "X-22 (a) no resource sacrifice with four left (V-10.2)",
        TWO,
        PRIEST,
        ["P1 B LMD0@1,0 $LL", "P1 !K$ $LMMD", "P1 !K$ $LMM"],
    ),
    Played(
        "X-22 (a) with Frugal (V-16.12)",
        TWO,
        PRIEST | {"powers": {"P1": "frugal"}},
        ["P1 B LMD0@1,0 $LL", "P1 K$ $LMM", {"craters": [2, 0]}],
    ),
    Played(
        "X-22 (b) both sacrifices fill the crater (V-1.9, V-10.1)",
        TWO,
        PRIEST,
        ["P1 K$ $LLLMM", "P1 K 0,0:L", {"craters": [3, 0]}, "P1 !K 1,0:L", "P1 E", "P2 E", "P1 !K 1,0:L"],
    ),
    Played(
        "X-22 (c) buy and pay with seven (V-10.2)",
        TWO,
        PRIEST | {"resources": {"P1": "LLLLMMD"}},
        ["P1 B LMD0@1,0 $LL", "P1 K$ $LLMMD", {"craters": [2, 0]}],
    ),
    Played(
        "X-24 a short recorded game (V-23.4, V-23.7)",
        {"players": 2, "lava_prefers_land": "off"},
        {},
        [
            "P1 B LDM4@4,1 $LM",
            "P1 C 4,1:D",
            "P1 E",
            {"resources": ["LMDDD", "LMD"]},
            "P2 G LM",
            {"resources": ["LMDDD", "LLMMD"]},
            "P2 B LMD4@4,1 $LM",
            "P2 C 4,1:M",
            "P2 E",
            {"resources": ["LMDDD", "LLMMMD"]},
            "P1 E",
            "P1 R -LM",
            {"resources": ["LMDDDD", "LLMMMD"]},
            "P2 V 0,0/0 $LLMMMD P=L1a",
            "P2 E",
            {"resources": ["LMDDDD", "LMM"], "counter": 27},
            "P1 D 6",
            {"board 1,-1": "lava", "board 0,0": "L0"},
            "P1 C 0,0:L",
            "P1 E",
            "P1 R -LMD",
            {"resources": ["LMDDDD", "LMM"], "board 1,-1": "soil"},
            "P2 B LMD1@1,-1 $MM",
            {"step": 2},
            "P2 C 1,-1:M",
            "P2 E",
            {"resources": ["LMDDDD", "LLMMM"], "scores": [8, 8], "hands": [18, 16]},
        ],
    ),
    Played(
        "X-26 (a) land depleted, and a flow outlasts the final turns (V-19.2, V-19.11, V-24.3)",
        {"players": 3, "engagement": "free"},
        {
            "board": {
                "0,0": "L0",
                "1,0": "L0",
                "4,0": "L0/M0/D0/M0/M0/lava",
                "5,0": "M0/M0/M0/M0",
                "6,0": "M0/M0/M0",
                "7,0": "M0/M0",
                "8,0": "M0",
                "0,5": "MD0",
            },
            "critters": ["P1 0,5:D", "P3 0,5:M"],
            "resources": {"P2": "LLL"},
            "supply": {"L": 1},
            "flows": ["P1 lava 4,0"],
            "active": "P2",
        },
        [
            {"flows": ["P1 lava 5,0"]},
            "P2 B L0@1,0 $LLL",
            {"trigger": ["land", 1], "units": ["P1 0,5:D", "P3 0,5:M"]},
            "P2 C 1,0:L",
            "P2 E",
            {"resources": ["", "L", ""], "active": 2, "mode": "final", "flows": ["P1 lava 6,0"]},
            "P3 E",
            {"resources": ["", "L", ""], "active": 0, "mode": "final", "flows": ["P1 lava 7,0"]},
            "P1 E",
            {
                "active": 1,
                "mode": "cool",
                "flows": ["P1 lava 8,0"],
                "legal P2 C": ["C 4,0:M", "C 5,0:M", "C 6,0:M", "C 7,0:M"],
            },
            "P2 C 5,0:M",
            "P2 E",
            "P3 D 1",
            {"reason": "land", "flows": ["P1 ended 9,0"], "board 9,0": "soil"},
        ],
    ),
    Played(
        "X-26 (b) winter with all land within four (V-16.23, V-19.13 to V-19.15)",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0", "2,0": "LM0", "3,0": "D0", "-4,0": "M0"},
            "critters": ["P1 1,0:L", "P2 3,0:D", "P2 -4,0:M"],
            "resources": {"P1": "LLLLL", "P2": "LLL"},
            "powers": {"P1": "sea winter"},
        },
        [
            "P1 V 0,0/2 $LLLLL P=L2b winter",
            {"frozen count": 7, "trigger": ["winter", 0]},
            "P1 !C 0,0:L",
            "P1 E",
            "P2 O 0,0/2",
            {"mode": "winter", "frozen count": 7, "active": 1},
            "P2 Q $LLL",
            "P2 E",
            {"mode": "winter", "frozen count": 19, "active": 0, "points": [0, 1]},
        ],
    ),
    Played(
        "X-26 (c) super with two players (V-16.22, V-19.4, V-19.10)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "9,0": "M0", "10,0": "M0"},
            "critters": ["P1 2,0:L", "P2 9,0:M"],
            "resources": {"P1": "LLLLL", "P2": "LLLMMM"},
            "powers": {"P1": "agile super"},
        },
        [
            "P1 V 0,0/0 $LLLLL P=L2b super",
            "P1 E",
            {"mode": "final", "active": 1},
            "P2 B L0@1,0 $LLL",
            "P2 B M0@10,0 $MMM",
            "P2 !K$ $",
            "P2 E",
            {"active": 1, "mode": "cool"},
        ],
    ),
    Played(
        "X-27 a volcano under a colossal (V-16.3)",
        TWO,
        COLOSSAL,
        [
            "P2 V 1,0/0 $LLLLL P=L1a",
            {"asked": {"P1": ["c 1,0:L>0,0:L", "c 1,0:L>2,0:L"]}},
            "P1 c 1,0:L>0,0:L",
            {"units": ["P1 0,0:L"], "hands": [19, 20]},
        ],
    ),
    Played(
        "X-27 a tile on a colossal (V-16.3)",
        TWO,
        COLOSSAL,
        ["P2 B LD2@1,0 $LL", "P1 m 1,0:L>2,0:L", {"units": ["P1 2,0:L colossal"]}],
    ),
    Played(
        "X-27 lava on a colossal, which flees with a hit (V-14.5, V-14.6)",
        TWO,
        LAVA_ON_COLOSSAL,
        [
            {
                "asked": {
                    "P1": [
                        "e 1,0:L>0,0:L $L",
                        "e 1,0:L>2,0:L $L",
                        "e 1,0:L>0,0:L hp",
                        "e 1,0:L>2,0:L hp",
                        "e 1,0:L>-",
                    ]
                }
            },
            "P1 e 1,0:L>0,0:L hp",
            {"units": ["P1 0,0:L"], "resources": ["L", "LLLLLL"]},
        ],
    ),
    Played(
        "X-27 lava on a colossal, which pays (V-14.5, V-14.6)",
        TWO,
        LAVA_ON_COLOSSAL,
        ["P1 e 1,0:L>2,0:L $L", {"units": ["P1 2,0:L colossal"], "resources": ["", "LLLLLL"]}],
    ),
    Played(
        "X-27 a bomb on a colossal (V-16.3)",
        TWO,
        COLOSSAL | {"board": ROW | {"2,-1": "D0"}, "powers": {"P1": "colossal", "P2": "magma"}, "counter": 7},
        ["P2 V 2,-1/0 $LLLLL P=L2b", "P2 b y", "P2 D 2", {"units": ["P1 1,0:L colossal"]}],
    ),
    Played(
        "X-27 a bomb that hits the colossal (V-16.3)",
        TWO,
        COLOSSAL | {"board": ROW | {"2,-1": "D0"}, "powers": {"P1": "colossal", "P2": "magma"}, "counter": 1},
        ["P2 V 2,-1/0 $LLLLL P=L2b", "P2 b y", "P2 D 3", {"units": ["P1 1,0:L"], "hands": [19, 19]}],
    ),
    Played(
        "X-27 volcano, lava and tile with a one-sector biome (V-16.3)",
        TWO,
        COLOSSAL | {"critters": ["P1 2,0:M colossal"]},
        ["P2 V 2,0/0 $LLLLL P=L1a", {"units": [], "hands": [20, 20]}],
    ),
    Played(
        "X-27 a stacked tile with a one-sector biome (V-16.3)",
        TWO,
        COLOSSAL | {"critters": ["P1 2,0:M colossal"]},
        ["P2 B L0@2,0 $LLL", {"units": [], "hands": [20, 21]}],
    ),
    # V-28
    Played(
        "A-1 a game that stalls (V-19.6)",
        {"players": 2, "stall_rounds": 2},
        {"board": {"0,0": "L0", "5,0": "L0"}, "critters": ["P1 0,0:L", "P2 5,0:L"]},
        ["P1 E", "P2 E", "P1 E", {"reason": None}, "P2 E", {"reason": "stall", "places": [1, 1]}],
    ),
    Played(
        "A-3 a rift past frozen hexes (V-16.19, V-19.16)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "3,0": "L0"},
            "critters": ["P1 1,0:L", "P2 2,0:L"],
            "powers": {"P1": "rift"},
            "frozen": ["1,0"],
        },
        [
            "P1 !Z 0 2,0;1,0",
            "P1 !Z 3 0,0;1,0",
            "P1 !Z 0 3,0;2,0",
            "P1 Z 0 2,0;3,0",
            {"units": ["P1 1,0:L", "P2 3,0:L"]},
        ],
    ),
    Played(
        "A-5 a colossal does not step onto an own unit (V-16.3)",
        TWO,
        COLOSSAL | {"board": {"0,0": "L0", "1,0": "L0"}, "critters": ["P1 1,0:L colossal", "P1 0,0:L"]},
        ["P2 V 1,0/0 $LLLLL P=L1a", {"units": ["P1 0,0:L"], "hands": [19, 20]}],
    ),
    Played(
        "A-6 a colossal is offered volcanic migration first (V-16.21)",
        TWO,
        COLOSSAL | {"powers": {"P1": "colossal migration"}},
        [
            "P2 V 1,0/0 $LLLLL P=L1a",
            {"asked": {"P1": ["v 1,0:L>0,0:L $L", "v 1,0:L>2,0:L $L", "v 1,0:L>-"]}},
            "P1 v 1,0:L>-",
            {"asked": {"P1": ["c 1,0:L>0,0:L", "c 1,0:L>2,0:L"]}},
            "P1 c 1,0:L>2,0:L",
            {"units": ["P1 2,0:L"]},
        ],
    ),
    Played(
        "A-6 whole for the price of one piece (V-16.21)",
        TWO,
        COLOSSAL | {"powers": {"P1": "colossal migration"}},
        ["P2 V 1,0/0 $LLLLL P=L1a", "P1 v 1,0:L>0,0:L $L", {"units": ["P1 0,0:L colossal"]}],
    ),
    Played(
        "A-7 own join: the strongest stays (V-8.2)",
        {"players": 2, "own_join": "single"},
        {
            "board": {"0,0": "L0", "1,0": "M0", "2,0": "L0"},
            "critters": ["P1 0,0:L", "P1 2,0:L*2"],
            "powers": {"P1": "herding"},
            "resources": {"P1": "LLL"},
        },
        ["P1 B L0@1,0 $LLL", {"units": ["P1 2,0:L*2"], "hands": [18, 21]}],
    ),
    Played(
        "A-7 own join among equals: the smallest hex (V-8.2)",
        {"players": 2, "own_join": "single"},
        {
            "board": {"0,0": "L0", "1,0": "M0", "2,0": "L0"},
            "critters": ["P1 2,0:L", "P1 0,0:L"],
            "resources": {"P1": "LLL"},
        },
        ["P1 B L0@1,0 $LLL", {"units": ["P1 0,0:L"]}],
    ),
    Played(
        "A-8 the part held before decides (V-8.3)",
        THREE | {"engagement": "free"},
        {
            "board": {"0,0": "L0", "1,0": "M0", "2,0": "L0", "3,0": "L0"},
            "critters": ["P2 0,0:L", "P3 2,0:L"],
            "resources": {"P1": "LLL"},
        },
        ["P1 B L0@1,0 $LLL", {"units": ["P3 2,0:L"]}],
    ),
    Played(
        "A-9 (a) one alone is left (V-22.7)",
        TWO,
        {"board": ROW, "critters": ["P1 0,0:L", "P2 2,0:M"]},
        ["P1 resign", {"reason": "alone", "places": [2, 1]}],
    ),
    Played(
        "A-9 (a) a tile that is announced stays unlaid (V-22.7)",
        TWO,
        {"board": ROW, "critters": ["P2 1,0:L"], "resources": {"P1": "LLL"}},
        ["P1 B LD2@1,0 $LLL", "P2 resign", {"reason": "alone", "board 1,0": "L0", "resources": ["", ""]}],
    ),
    Played(
        "A-9 (c) leaving ends T1 to T4, and all is collected (V-22.7)",
        THREE,
        {"board": ROW, "critters": ["P1 0,0:L", "P2 2,0:M"]},
        ["P1 timeout", {"resources": ["L", "", ""], "active": 1, "reason": None}, "P1 !resign"],
    ),
    Played(
        "A-9 (c) a question to a seat that leaves (V-22.7, V-28.5)",
        THREE,
        {"board": ROW, "critters": ["P2 1,0:L"], "resources": {"P1": "LLL"}},
        ["P1 B LD2@1,0 $LLL", "P2 resign", {"units": ["P2 0,0:L"], "asked": {}}],
    ),
    Played(
        "A-10 a colossal that comes to share loses a hit point, whoever moves (V-16.3)",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0"},
            "critters": ["P1 0,0:M", "P2 1,0:L colossal"],
            "powers": {"P1": "cooperative", "P2": "cooperative colossal"},
        },
        ["P1 M 0,0:M>0,0:L", {"units": ["P1 0,0:L", "P2 1,0:L"], "hands": [19, 18]}],
    ),
    Played(
        "A-11 landslide: X is never a target, one target needs no die (V-16.15)",
        TWO,
        SLOPE,
        [
            "P1 !V 0,0/0 $LLLLL P=L2a slide=-1,0",
            "P1 !V 0,0/0 $LLLLL P=L2a slide=1,0>2,0",
            "P1 V 0,0/0 $LLLLL P=L2a slide=1,0",
            {"asked": {"P2": ["e 2,0:M>3,0:M $L", "e 2,0:M>-"]}},
            "P2 e 2,0:M>3,0:M $L",
            {"board 1,0": "L0", "board 2,0": "MD0/LD0", "units": ["P1 2,0:D", "P2 3,0:M"]},
        ],
    ),
    Played(
        "A-12 all migrations or none (V-22.1)",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0", "0,1": "L0", "-1,0": "M0", "-1,1": "M0", "2,0": "D0"},
            "critters": ["P1 0,0:L", "P1 0,0:M"],
            "resources": {"P1": "DDD"},
        },
        [
            "P1 !B L0@0,0 $DDD m 0,0:L>1,0:L",
            "P1 !B L0@0,0 $DDD m 0,0:M>-1,0:M m 0,0:L>1,0:L",
            "P1 B L0@0,0 $DDD m 0,0:L>1,0:L m 0,0:M>-1,1:M",
            {"units": ["P1 -1,1:M", "P1 1,0:L"]},
        ],
    ),
    Played(
        "A-12 with none they are asked at once, in the order L, M, D (V-22.1)",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0", "0,1": "L0", "-1,0": "M0", "-1,1": "M0", "2,0": "D0"},
            "critters": ["P1 0,0:M", "P1 0,0:L"],
            "resources": {"P1": "DDD"},
        },
        [
            "P1 B L0@0,0 $DDD",
            {"asked": {"P1": ["m 0,0:L>0,1:L", "m 0,0:L>1,0:L"]}},
            "P1 m 0,0:L>0,1:L",
            {"asked": {"P1": ["m 0,0:M>-1,0:M", "m 0,0:M>-1,1:M"]}},
            "P1 m 0,0:M>-1,0:M",
            {"units": ["P1 -1,0:M", "P1 0,1:L"]},
        ],
    ),
    Played(
        "A-13 what is spent on the first is gone for the second (V-7.5, V-14.7)",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0", "-1,0": "M0", "1,-1": "D0/D0/lava", "0,-1": "D0/D0", "2,-1": "D0/D0"},
            "critters": ["P2 0,0:M", "P2 0,0:L"],
            "resources": {"P2": "D"},
            "flows": ["P1 lava 1,-1 1,0 0,-1 2,-1"],
        },
        ["P2 e 0,0:L>1,0:L $D", {"units": ["P2 1,0:L"], "asked": {}}],
    ),
    Played(
        "A-14 hot tiles that cool together (V-13.7, V-14.14)",
        {"players": 2, "hot_tiles": "cool_together"},
        {
            "board": {"0,0": "LM0/volcano", "1,0": "L0"},
            "critters": ["P2 1,0:L"],
            "hidden": ["0,0"],
            "flows": ["P1 volcano 0,0"],
        },
        [
            {"board 0,0": "LM0/volcano", "board 1,0": "L0/lava", "units": []},
            "P1 E",
            "P1 R +M",
            "P2 D 1",
            {"board 0,0": "LM0/volcano", "board 1,0": "L0/lava", "board 2,0": "lava"},
            "P2 E",
            "P2 R +M",
            "P2 O 0,0/0",
            {"board 0,0": "LM0", "board 1,0": "L0", "board 2,0": "soil", "hidden": []},
        ],
    ),
    Played(
        "A-15 pooled lava vanishes on land (V-14.8)",
        {"players": 2, "pooled_lava": "vanish"},
        {
            "board": PIT,
            "critters": ["P1 1,0:M"],
            "flows": ["P1 lava 0,0"],
        },
        [{"flows": ["P1 cooling 0,0"]}, "P1 E", {"board 0,0": "L0", "flows": ["P1 ended 0,0"]}],
    ),
    Played(
        "X-11c pooled lava hardens (V-14.8)",
        TWO,
        {"board": PIT, "critters": ["P1 1,0:M"], "flows": ["P1 lava 0,0"]},
        [{"flows": ["P1 cooling 0,0"]}, "P1 E", {"board 0,0": "L0/soil"}],
    ),
    Played(
        "A-17 erosion comes first (V-16.7)",
        TWO,
        {
            "board": {"0,0": "L0/M0", "1,0": "M0/LM0", "4,0": "D0"},
            "critters": ["P1 4,0:D"],
            "powers": {"P1": "erosion"},
        },
        ["P1 C 0,0:M", "P1 !X 1,0", {"legal P1 X": []}],
    ),
    Played(
        "V-16.7, V-1.12 an uno of a held biome stays, and what erodes leaves the game",
        TWO,
        {
            "board": {"0,0": "L0/M0", "1,0": "M0/LM0", "2,0": "M0/M0", "4,0": "D0"},
            "critters": ["P1 1,0:M", "P2 1,0:L"],
            "powers": {"P1": "erosion"},
        },
        [{"legal P1 X": ["X 2,0"]}, "P1 X 2,0", {"board 2,0": "M0", "removed": ["M"]}, "P1 !X 2,0"],
    ),
    Played(
        "A-18 only single critters join (V-2.13, V-16.11)",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0", "1,-1": "L0", "-1,0": "M0"},
            "critters": ["P1 0,0:M*2", "P1 1,0:L", "P1 1,-1:L"],
            "powers": {"P1": "pack"},
        },
        [
            "P1 !M 0,0:M>1,0:L+",
            "P1 !M 0,0:M>1,0:L+*1",
            "P1 !M 0,0:M>-1,0:M*2",
            "P1 M 1,-1:L>1,0:L+",
            {"units": ["P1 0,0:M*2", "P1 1,0:L*2"], "step": 2},
        ],
    ),
    Played(
        "A-19 a sea critter on Z may divert, and is asked once (V-16.14)",
        {"players": 2, "lava_prefers_land": "off"},
        {
            "board": {"0,0": "L0/lava", "1,0": "M0/M0", "0,-1": "M0/M0", "1,-1": "M0/M0", "4,0": "D0"},
            "sea": ["P2 0,1"],
            "powers": {"P2": "diversion"},
            "flows": ["P1 lava 0,0"],
            "counter": 0,
        },
        ["P1 D 1", {"asked": {"P2": ["d n", "d y"]}}, "P2 d n", {"sea": {}, "board 0,1": "lava"}],
    ),
    Played(
        "A-21, V-19.8 a power of the final turn serves the next volcano (V-13.4)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "5,0": "M0", "5,1": "M0"},
            "critters": ["P1 2,0:L", "P2 5,0:M"],
            "resources": {"P1": "LLL", "P2": "LLLLLMMMMM"},
            "powers": {"P1": "lateral"},
            "supply": {"L": 1},
        },
        [
            "P1 B L0@0,0 $LLL",
            "P1 E",
            "P2 !V 0,0/0 $LLLLL P=L1a arc=0",
            "P2 V 0,0/0 $LLLLL P=L1a",
            "P2 V 1,0/0 $MMMMM P=L2a arc=0",
        ],
    ),
    Played(
        "A-22 a turn without anything to do passes (V-4.5, V-24.4)",
        {"players": 2, "sacrifices": "off"},
        {"board": {"0,0": "L0", "1,0": "L0"}, "critters": ["P1 0,0:L", "P1 1,0:L"], "powers": {"P1": "herding"}},
        ["P1 E", {"active": 1, "asked": {"P2": ["R +L", "R +M", "R +D"]}}, "P2 R +D", {"active": 0}],
    ),
    Played(
        "A-25 a short supply: one type of relief is not asked (V-3.7, V-12.6, V-22.3)",
        {"players": 2, "sacrifices": "off"},
        {
            "board": {"0,0": "L0", "1,0": "L0"},
            "critters": ["P1 0,0:L", "P1 1,0:L"],
            "powers": {"P1": "herding"},
            "bank": "LM",
        },
        ["P1 E", {"resources": ["L", "M"], "active": 0}],
    ),
    Played(
        "A-27 a frozen colossal under lava (V-19.16)",
        TWO,
        LAVA_ON_COLOSSAL | {"frozen": ["1,0"]},
        [{"units": [], "hands": [20, 21]}],
    ),
    Played(
        "A-28 and V-16.24 limited powers at quiet points (V-22.8)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "5,0": "M0", "6,0": "M0"},
            "critters": ["P1 0,0:L", "P2 5,0:M"],
            "powers": {"P2": "plates"},
        },
        [
            "P2 !T 1,0>3",
            "P2 !T 6,0>3",
            "P1 !T 0,0>3",
            "P2 T 5,0>00",
            {"units": ["P1 0,0:L", "P2 7,0:M"], "active": 0},
            "P2 !T 7,0>0",
        ],
    ),
    Played(
        "X-14 plates stop where islands touch (V-2.12, V-16.13)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "0,1": "L0", "3,0": "M0", "4,0": "M0", "9,0": "D0"},
            "critters": ["P1 0,0:L", "P2 9,0:D"],
            "powers": {"P2": "plates"},
        },
        ["P2 T 0,0>00", {"units": ["P1 1,0:L", "P2 9,0:D"], "board 2,0": "L0"}],
    ),
    Played(
        "A-29 marks on hexes that move go with them (V-14.13)",
        {"players": 2, "lava_prefers_land": "on"},
        {
            "board": {"0,0": "L0/M0/lava", "1,0": "L0", "0,1": "D0", "9,0": "D0"},
            "critters": ["P2 9,0:D", "P1 0,1:D"],
            "powers": {"P2": "plates"},
            "flows": ["P1 armed 0,0 1,0"],
        },
        ["P2 T 0,0>3", {"visited": [["-1,0", "0,0"]], "flows": ["P1 armed -1,0"]}],
    ),
    Played(
        "A-30 lava that meets an armed volcano (V-14.4)",
        TWO,
        {
            "board": {"0,0": "L0/M0/D0/lava", "1,0": "L0/volcano", "9,0": "D0"},
            "critters": ["P1 9,0:D"],
            "flows": ["P1 lava 0,0", "P2 armed 1,0"],
        },
        [{"board 0,0": "L0/M0/D0", "board 1,0": "L0/volcano", "flows": ["P1 ended 0,0", "P2 armed 1,0"]}],
    ),
    Played(
        "A-34 no bomb where nobody stands (V-16.18)",
        TWO,
        {
            "board": {"0,0": "L0", "9,0": "D0"},
            "critters": ["P1 9,0:D"],
            "powers": {"P1": "magma"},
            "resources": {"P1": "LLLLL"},
        },
        ["P1 V 0,0/0 $LLLLL P=L2a", {"asked": {}, "step": 3}],
    ),
    Played(
        "A-40 to A-46 one way to write everything (V-23.1 to V-23.3)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "LM0", "0,1": "L0"},
            "critters": ["P1 0,0:L*2"],
            "powers": {"P1": "pack flying"},
            "resources": {"P1": "LLLMMM"},
        },
        [
            "P1 !M 0,0:L>0,1:L *1",
            "P1 !M 0,0:L>0,1:L*2",
            "P1 !M 00,0:L>0,1:L",
            "P1 !M -0,0:L>0,1:L",
            "P1 !F 0,0:L>1,0:M*2",
            "P1 !B L1@0,1 $LLL",
            "P1 !B LM3@0,1 $MML",
            "P1 !B L0@0,1 $LLL ",
            "P1 !V 0,1/0 $LLLMMM P=-",
            "P1 !V 1,0/6 $LLLMMM P=L2b",
            "P1 !undo",
            "P1 F 0,0:L>1,0:M*1",
            {"units": ["P1 0,0:L", "P1 1,0:M"]},
            "P1 undo",
            {"units": ["P1 0,0:L*2"]},
            "P1 M 0,0:L>0,1:L*1",
            {"units": ["P1 0,0:L", "P1 0,1:L"]},
        ],
    ),
]
