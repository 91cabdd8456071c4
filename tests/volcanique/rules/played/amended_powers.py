"""Played examples: the amendments from A-17 on."""

from tests.volcanique.rules.played.example import (
    LAVA_ON_COLOSSAL,
    TWO,
    Played,
)

AMENDED_POWERS: list[Played] = [
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
