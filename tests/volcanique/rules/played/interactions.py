"""Played examples: what two powers do together (V-16.25)."""

from tests.volcanique.rules.played.example import TWO, Json, Played

RICH: dict[str, object] = {"players": 2, "resources_per_type_per_player": 12}
SHORE = {"0,0": "LM0", "1,0": "L0", "9,0": "D0"}
FORMED: Json = {"board": SHORE, "critters": ["P1 0,0:L", "P1 1,0:L", "P2 0,0:M"]}
FOREIGN: Json = {"board": {"0,0": "LM0", "9,0": "D0"}, "critters": ["P1 0,0:L*2", "P2 0,0:M"]}
RING = {"1,0": "L0", "0,1": "L0", "-1,1": "L0", "-1,0": "L0", "0,-1": "L0", "1,-1": "L0"}
FROZEN_TARGET: Json = {
    "board": {"0,0": "L0/M0/volcano", "1,0": "D0", "0,1": "M0", "-1,1": "L0", "-1,0": "LM0", "9,0": "M0"},
    "critters": ["P2 1,0:D", "P1 9,0:M"],
    "powers": {"P2": "diversion"},
    "flows": ["P1 volcano 0,0"],
    "frozen": ["1,0"],
    "counter": 2,
}

INTERACTIONS: list[Played] = [
    Played(
        "V-16.25 Agile and Pack: the second move attacks with what the first has formed",
        TWO,
        FORMED | {"powers": {"P1": "agile pack"}},
        ["P1 M 1,0:L>0,0:L+", "P1 M 0,0:L>0,0:M", {"units": ["P1 0,0:M*2"], "step": 2}],
    ),
    Played(
        "V-16.25 Agile and Herding: the second move moves the herd, which does not attack",
        TWO,
        FORMED | {"powers": {"P1": "agile herding"}},
        ["P1 M 1,0:L>0,0:L+", "P1 !M 0,0:L>0,0:M", "P1 M 0,0:L>1,0:L", {"units": ["P1 1,0:L*2", "P2 0,0:M"]}],
    ),
    Played(
        "V-16.25 Agile and Flying: one of two moves is a flight",
        TWO,
        {
            "board": {"0,0": "L0", "5,0": "LD0", "9,0": "M0"},
            "critters": ["P1 0,0:L", "P2 9,0:M"],
            "powers": {"P1": "agile flying"},
        },
        ["P1 F 0,0:L>5,0:D", "P1 !F 5,0:D>0,0:L", "P1 M 5,0:D>5,0:L", {"units": ["P1 5,0:L", "P2 9,0:M"]}],
    ),
    Played(
        "V-16.25 Agile and Cooperative: a takeover on a connecting tile",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "LM3", "9,0": "M0"},
            "critters": ["P1 0,0:L", "P2 1,0:M", "P2 9,0:M"],
            "powers": {"P1": "agile cooperative"},
        },
        ["P1 M 0,0:L>1,0:M", {"units": ["P1 1,0:M", "P2 9,0:M"]}],
    ),
    Played(
        "V-16.25 Pack and Herding: a group is both",
        TWO,
        FOREIGN | {"powers": {"P1": "pack herding"}},
        [{"scores": [5, 1]}, "P1 M 0,0:L>0,0:M", "P1 E", {"resources": ["MM", ""]}],
    ),
    Played(
        "V-16.25 Cooperative and Herding: a herd enters what others hold",
        TWO,
        FOREIGN | {"powers": {"P1": "cooperative herding"}},
        ["P1 M 0,0:L>0,0:M", {"units": ["P1 0,0:M*2"]}],
    ),
    *(
        Played(
            f"V-16.25 Cooperative against {what}: one critter is not enough",
            TWO,
            {
                "board": {"0,0": "LM0", "9,0": "D0"},
                "critters": ["P1 0,0:L", f"P2 0,0:M{rival}"],
                "powers": {"P1": "cooperative", "P2": power},
            },
            ["P1 !M 0,0:L>0,0:M"],
        )
        for what, rival, power in (
            ("a pack", "*2", "pack"),
            ("a herd", "*2", "herding"),
            ("a colossal", " colossal", "colossal"),
        )
    ),
    Played(
        "V-16.25 Frugal and Exalted: three resources are two points",
        RICH,
        {
            "board": {"0,0": "L0", "9,0": "D0"},
            "critters": ["P1 0,0:L", "P2 9,0:D"],
            "powers": {"P1": "frugal exalted"},
            "resources": {"P1": "LLLM"},
        },
        [{"scores": [3, 1]}, "P1 K$ $LLL", {"scores": [5, 1], "craters": [1, 0]}],
    ),
    Played(
        "V-16.25 Erosion and Crafty: soil that comes out serves a later turn",
        RICH,
        {
            "board": {"0,0": "L0", "1,0": "L0/soil/M0", "9,0": "M0"},
            "critters": ["P1 0,0:L", "P2 9,0:M"],
            "powers": {"P1": "erosion crafty"},
            "resources": {"P1": "LLLLLLL"},
        },
        ["P1 X 1,0", "P1 !B L0@1,0 $LLL", {"board 1,0": "L0/soil"}],
    ),
    Played(
        "V-16.25 Super and Lateral: only the bought volcano is armed",
        RICH,
        {
            "board": RING | {"0,0": "L0", "9,0": "M0"},
            "critters": ["P2 9,0:M"],
            "powers": {"P1": "super lateral"},
            "resources": {"P1": "LLLLL"},
            "counter": 0,
        },
        ["P1 V 0,0/0 $LLLLL P=L2b super arc=0", "P1 D 1", {"flows": ["P1 armed 0,0", "P1 volcano 1,0"]}],
    ),
    Played(
        "V-16.25 Super and Landslide",
        RICH,
        {
            "board": {"0,0": "L0", "1,0": "M0/D0", "2,0": "L0", "9,0": "M0"},
            "critters": ["P2 9,0:M"],
            "powers": {"P1": "super landslide"},
            "resources": {"P1": "LLLLL"},
        },
        ["P1 V 0,0/0 $LLLLL P=L2b super slide=1,0", {"flows": ["P1 armed 0,0"], "board 2,0": "L0/D0"}],
    ),
    Played(
        "V-16.25 Lateral and Volcanic migration: the second volcano is answered like the first",
        RICH,
        {
            "board": {"0,0": "L0", "1,0": "M0", "2,0": "M0", "9,0": "M0"},
            "critters": ["P2 1,0:M"],
            "powers": {"P1": "lateral", "P2": "migration"},
            "resources": {"P1": "LLLLL", "P2": "LL"},
            "counter": 0,
        },
        [
            "P1 V 0,0/0 $LLLLL P=L2a arc=0",
            "P1 D 1",
            "P2 v 1,0:M>2,0:M $L",
            {"units": ["P2 2,0:M"], "flows": ["P1 volcano 0,0", "P1 volcano 1,0"]},
        ],
    ),
    Played(
        "V-16.25 Plates and Winter: neither the island nor where it goes may be frozen, in a step that is made",
        TWO,
        {
            "board": {"0,0": "L0", "5,0": "M0", "6,0": "M0"},
            "critters": ["P1 0,0:L", "P2 5,0:M"],
            "powers": {"P1": "plates"},
            "frozen": ["7,0"],
        },
        ["P1 !T 5,0>0", "P1 !T 5,0>15", "P1 T 5,0>3", {"units": ["P1 0,0:L", "P2 4,0:M"]}],
    ),
    Played(
        "V-16.25 Diversion and Winter: lava is diverted from a frozen hex",
        {"players": 2, "lava_prefers_land": "off"},
        FROZEN_TARGET,
        ["P1 D 1", {"asked": {"P2": ["d n", "d y"]}}, "P2 d n", {"board 1,0": "D0/lava", "units": ["P1 9,0:M"]}],
    ),
    Played(
        "V-16.25 Sea and Flying: nobody flies or moves from the sea",
        TWO,
        {
            "board": {"0,0": "L0", "5,0": "D0", "9,0": "M0"},
            "critters": ["P2 9,0:M"],
            "sea": ["P1 1,0"],
            "powers": {"P1": "sea flying agile"},
        },
        ["P1 !F 1,0:L>5,0:D", "P1 !M 1,0:L>0,0:L", "P1 W> 1,0>0,0:L", {"units": ["P1 0,0:L", "P2 9,0:M"], "sea": {}}],
    ),
]
