"""Played examples: what V-1 to V-12 say without an example of their own."""

from tests.volcanique.rules.played.example import (
    APART,
    ROW,
    SHARED,
    STANDING,
    THREE,
    TWO,
    Played,
)

MOVES_AND_TILES: list[Played] = [
    Played(
        "V-4.4, V-12.5 buying is optional, and the cap holds at the end of a turn",
        TWO,
        {"board": APART, "critters": STANDING, "resources": {"P1": "LLLLMMMM"}},
        ["P1 E", {"resources": ["LLLLLMMMM", ""]}, "P1 R -LLL", {"resources": ["LLMMMM", ""], "active": 1}],
    ),
    Played(
        "V-5.4, V-2.11 the destination tile may hold other critters",
        TWO,
        {"board": {"0,0": "L0", "1,0": "LM2", "8,0": "D0"}, "critters": ["P1 0,0:L", "P2 1,0:M"]},
        ["P1 M 0,0:L>1,0:L", {"units": ["P1 1,0:L", "P2 1,0:M"]}],
    ),
    Played(
        "V-7.2 soil without land beside it",
        TWO,
        {"board": {"0,0": "L0", "1,0": "L0", "5,0": "soil"}, "critters": ["P1 0,0:L"], "resources": {"P1": "LLL"}},
        ["P1 !B L0@5,0 $LLL", "P1 B L0@1,0 $LLL"],
    ),
    Played(
        "V-7.6, V-7.8, V-8.1 a split: the new tile is no destination and can be claimed, as what nobody holds",
        TWO,
        {"board": ROW, "critters": ["P2 1,0:L"], "resources": {"P1": "LLL"}},
        [
            "P1 B LD2@1,0 $LLL",
            {"asked": {"P2": ["m 1,0:L>0,0:L", "m 1,0:L>2,0:L"]}},
            "P2 m 1,0:L>0,0:L",
            {"legal P1 C": ["C 1,0:D", "C 2,0:L", "C 2,0:M"]},
            "P1 C 1,0:D",
        ],
    ),
    Played(
        "V-8.5, V-8.6, V-8.8 who erodes wins the join, and nobody migrates",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0/M0", "2,0": "L0", "3,0": "L0"},
            "critters": ["P1 0,0:L", "P2 2,0:L"],
            "powers": {"P1": "erosion"},
        },
        ["P1 X 1,0", {"units": ["P1 0,0:L"], "asked": {}}],
    ),
    Played(
        "V-8.7 two joins at once are two conflicts",
        THREE | {"engagement": "free"},
        {
            "board": {"0,0": "M0", "1,0": "L0", "-1,1": "L0", "-1,0": "D0", "1,-1": "D0"},
            "critters": ["P1 1,0:L", "P2 -1,1:L", "P2 -1,0:D", "P3 1,-1:D"],
            "resources": {"P1": "LL"},
        },
        ["P1 B LD0@0,0 $LL", {"units": ["P1 1,0:L", "P2 -1,0:D"]}],
    ),
    Played(
        "V-9.2, V-9.3 any free tile is claimed, one claim after the other, or none",
        TWO,
        {"board": {"0,0": "L0", "1,0": "L0", "3,0": "D0", "5,0": "M0"}, "critters": ["P2 5,0:M"]},
        ["P1 C 0,0:L", "P1 !C 1,0:L", "P1 E", {"active": 1, "legal P2 C": ["C 3,0:D"]}],
    ),
    Played(
        "V-10.5, V-11.5, V-11.6, V-16.8 an island gives the crater back, is claimed, and may be the last land",
        TWO,
        {
            "board": {"0,0": "L0", "9,0": "M0"},
            "critters": ["P1 0,0:L", "P2 9,0:M"],
            "craters": {"P1": 3},
            "powers": {"P1": "exalted"},
            "supply": {"L": 1, "LM": 1, "LMD": 1},
        },
        [
            {"hands": [16, 20]},
            "P1 I L0@2,0 LM0@3,0 LMD0@3,1 $",
            {"trigger": ["land", 0], "craters": [0, 0], "hands": [19, 20]},
            "P1 C 2,0:L",
        ],
    ),
    Played(
        "V-10.6, V-20.2 what scores: not the sea, not the hand",
        TWO,
        {
            "board": APART,
            "critters": STANDING,
            "craters": {"P1": 2},
            "powers": {"P1": "exalted", "P2": "sea"},
            "sea": ["P2 6,0"],
            "resources": {"P1": "LLL"},
        },
        [{"scores": [6, 2]}],
    ),
    Played(
        "V-7.4 the builder decides where others migrate",
        {"players": 2, "migration_chooser": "builder"},
        {"board": ROW, "critters": ["P2 1,0:L", "P1 2,0:M"], "resources": {"P1": "LLL"}},
        [
            "P1 B LD2@1,0 $LLL",
            {"asked": {"P1": ["m 1,0:L>0,0:L", "m 1,0:L>2,0:L"]}},
            "P2 !m 1,0:L>0,0:L",
            "P1 m 1,0:L>2,0:L",
            {"units": ["P1 2,0:M", "P2 2,0:L"]},
        ],
    ),
    Played(
        "V-8.4 who cooperates with the winner stays",
        THREE | {"engagement": "free"},
        {
            "board": {"0,0": "M0", "1,0": "L0", "-1,1": "L0", "0,-1": "L0"},
            "critters": ["P1 1,0:L", "P2 -1,1:L", "P3 0,-1:L"],
            "powers": {"P1": "cooperative", "P3": "cooperative"},
            "resources": {"P1": "LLL"},
        },
        ["P1 B L0@0,0 $LLL", {"units": ["P1 1,0:L", "P3 0,-1:L"]}],
    ),
    Played(
        "A-23, A-33 the buy step ends when no item may be bought; there is no land after the last (V-4.2)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "2,0": "D0", "5,0": "M0"},
            "critters": ["P1 0,0:L", "P2 5,0:M"],
            "resources": {"P1": "LLL", "P2": "LLL"},
            "supply": {"L": 1},
        },
        ["P1 B L0@1,0 $LLL", {"step": 3}, "P1 E", {"mode": "final"}, "P2 !B L0@0,0 $LLL", "P2 Q $LLL", {"step": 2}],
    ),
    Played(
        "A-16 points and purchases in any order in a final turn (V-4.2, V-19.7)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "5,0": "M0"},
            "critters": ["P1 2,0:L", "P2 5,0:M"],
            "resources": {"P1": "LLL", "P2": "LLLMMMMMM"},
            "supply": {"L": 1},
        },
        [
            "P1 B L0@0,0 $LLL",
            "P1 E",
            "P2 Q $LLL",
            "P2 V 1,0/0 $MMMMM P=L1a",
            {"step": 2, "points": [0, 1]},
            "P2 C 0,0:L",
            "P2 !Q $MMM",
        ],
    ),
    Played(
        "V-4.3, V-28.17 lava at the end of a turn",
        {"players": 2, "lava_timing": "end"},
        {
            "board": {"0,0": "L0/volcano", "1,0": "L0", "9,0": "D0"},
            "critters": ["P1 9,0:D"],
            "flows": ["P1 volcano 0,0"],
        },
        [
            {"board 0,0": "L0/volcano"},
            "P1 E",
            {"board 0,0": "L0", "board 1,0": "L0/lava", "active": 1, "resources": ["D", ""]},
        ],
    ),
    Played(
        "V-5.5 frozen critters stay, and nobody goes to frozen hexes",
        TWO,
        {"board": ROW, "critters": ["P1 2,0:L", "P2 0,0:L"], "frozen": ["0,0"], "powers": SHARED},
        ["P1 !M 2,0:L>0,0:L", "P1 M 2,0:L>1,0:L", "P1 E", "P2 !M 0,0:L>2,0:L"],
    ),
    Played(
        "V-6.4 high stacks erupt for less",
        {"players": 2, "unstable_volcano": "on"},
        {"board": APART | {"0,0": "L0/L0/L0/L0"}, "critters": STANDING[1:], "resources": {"P1": "LLLLM"}},
        ["P1 !V 5,0/0 $LLLL P=L1a", "P1 V 0,0/0 $LLLL P=L1a"],
    ),
]
