"""Played examples: what V-13 to V-18 say without an example of their own."""

from tests.volcanique.rules.played.example import (
    APART,
    REACH,
    ROW,
    STANDING,
    THREE,
    TWO,
    Played,
)

VOLCANOES_AND_POWERS: list[Played] = [
    Played(
        "V-13.2, V-13.5 a volcano is the tile of the turn, and nobody migrates",
        TWO,
        {"board": ROW, "critters": ["P2 1,0:L", "P1 2,0:M"], "resources": {"P1": "LLLLLMM"}},
        ["P1 V 1,0/0 $LLLLL P=L1a", {"asked": {}, "units": ["P1 2,0:M"]}, "P1 !B LM3@0,0 $MM"],
    ),
    Played(
        "V-17.2 soil is always allowed",
        THREE,
        {
            "board": {"0,0": "L0", "1,0": "LM2", "2,0": "soil", "8,0": "M0"},
            "critters": ["P1 0,0:L", "P2 8,0:M"],
            "resources": {"P1": "LLLMMM"},
        },
        ["P1 !B L0@1,0 $LLL", "P1 B M0@2,0 $MMM"],
    ),
    Played(
        "V-17.1 with two players everything is",
        TWO,
        {"board": {"0,0": "L0", "1,0": "LM2", "8,0": "M0"}, "critters": STANDING[:1], "resources": {"P1": "LLLMMM"}},
        ["P1 B L0@1,0 $LLL"],
    ),
    Played(
        "V-18.4 no objective without critters on land",
        {"players": 2, "bonus_tallest": "on", "bonus_largest": "on", "bonus_diversified": "on"},
        {"board": {"0,0": "L0/L0", "1,0": "M0", "5,0": "M0"}, "critters": ["P1 0,0:L"], "sea": ["P2 4,0"]},
        [{"scores": [7, 0]}],
    ),
    Played(
        "A-11 a slide that the lateral eruption prevents (V-16.15)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0/L0", "2,0": "M0", "5,0": "D0"},
            "critters": ["P1 5,0:D"],
            "powers": {"P1": "lateral landslide"},
            "resources": {"P1": "LLLLL"},
        },
        [
            "P1 V 0,0/0 $LLLLL P=L2b arc=0 slide=1,0",
            "P1 D 1",
            {"board 1,0": "L0/L0/volcano", "board 2,0": "M0", "asked": {}, "step": 3},
        ],
    ),
    Played(
        "A-2 no limit of colossal critters (V-16.3)",
        {"players": 2, "colossal_limit": 0},
        {
            "board": {"0,0": "L0", "2,0": "M0", "5,0": "M0"},
            "critters": ["P1 0,0:L colossal", "P1 2,0:M", "P2 5,0:M"],
            "powers": {"P1": "colossal"},
            "resources": {"P1": "LLLL"},
        },
        ["P1 U 2,0:M $LLLL", {"units": ["P1 0,0:L colossal", "P1 2,0:M colossal", "P2 5,0:M"]}],
    ),
    Played(
        "V-15.4 without powers a piece goes onto the track",
        {"players": 2, "powers": "off"},
        {"board": APART, "critters": STANDING[1:], "resources": {"P1": "LLLLL"}},
        ["P1 !V 0,0/0 $LLLLL P=L1a", "P1 V 0,0/0 $LLLLL P=-", {"activations": [1, 0], "hands": [20, 20]}],
    ),
    Played(
        "V-15.6 whoever holds all slots unlocks nothing, and scores",
        TWO,
        {
            "board": APART,
            "critters": STANDING[1:],
            "resources": {"P1": "LLLLL"},
            "powers": {"P1": "agile bountiful colossal cooperative crafty diversion erosion exalted extra"},
        },
        ["P1 !V 0,0/0 $LLLLL P=L1a", "P1 V 0,0/0 $LLLLL P=-", {"activations": [10, 0], "hands": [11, 20]}],
    ),
    Played(
        "V-16.2 two moves, and onto a connecting tile",
        TWO,
        {"board": REACH, "critters": ["P1 -1,0:M"], "powers": {"P1": "agile"}},
        ["P1 M -1,0:M>0,0:L", {"step": 1}, "P1 M 0,0:L>1,0:L", {"step": 2}],
    ),
    Played(
        "V-16.4 Bountiful resources keep seven",
        TWO,
        {"board": APART, "critters": STANDING, "resources": {"P1": "LLLLMMMM"}, "powers": {"P1": "bountiful"}},
        ["P1 E", "P1 !R -LLL", "P1 R -LL", {"resources": ["LLLMMMM", ""]}],
    ),
    Played(
        "V-16.9 Extra bountiful resources keep eight, with Bountiful as well",
        TWO,
        {"board": APART, "critters": STANDING, "resources": {"P1": "LLLLMMMM"}, "powers": {"P1": "bountiful extra"}},
        ["P1 E", "P1 R -M", {"resources": ["LLLLLMMM", ""]}],
    ),
    Played(
        "V-17.3 the player to the left, and whoever holds as many biomes as the option says",
        THREE | {"left_threshold": 3},
        {
            "board": {"0,0": "LMD0", "1,0": "L0", "0,1": "M0", "5,0": "M0", "6,0": "M0"},
            "critters": ["P3 0,0:L", "P3 0,0:M", "P3 0,0:D", "P2 5,0:M"],
            "resources": {"P1": "LLLLMMMM"},
        },
        ["P1 !B L0@1,0 $LLLL", "P1 B L0@0,0 $LLLL"],
    ),
    Played(
        "V-17.5 where nobody could be built on, everything is allowed",
        THREE,
        {
            "board": {"0,0": "L0", "1,0": "L0", "5,0": "D0"},
            "critters": ["P1 0,0:L", "P3 5,0:D"],
            "resources": {"P1": "LLL"},
        },
        ["P1 B L0@1,0 $LLL"],
    ),
]
