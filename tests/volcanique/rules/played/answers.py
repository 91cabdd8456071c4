"""Played examples: what V-22 to V-28 say of questions and further decisions."""

from tests.volcanique.rules.played.example import (
    PIT,
    REACH,
    ROW,
    STANDING,
    THREE,
    TWO,
    Played,
)

ANSWERS: list[Played] = [
    Played(
        "V-28.3 an uno has no secret that comes out",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "M0", "5,0": "D0"},
            "critters": ["P1 5,0:D"],
            "resources": {"P1": "LLLLL"},
        },
        ["P1 V 0,0/0 $LLLLL P=L1a", "P1 E", {"board 0,0": "L0", "board 1,0": "M0/lava", "asked": {}}],
    ),
    Played(
        "V-28.8 a colossal counts as two pieces",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0", "2,0": "LM3"},
            "critters": ["P1 0,0:M colossal", "P1 2,0:M", "P2 1,0:L"],
            "resources": {"P1": "LL"},
        },
        ["P1 B LD0@1,0 $LL", "P2 ~m 1,0:L>2,0:L", {"units": ["P1 0,0:M colossal", "P1 2,0:M", "P2 2,0:L"]}],
    ),
    Played(
        "V-28.9, V-28.19 an own colossal on the hex of an own volcano is asked about, whatever the policy",
        TWO,
        {
            "board": ROW,
            "critters": ["P1 1,0:L colossal"],
            "powers": {"P1": "colossal"},
            "resources": {"P1": "LLLLL"},
        },
        [
            "P1 V 1,0/0 $LLLLL P=L2a",
            {"asked": {"P1": ["c 1,0:L>0,0:L", "c 1,0:L>2,0:L"]}},
            "P1 ~-",
            "P1 c 1,0:L>2,0:L",
            {"units": ["P1 2,0:L"]},
        ],
    ),
    Played(
        "V-28.11 a colossal takes over no colossal",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0", "5,0": "D0"},
            "critters": ["P1 0,0:M colossal", "P2 1,0:L colossal"],
            "powers": {"P1": "cooperative"},
        },
        ["P1 !M 0,0:M>0,0:L"],
    ),
    Played(
        "V-28.12 the active player bombs with a power held before",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "M0", "5,0": "D0"},
            "critters": ["P1 5,0:D", "P2 1,0:M"],
            "powers": {"P1": "magma"},
            "resources": {"P1": "LLLLL"},
        },
        ["P1 V 0,0/0 $LLLLL P=L2a", {"asked": {"P1": ["b n", "b y"]}}],
    ),
    Played(
        "V-28.12 and not with one that this volcano unlocks",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "M0", "5,0": "D0"},
            "critters": ["P1 5,0:D", "P2 1,0:M"],
            "powers": {"P1": "agile", "P2": "agile magma"},
            "resources": {"P1": "LLLLL"},
        },
        ["P1 V 0,0/0 $LLLLL P=L2a", {"asked": {"P2": ["b n", "b y"]}}, "P2 b n", {"asked": {}, "step": 3}],
    ),
    Played(
        "V-28.13 what can be taken back",
        TWO,
        {"board": {"0,0": "L0", "1,0": "M0", "5,0": "M0"}, "critters": STANDING, "resources": {"P2": "LLL"}},
        [
            "P1 C 1,0:M",
            "P1 undo",
            {"legal P1 C": ["C 1,0:M"]},
            "P1 !undo",
            "P1 C 1,0:M",
            "P1 E",
            "P1 !undo",
            "P2 !undo",
        ],
    ),
    Played(
        "V-28.13 a forced pass ends the turn, and stays, also while something is to be discarded",
        TWO,
        {"board": {"0,0": "L0"}, "critters": ["P1 0,0:L"], "frozen": ["0,0"], "resources": {"P1": "LLLMMDD"}},
        ["P1 K!", "P1 !undo", "P1 R -L", {"active": 1, "craters": [1, 0]}, "P1 !undo 2"],
    ),
    Played(
        "V-28.14 the bonus of a seat that has left",
        {"players": 3, "bonus_resources": 3},
        {},
        ["P1 E", "P2 resign", {"resources": ["LLMMDD", "LLMMDD", "LMD"], "active": 2}],
    ),
    Played(
        "V-22.2 owners are asked together, and may answer in any order",
        THREE | {"engagement": "free"},
        {
            "board": {"0,0": "LM0", "1,0": "L0", "0,1": "L0", "-1,0": "M0", "-1,1": "M0", "2,0": "D0"},
            "critters": ["P1 2,0:D", "P2 0,0:L", "P3 0,0:M"],
            "resources": {"P1": "DDD"},
        },
        [
            "P1 B L0@0,0 $DDD",
            {
                "asked": {
                    "P2": ["m 0,0:L>0,1:L", "m 0,0:L>1,0:L"],
                    "P3": ["m 0,0:M>-1,0:M", "m 0,0:M>-1,1:M"],
                }
            },
            "P3 m 0,0:M>-1,1:M",
            "P2 m 0,0:L>1,0:L",
            {"units": ["P1 2,0:D", "P2 1,0:L", "P3 -1,1:M"], "asked": {}},
        ],
    ),
    Played(
        "A-24 the rotation under a second volcano is not asked for an uno (V-24.2)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "M0", "0,1": "M0", "-1,1": "M0", "-1,0": "M0", "5,0": "D0"},
            "critters": ["P1 5,0:D"],
            "powers": {"P1": "lateral"},
            "resources": {"P1": "LLLLL"},
        },
        ["P1 V 0,0/0 $LLLLL P=L2a arc=0", "P1 D 1", {"board 1,0": "M0/volcano", "asked": {}, "step": 3}],
    ),
    Played(
        "V-22.5 the rules flee and pay with what is held most",
        TWO,
        {
            "board": {"0,0": "LM0", "1,0": "L0", "-1,0": "M0", "1,-1": "D0/D0/lava", "0,-1": "D0/D0", "2,-1": "D0/D0"},
            "critters": ["P2 0,0:L"],
            "resources": {"P2": "MDD"},
            "flows": ["P1 lava 1,-1 1,0 0,-1 2,-1"],
        },
        ["P2 ~e 0,0:L>1,0:L $D", {"units": ["P2 1,0:L"], "resources": ["", "MD"]}],
    ),
    Played(
        "V-22.5 the rules throw a bomb where only others can be hit",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "M0", "5,0": "D0"},
            "critters": ["P1 1,0:M", "P2 5,0:D"],
            "powers": {"P2": "magma"},
            "resources": {"P1": "LLLLL"},
        },
        ["P1 V 0,0/0 $LLLLL P=L1a", "P2 ~b y"],
    ),
    Played(
        "V-22.5 and keep it where one of their own stands",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "M0", "0,1": "D0"},
            "critters": ["P1 1,0:M", "P2 0,1:D"],
            "powers": {"P2": "magma"},
            "resources": {"P1": "LLLLL"},
        },
        ["P1 V 0,0/0 $LLLLL P=L1a", "P2 ~b n", {"asked": {}, "step": 3}],
    ),
    Played(
        "V-28.6 a limited power counts as something to do, even if nothing can be done with it",
        {"players": 2, "sacrifices": "off"},
        {
            "board": {"0,0": "L0", "4,0": "L0"},
            "critters": ["P1 0,0:L", "P1 4,0:L"],
            "powers": {"P2": "rift"},
        },
        [{"active": 1, "asked": {}}, "P2 E"],
    ),
    Played(
        "V-28.22 with auto_end a turn ends when nothing is left to do, limited powers or not",
        {"players": 2, "sacrifices": "off", "auto_end": "on"},
        {
            "board": {"0,0": "L0", "4,0": "L0", "6,0": "D0"},
            "critters": ["P1 0,0:L", "P1 4,0:L"],
            "powers": {"P2": "rift"},
        },
        ["P1 C 6,0:D", {"active": 1, "asked": {"P2": ["R +L", "R +M", "R +D"]}}],
    ),
    Played(
        "V-28.10 a critter joins by way of a connecting tile",
        TWO,
        {"board": REACH, "critters": ["P1 -1,0:M", "P1 1,0:L"], "powers": {"P1": "agile herding"}},
        ["P1 M -1,0:M>1,0:L+", {"units": ["P1 1,0:L*2"]}],
    ),
    Played(
        "V-28.10 and not by way of a frozen one",
        TWO,
        {"board": REACH, "critters": ["P1 -1,0:M", "P1 1,0:L"], "powers": {"P1": "agile herding"}, "frozen": ["0,0"]},
        ["P1 !M -1,0:M>1,0:L+"],
    ),
    Played(
        "V-28.15 the rules see where critters stood before the migrations that came with a tile",
        TWO,
        {
            "board": {"0,0": "LM0", "-1,0": "M0", "-1,1": "L0", "-2,1": "LM0"},
            "critters": ["P1 0,0:L", "P2 0,0:M"],
            "resources": {"P1": "LLL"},
        },
        ["P1 B L0@0,0 $LLL m 0,0:L>-2,1:L", "P2 ~m 0,0:M>-2,1:M", {"units": ["P1 -2,1:L", "P2 -2,1:M"]}],
    ),
    Played(
        "V-28.16 critters under a lateral eruption are gone before its tile is turned",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "LM0", "0,1": "M0", "-1,1": "M0", "-1,0": "M0", "5,0": "D0"},
            "critters": ["P1 5,0:D", "P2 1,0:L"],
            "powers": {"P1": "lateral"},
            "resources": {"P1": "LLLLL"},
        },
        [
            "P1 V 0,0/0 $LLLLL P=L2a arc=0",
            "P1 D 1",
            {"units": ["P1 5,0:D"], "asked": {"P1": [f"VR 1,0/{rotation}" for rotation in range(6)]}},
            "P1 VR 1,0/0",
            {"board 1,0": "LM0/volcano"},
        ],
    ),
    Played(
        "V-28.20 lava in a pit becomes soil where hot tiles stay, whatever the option says",
        {"players": 2, "pooled_lava": "vanish", "hot_tiles": "cool_together"},
        {"board": PIT, "critters": ["P1 1,0:M"], "flows": ["P1 lava 0,0"]},
        ["P1 E", {"board 0,0": "L0/soil"}],
    ),
]
