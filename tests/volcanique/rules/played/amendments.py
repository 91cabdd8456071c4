"""Played examples: the amendments up to A-15."""

from tests.volcanique.rules.played.example import (
    COLOSSAL,
    PIT,
    ROW,
    SLOPE,
    THREE,
    TWO,
    Played,
)

AMENDMENTS: list[Played] = [
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
        "A-12 the builder decides about two owners on one sector (V-7.4, V-22.1)",
        TWO | {"migration_chooser": "builder"},
        {
            "board": ROW,
            "critters": ["P1 1,0:L", "P2 1,0:L"],
            "powers": {"P1": "cooperative", "P2": "cooperative"},
            "resources": {"P1": "LLL"},
        },
        ["P1 B LD2@1,0 $LLL m 1,0:L>2,0:L m 1,0:L>0,0:L", {"units": ["P1 2,0:L", "P2 0,0:L"]}],
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
        "A-14 hot tiles that cool together, and their secret comes out last (V-13.7, V-14.14, V-28.4)",
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
]
