"""Played examples: what V-19 and V-20 say of ends and points without an example of their own."""

from tests.volcanique.rules.played.example import (
    APART,
    SHARED,
    STANDING,
    THREE,
    TWO,
    Played,
)

ENDS: list[Played] = [
    Played(
        "V-19.9, V-24.5 whoever triggers the end buys no points",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "9,0": "M0"},
            "critters": ["P1 0,0:L", "P2 9,0:M"],
            "resources": {"P1": "LLLMMM"},
            "supply": {"L": 1},
        },
        ["P1 B L0@1,0 $LLL", {"trigger": ["land", 0], "mode": "normal"}, "P1 !Q $MMM"],
    ),
    Played(
        "V-20.3 who shares a biome scores its edges in full",
        TWO,
        {"board": {"0,0": "LM0", "1,0": "L0"}, "critters": ["P1 0,0:L", "P2 1,0:L"], "powers": SHARED},
        [{"scores": [3, 4]}],
    ),
    Played(
        "A-35 sixty rounds are enough (V-19.6, V-28.7)",
        TWO,
        {"board": APART | {"2,0": "D0"}, "critters": STANDING, "turns": 118},
        ["P1 E", {"reason": None}, "P2 E", {"reason": "stall", "places": [1, 1]}],
    ),
    Played(
        "A-20 of two triggers in a turn the first counts (V-19.1 to V-19.3)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "5,0": "M0", "7,0": "D0"},
            "critters": ["P1 0,0:L*20", "P2 5,0:M"],
            "resources": {"P1": "LLL"},
            "supply": {"L": 1},
        },
        [
            "P1 B L0@1,0 $LLL",
            {"trigger": ["land", 0]},
            "P1 C 7,0:D",
            {"trigger": ["land", 0], "hands": [0, 20]},
        ],
    ),
    Played(
        "A-20 the hand is empty after an action of the own turn (V-19.1 to V-19.3)",
        TWO,
        {"board": {"0,0": "L0", "5,0": "M0", "7,0": "D0"}, "critters": ["P1 0,0:L*20", "P2 5,0:M"]},
        ["P1 C 7,0:D", {"trigger": ["critters", 0]}, "P1 K 7,0:D", {"trigger": ["critters", 0]}],
    ),
    Played(
        "A-31 the super volcano of a seat that has left (V-19.10)",
        THREE | {"engagement": "free"},
        {
            "board": {"0,0": "L0", "1,0": "L0", "5,0": "M0", "7,0": "D0", "9,0": "D0", "9,1": "L0", "5,1": "L0"},
            "critters": ["P1 7,0:D", "P2 5,0:M", "P3 9,0:D"],
            "resources": {"P1": "LLLLL"},
            "powers": {"P1": "agile super"},
        },
        [
            "P1 V 0,0/0 $LLLLL P=L2b super",
            "P1 resign",
            {"active": 1, "mode": "final"},
            "P2 E",
            "P3 E",
            {"mode": "cool", "flows": ["P1 volcano 0,0", "P1 volcano 1,0"]},
        ],
    ),
    Played(
        "V-20.4 of equal points more critters on land are the better place",
        {"players": 2, "stall_rounds": 2},
        {
            "board": {"0,0": "L0", "2,0": "D0", "5,0": "M0", "6,0": "M0"},
            "critters": ["P1 0,0:L", "P1 2,0:D", "P2 5,0:M"],
        },
        ["P1 E", "P2 E", "P1 E", "P2 E", {"reason": "stall", "scores": [2, 2], "places": [1, 2]}],
    ),
]
