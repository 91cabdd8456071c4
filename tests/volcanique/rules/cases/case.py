"""A table of cases: for each clause an entry that breaks it, and one like it that is legal (examples.py: positions).

`given` is laid over the board below; `before` is played first; `but` is laid over `given` for the legal entry, where it
needs something else: a power, a resource, a hex that is not frozen.
"""

from typing import NamedTuple

from tests.volcanique.rules.played.example import Json

LAND = {"0,0": "L0", "1,0": "LM2", "0,1": "LMD4", "8,0": "M0", "9,0": "D0/L0"}
CRITTERS = ["P1 0,0:L", "P2 8,0:M"]
BASE: Json = {"board": LAND, "critters": CRITTERS}
RICH: Json = {"resources": {"P1": "LLLLLLMMMDDD", "P2": "LLMMDD"}}
TWO: dict[str, object] = {"players": 2, "resources_per_type_per_player": 9}
THREE: dict[str, object] = {"players": 3}
BUILD: dict[str, object] = {"players": 2, "setup_mode": "build"}


class Case(NamedTuple):
    """An entry that a clause forbids, and one that is legal (None: none is, or it would say nothing)."""

    clause: str
    message: str
    refused: str
    legal: str | None
    given: Json = {}
    but: Json = {}
    before: tuple[str, ...] = ()
    settings: dict[str, object] = TWO


def powers(*names: str) -> Json:
    return {"powers": {"P1": " ".join(names)}}


BOTH_DRIFT: Json = {"powers": {"P1": "plates", "P2": "plates"}}
OWN_TURN_ONLY: dict[str, object] = TWO | {"limited_timing": "own_turn"}


def also(*critters: str) -> Json:
    return {"critters": [*CRITTERS, *critters]}


SHOWER: Json = {"board": LAND | {"4,4": "D0/D0/lava"}, "flows": ["P2 lava 4,4"]}
FROZEN: Json = {"frozen": ["0,0"]}
THAWED: Json = {"frozen": []}
NO_MOVE = "You have no move left in this turn."
NOT_THERE = "None of your critters is there."
NOWHERE = "No tile there shows that biome, or the critter stands on it already."
NOT_HELD = "You do not have these resources."
NO_MORE = "You can't buy any more in this turn."
LATE_MOVE = "It is too late to move in this turn: moves come first."
LATE_PURCHASE = "It is too late to buy in this turn."
NOT_THAT_MANY = "Write a number only for part of a group, smaller than the group."
EMPTY_HAND = "You have no critter in hand."
NO_BUILDING = "You may not build on that tile: see the option “Where to build”."
NOT_YOURS = "Name a possible migration for each critter that you decide about, or for none."
LATE_CLAIM = "It is too late for claims in this turn."
LATE_SEA = "It is too late for sea critters in this turn."
NEEDS_SEA = "You need the power Sea critters, and use it once a turn."
NO_SEA = "None of your sea critters is there, or it is frozen."
FREE_SEA = "Sea critters go to free ocean that is not frozen, at most 3 hexes from land."
USED_UP = "You have used this power already: it can be used once before the end begins, and once after."
OWN_TURN = "In this game you can use it in your own turn only."
QUIET_POINT = "It can be used only while an action of a normal or final turn is awaited."
NO_SACRIFICES = "There are no sacrifices in this game, or in this turn."
FULL = "Your crater is full."
STILL = "Frozen hexes do not move, and nothing moves onto them."
NOT_ASKED = "This doesn't answer the question that you were asked."
HELD = "Somebody holds this biome."
CRATER: Json = RICH | {"craters": {"P1": 3}}
ALL_OUT: Json = {"critters": [*CRITTERS, "P1 1,0:M*20"]}  # the hand of P1 is empty
AT_SEA: Json = {"sea": ["P1 2,0"]} | powers("sea")
LINE: Json = {
    "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "3,0": "L0", "9,0": "M0"},
    "critters": ["P1 0,0:L", "P2 9,0:M"],
} | powers("rift")
FINAL: Json = {
    "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "9,0": "M0", "10,0": "L0/M0"},
    "critters": ["P1 2,0:L", "P2 9,0:M"],
    "resources": {"P1": "LLL", "P2": "LLLMMMDDD"},
    "supply": {"L": 1},
}
IN_FINAL = ("P1 B L0@0,0 $LLL", "P1 E")
MIGRANT: Json = RICH | {
    "board": {"0,0": "L0", "1,0": "L0", "2,0": "L0", "0,1": "L0", "9,0": "M0"},
    "critters": ["P2 1,0:L", "P1 9,0:M"],
}
MOVED_OUT = ("P1 B L0@1,0 $LLL",)
FLEEING: Json = {
    "board": {"0,0": "L0", "-1,0": "L0", "1,-1": "D0/D0/lava", "0,-1": "D0/D0", "2,-1": "D0/D0", "9,0": "M0"}
    | {"1,0": "D0/D0"},
    "critters": ["P1 0,0:L*3", "P2 9,0:M"],
    "flows": ["P2 lava 1,-1 0,-1 2,-1 1,0"],
    "resources": {"P1": "LM"},
}
