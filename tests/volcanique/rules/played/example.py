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
APART = {"0,0": "L0", "5,0": "M0"}
STANDING = ["P1 0,0:L", "P2 5,0:M"]
REACH = {"-1,0": "M0", "0,0": "LM0", "1,0": "L0", "9,0": "D0"}
SHARED = {"P1": "cooperative", "P2": "cooperative colossal"}
