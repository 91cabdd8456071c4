"""A table of cases: for each clause an entry that breaks it, and one like it that is legal (examples.py: positions).

`given` is laid over the board below; `before` is played first; `but` is laid over `given` for the legal entry, where it
needs something else: a power, a resource, a hex that is not frozen.
"""

from typing import NamedTuple

from tests.volcanique.rules.examples import Json

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


def also(*critters: str) -> Json:
    return {"critters": [*CRITTERS, *critters]}


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
NO_SACRIFICES = "There are no sacrifices in this game, or in this turn."
FULL = "Your crater is full."
STILL = "Frozen hexes do not move, and nothing moves onto them."
NOT_ASKED = "This is not what you are asked."
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

MOVES = [
    Case("V-5.1", NO_MOVE, "P1 M 1,0:L>0,1:L", "P1 C 9,0:L", before=("P1 M 0,0:L>1,0:L",)),
    Case("V-4.2", LATE_MOVE, "P1 M 0,0:L>1,0:L", "P1 C 1,0:M", before=("P1 C 9,0:L",)),
    Case("V-5.1", NOT_THERE, "P1 M 8,0:M>9,0:L", "P1 M 0,0:L>1,0:L"),
    Case("V-19.16", "Nothing moves on frozen hexes.", "P1 M 0,0:L>1,0:L", "P1 M 0,0:L>1,0:L", FROZEN, THAWED),
    Case("V-5.1", NOWHERE, "P1 M 0,0:L>5,5:L", "P1 M 0,0:L>0,1:L"),
    Case("V-5.6", NOT_THAT_MANY, "P1 M 1,0:M>1,0:L*3", "P1 M 1,0:M>1,0:L*2", {"critters": ["P2 8,0:M", "P1 1,0:M*3"]}),
    Case(
        "V-2.14",
        "Write + to join other critters of yours, and only then.",
        "P1 M 0,0:L>1,0:L",
        "P1 M 0,0:L>1,0:L+",
        also("P1 1,0:L") | powers("pack"),
    ),
    Case(
        "V-16.11",
        "Only a single critter can join others, and only with a power for it.",
        "P1 M 0,0:L>1,0:L+",
        "P1 M 0,0:L>1,0:L+",
        also("P1 1,0:L"),
        powers("herding"),
    ),
    Case(
        "V-16.11",
        "It can't reach the critters that it is to join.",
        "P1 M 0,0:L>9,0:L+",
        "P1 M 0,0:L>1,0:L+",
        also("P1 9,0:L", "P1 1,0:L") | powers("pack"),
    ),
    Case(
        "V-5.1",
        "It can't go that far: stay in the biome, or change it on the same tile.",
        "P1 M 0,0:L>9,0:L",
        "P1 M 0,0:L>1,0:L",
    ),
    Case(
        "V-5.3",
        "It can't go into a biome that somebody holds.",
        "P1 M 1,0:M>1,0:L",
        "P1 M 1,0:M>1,0:L",
        also("P1 1,0:M"),
        {"critters": ["P2 8,0:M", "P1 1,0:M"]},
    ),
]
FLIGHTS = [
    Case("V-5.1", NO_MOVE, "P1 F 1,0:L>9,0:L", "P1 C 9,0:L", powers("flying"), before=("P1 M 0,0:L>1,0:L",)),
    Case("V-4.2", LATE_MOVE, "P1 F 0,0:L>1,0:M", "P1 C 1,0:M", powers("flying"), before=("P1 C 9,0:L",)),
    Case(
        "V-16.10",
        "You need the power Flying critters, and fly once a turn.",
        "P1 F 0,0:L>9,0:L",
        "P1 F 0,0:L>9,0:L",
        but=powers("flying"),
    ),
    Case(
        "V-16.10",
        "You need the power Flying critters, and fly once a turn.",
        "P1 F 9,0:L>1,0:M",
        "P1 M 9,0:L>9,0:D",
        {"board": LAND | {"9,0": "LD0"}} | powers("flying", "agile"),
        before=("P1 F 0,0:L>9,0:L",),
    ),
    Case("V-5.1", NOT_THERE, "P1 F 8,0:M>9,0:L", "P1 F 0,0:L>9,0:L", powers("flying")),
    Case(
        "V-19.16",
        "Nothing flies from or to frozen hexes.",
        "P1 F 0,0:L>9,0:L",
        "P1 F 0,0:L>9,0:L",
        powers("flying") | FROZEN,
        THAWED,
    ),
    Case("V-16.10", NOWHERE, "P1 F 0,0:L>9,0:M", "P1 F 0,0:L>9,0:L", powers("flying")),
    Case(
        "V-16.10",
        "One critter of a group can fly, or all of it.",
        "P1 F 0,0:L>9,0:L*1",
        "P1 F 1,0:M>9,0:L*1",
        also("P1 1,0:M*3") | powers("flying", "pack"),
    ),
    Case(
        "V-16.10",
        "A flight ends in a biome that nobody holds.",
        "P1 F 0,0:L>8,0:M",
        "P1 F 0,0:L>0,1:D",
        powers("flying"),
    ),
]
PURCHASES = [
    Case(
        "V-6.8",
        NO_MORE,
        "P1 B L0@1,0 $LLL",
        "P1 C 1,0:L",
        RICH | {"critters": ["P2 8,0:M"]},
        before=("P1 B L0@1,0 $LLL",),
    ),
    Case("V-6.3", "No such tile is left.", "P1 B L0@1,0 $LLL", "P1 B LM2@1,0 $LL", RICH | {"supply": {"LM": 2}}),
    Case("V-6.2", "This is not the price of the tile.", "P1 B L0@1,0 $LL", "P1 B LM2@1,0 $LL", RICH),
    Case("V-6.2", "This is not the price of the tile.", "P1 B L0@1,0 $LLM", "P1 B L0@1,0 $LMD", RICH),
    Case("V-6.3", NOT_HELD, "P1 B L0@1,0 $LLL", "P1 B L0@1,0 $MMM", {"resources": {"P1": "LLMMM"}}),
    Case(
        "V-7.1a",
        "A tile has to lie on land, and not on a volcano or lava.",
        "P1 B L0@2,0 $LLL",
        "P1 B L0@1,0 $LLL",
        RICH,
    ),
    Case(
        "V-7.1a",
        "A tile has to lie on land, and not on a volcano or lava.",
        "P1 B L0@4,0 $LLL",
        "P1 B L0@1,0 $LLL",
        RICH | {"board": LAND | {"4,0": "L0/volcano"}, "flows": ["P2 armed 4,0"]},
    ),
    Case("V-7.1b", "At least one edge has to match a neighbour.", "P1 B D0@1,0 $LLL", "P1 B L0@1,0 $LLL", RICH),
    Case(
        "V-7.1c",
        "Nothing is built on frozen hexes.",
        "P1 B L0@1,0 $LLL",
        "P1 B L0@1,0 $LLL",
        RICH | {"frozen": ["1,0"]},
        THAWED,
    ),
    Case(
        "V-17",
        NO_BUILDING,
        "P1 B L0@1,0 $LLL",
        "P1 B L0@1,0 $LLL",
        RICH | also("P3 9,0:L"),
        also("P2 1,0:L"),
        settings=THREE,
    ),
    Case("V-7.3", NOT_YOURS, "P1 B L0@0,0 $LLL m 0,0:L>9,0:L", "P1 B L0@0,0 $LLL m 0,0:L>1,0:L", RICH),
    Case(
        "V-19.7",
        "Points are bought in final turns and in winter, before claims.",
        "P1 Q $LLL",
        "P1 B L0@1,0 $LLL",
        RICH,
    ),
    Case(
        "V-19.7",
        "A point costs 3 resources; buy one, two or three at once.",
        "P2 Q $LLMM",
        "P2 Q $LLLMMM",
        FINAL,
        before=IN_FINAL,
    ),
    Case("V-6.3", NOT_HELD, "P2 Q $DDDDDD", "P2 Q $DDD", FINAL, before=IN_FINAL),
]
VOLCANOES = [
    Case("V-6.8", NO_MORE, "P1 V 9,0/0 $LLLLL P=L1a", "P1 C 9,0:L", RICH, before=("P1 B LM2@1,0 $LL",)),
    Case("V-4.2", LATE_PURCHASE, "P1 B LM2@1,0 $LL", "P1 C 1,0:M", RICH, before=("P1 C 9,0:L",)),
    Case("V-4.2", LATE_PURCHASE, "P1 V 0,0/0 $LLLLL P=L1a", "P1 C 1,0:M", RICH, before=("P1 C 9,0:L",)),
    Case(
        "V-13.1",
        "A volcano needs a land tile below it.",
        "P1 V 2,0/0 $LLLLL P=L1a",
        "P1 V 9,0/0 $LLLLL P=L1a",
        RICH | {"board": LAND | {"2,0": "soil"}},
    ),
    Case(
        "V-13.1",
        "No volcano erupts on frozen hexes.",
        "P1 V 9,0/0 $LLLLL P=L1a",
        "P1 V 9,0/0 $LLLLL P=L1a",
        RICH | {"frozen": ["9,0"]},
        THAWED,
    ),
    Case("V-17", NO_BUILDING, "P1 V 9,0/0 $LLLLL P=L1a", "P1 V 8,0/0 $LLLLL P=L1a", RICH, settings=THREE),
    Case("V-6.2", "This is not the price of a volcano.", "P1 V 9,0/0 $LLLLM P=L1a", "P1 V 9,0/0 $LLLMMM P=L1a", RICH),
    Case(
        "V-6.2",
        "This is not the price of a volcano.",
        "P1 V 9,0/0 $LLLL P=L1a",
        "P1 V 9,0/0 $LLLL P=L1a",
        RICH | {"board": LAND | {"9,0": "D0/D0/L0"}},
        {"board": LAND | {"9,0": "D0/D0/D0/L0"}},
        settings=TWO | {"unstable_volcano": "on"},
    ),
    Case("V-6.3", NOT_HELD, "P1 V 9,0/0 $LLLLL P=L1a", "P1 V 9,0/0 $MMMMM P=L1a", {"resources": {"P1": "LLLLMMMMM"}}),
    Case(
        "V-13.1",
        "You need a critter in hand: it goes onto the power grid.",
        "P1 V 9,0/0 $LLLLL P=L1a",
        "P1 V 0,0/0 $LLLLL P=L1a",
        RICH | ALL_OUT,
    ),
    Case("V-13.3", "An uno is not turned: write /0.", "P1 V 9,0/1 $LLLLL P=L1a", "P1 V 1,0/1 $LLLLL P=L1a", RICH),
    Case("V-15.5", "This slot can't be unlocked now.", "P1 V 9,0/0 $LLLLL P=L2a", "P1 V 9,0/0 $LLLLL P=L1a", RICH),
    Case(
        "V-15.5",
        "This slot can't be unlocked now.",
        "P1 V 9,0/0 $LLLLL P=L1a",
        "P1 V 9,0/0 $LLLLL P=-",
        RICH,
        settings=TWO | {"powers": "off"},
    ),
    Case("V-15.5", "This slot can't be unlocked now.", "P1 V 9,0/0 $LLLLL P=-", "P1 V 9,0/0 $LLLLL P=L1a", RICH),
    Case(
        "V-16.22",
        "You need that power of level 5, and the end of the game must not have begun.",
        "P1 V 9,0/0 $LLLLL P=L2b super",
        "P1 V 9,0/0 $LLLLL P=L2b super",
        RICH | powers("agile", "winter"),
        powers("agile", "super"),
    ),
    Case(
        "V-16.16",
        "You need the power Lateral eruption.",
        "P1 V 9,0/0 $LLLLL P=L2a arc=0",
        "P1 V 9,0/0 $LLLLL P=L2a arc=0",
        RICH | powers("agile"),
        powers("lateral"),
    ),
    Case(
        "V-16.15",
        "You need the power Landslide.",
        "P1 V 1,0/0 $LLLLL P=L2a slide=0,0",
        "P1 V 1,0/0 $LLLLL P=L2a slide=0,0",
        RICH | {"board": LAND | {"0,0": "D0/L0"}} | powers("agile"),
        powers("landslide"),
    ),
    Case(
        "V-16.15",
        "No landslide is possible there.",
        "P1 V 1,0/0 $LLLLL P=L2a slide=0,0",
        "P1 V 1,0/0 $LLLLL P=L2a slide=0,0",
        RICH | powers("landslide"),
        {"board": LAND | {"0,0": "D0/L0"}},
    ),
    Case(
        "V-16.3",
        NOT_YOURS,
        "P1 V 0,0/0 $LLLLL P=L2a m 0,0:L>9,0:L",
        "P1 V 0,0/0 $LLLLL P=L2a m 0,0:L>1,0:L",
        RICH | {"critters": ["P1 0,0:L colossal", "P2 8,0:M"]} | powers("colossal"),
    ),
    Case("V-16.16", "There is no tile for you to turn there.", "P1 VR 9,0/0", "P1 V 9,0/0 $LLLLL P=L1a", RICH),
]
ISLES = "I L0@4,3 LM0@5,3 LMD0@4,4 $LLLMMDD"
OFF = "I L0@2,0 LM0@2,1 LMD0@2,2 $LLLMMDD"
ISLANDS = [
    Case(
        "V-6.5", "This game is played without islands.", f"P1 {ISLES}", None, CRATER, settings=TWO | {"islands": "off"}
    ),
    Case("V-6.8", NO_MORE, f"P1 {ISLES}", "P1 C 9,0:L", CRATER, before=("P1 B LM2@1,0 $LL",)),
    Case("V-4.2", LATE_PURCHASE, f"P1 {ISLES}", "P1 C 1,0:M", CRATER, before=("P1 C 9,0:L",)),
    Case(
        "V-11.1",
        "An island is the first purchase of a turn.",
        "P1 I L0@3,1 LM0@3,0 LMD0@3,2 $LLLMMDD",
        "P1 B L0@1,0 $LLL",
        CRATER | {"board": LAND | {"1,-1": "soil"}},
        before=("P1 B LM0@1,-1 $MM",),
    ),
    Case(
        "V-11.1",
        "You need three critters in your crater.",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMDD",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMDD",
        CRATER | {"craters": {"P1": 2}},
        CRATER,
    ),
    Case(
        "V-11.1",
        "This is not the price of an island.",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMD",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMDD",
        CRATER,
    ),
    Case(
        "V-11.1",
        "This is not the price of an island.",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $",
        CRATER,
        powers("exalted"),
    ),
    Case("V-6.3", NOT_HELD, "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLLLLL", "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLLLLM", CRATER),
    Case(
        "V-11.2",
        "An island has three tiles, or all that are left if there are fewer.",
        "P1 I L0@3,0 LM0@3,1 $LLLMMDD",
        "P1 I L0@3,0 LM0@3,1 $LLLMMDD",
        CRATER,
        {"supply": {"L": 1, "LM": 1}},
    ),
    Case(
        "V-11.2",
        "Not all of these tiles are left.",
        "P1 I L0@3,0 L0@3,1 LMD0@4,0 $LLLMMDD",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMDD",
        CRATER | {"supply": {"L": 1, "LM": 1, "LMD": 1, "D": 1}},
    ),
    Case(
        "V-11.3",
        "The tiles of an island have to be connected.",
        "P1 I L0@3,0 LM0@3,1 LMD0@5,0 $LLLMMDD",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMDD",
        CRATER,
    ),
    Case(
        "V-11.3",
        "Exactly one ocean hex has to lie between the island and the nearest land.",
        f"P1 {OFF}",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMDD",
        CRATER,
    ),
    Case(
        "V-11.4",
        "An island can't rise on frozen hexes, or where a sea critter is.",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMDD",
        "P1 I L0@3,0 LM0@3,1 LMD0@4,0 $LLLMMDD",
        CRATER | {"sea": ["P2 3,0"]},
        {"sea": []},
    ),
]
CLAIMS = [
    Case(
        "V-4.2",
        "It is too late for erosion in this turn.",
        "P1 X 9,0",
        "P1 E",
        also("P1 1,0:M") | powers("erosion"),
        before=("P1 K 1,0:M",),
    ),
    Case(
        "V-16.7",
        "You need the power Erosion, and use it once a turn, before any claim.",
        "P1 X 9,0",
        "P1 X 9,0",
        but=powers("erosion"),
    ),
    Case(
        "V-16.7",
        "You need the power Erosion, and use it once a turn, before any claim.",
        "P1 X 9,0",
        "P1 C 9,0:L",
        powers("erosion"),
        before=("P1 C 1,0:M",),
    ),
    Case(
        "V-16.7", "Erosion removes a tile or soil that lies on another tile.", "P1 X 1,0", "P1 X 9,0", powers("erosion")
    ),
    Case(
        "V-16.7",
        "Erosion removes no tile with a critter, and none that is frozen.",
        "P1 X 0,0",
        "P1 X 9,0",
        powers("erosion") | {"board": LAND | {"0,0": "M0/LM0"}},
    ),
    Case(
        "V-16.7",
        "Erosion does not remove an uno whose biome somebody holds.",
        "P1 X 2,-1",
        "P1 X 9,0",
        powers("erosion") | {"board": LAND | {"0,0": "L0", "2,-1": "M0/L0", "1,-1": "L0"}},
    ),
    Case("V-4.2", LATE_CLAIM, "P1 C 9,0:L", "P1 E", also("P1 1,0:M"), before=("P1 K 1,0:M",)),
    Case("V-9.1", EMPTY_HAND, "P1 C 9,0:L", "P1 C 9,0:L", ALL_OUT, {"critters": CRITTERS}),
    Case("V-9.4", "There is no biome of this colour.", "P1 C 9,0:D", "P1 C 9,0:L"),
    Case("V-9.4", "There is no biome of this colour.", "P1 C 3,3:L", "P1 C 9,0:L"),
    Case("V-9.4", "Frozen hexes can't be claimed.", "P1 C 9,0:L", "P1 C 9,0:L", {"frozen": ["9,0"]}, THAWED),
    Case(
        "V-9.1",
        "Only tiles without a critter can be claimed.",
        "P1 C 0,1:D",
        "P1 C 0,1:D",
        also("P2 0,1:M"),
        {"critters": CRITTERS},
    ),
    Case("V-9.1", HELD, "P1 C 1,0:L", "P1 C 1,0:M"),
    Case(
        "V-4.2",
        "It is not the time to make a critter colossal.",
        "P1 U 0,0:L $LLLL",
        "P1 E",
        RICH | also("P1 1,0:M") | powers("colossal"),
        before=("P1 K 1,0:M",),
    ),
    Case(
        "V-16.3",
        "You need the power Colossal critter, and may not have more than the game allows.",
        "P1 U 0,0:L $LLLL",
        "P1 U 0,0:L $LLLL",
        RICH,
        powers("colossal"),
    ),
    Case(
        "V-16.3",
        "You need the power Colossal critter, and may not have more than the game allows.",
        "P1 U 0,0:L $LLLL",
        "P1 U 0,0:L $LLLL",
        RICH | also("P1 1,0:M colossal") | powers("colossal"),
        also("P1 1,0:M"),
    ),
    Case(
        "V-16.3",
        EMPTY_HAND,
        "P1 U 0,0:L $LLLL",
        "P1 U 0,0:L $LLLL",
        RICH | {"critters": [*CRITTERS, "P1 1,0:M*19"]} | powers("colossal"),
        {"critters": CRITTERS},
    ),
    Case(
        "V-16.3",
        "Only a single critter of yours that is not frozen becomes colossal.",
        "P1 U 8,0:M $LLLL",
        "P1 U 0,0:L $LLLL",
        RICH | powers("colossal"),
    ),
    Case(
        "V-16.3",
        "A colossal critter costs 4 resources.",
        "P1 U 0,0:L $LLL",
        "P1 U 0,0:L $LLMD",
        RICH | powers("colossal"),
    ),
    Case("V-6.3", NOT_HELD, "P1 U 0,0:L $DDDD", "P1 U 0,0:L $LDDD", RICH | powers("colossal")),
]
AT_SEA_CASES = [
    Case("V-4.2", LATE_SEA, "P1 W+ 2,0", "P1 E", also("P1 1,0:M") | powers("sea"), before=("P1 K 1,0:M",)),
    Case("V-4.2", LATE_SEA, "P1 W~ 2,0>2,1", "P1 E", also("P1 1,0:M") | AT_SEA, before=("P1 K 1,0:M",)),
    Case("V-4.2", LATE_SEA, "P1 W> 2,0>1,0:M", "P1 E", also("P1 1,0:M") | AT_SEA, before=("P1 K 1,0:M",)),
    Case("V-16.20", NEEDS_SEA, "P1 W+ 2,0", "P1 W+ 2,0", but=powers("sea")),
    Case("V-16.20", NEEDS_SEA, "P1 W~ 2,0>2,1", "P1 C 9,0:L", AT_SEA, before=("P1 W+ 3,0",)),
    Case("V-16.20", NEEDS_SEA, "P1 W> 2,0>1,0:M", "P1 C 9,0:L", AT_SEA, before=("P1 W~ 2,0>2,1",)),
    Case(
        "V-16.20",
        EMPTY_HAND,
        "P1 W+ 2,0",
        "P1 W+ 2,0",
        {"critters": [*CRITTERS, "P1 1,0:M*19"]} | powers("sea"),
        {"critters": CRITTERS},
    ),
    Case("V-16.20", FREE_SEA, "P1 W+ 1,0", "P1 W+ 2,0", powers("sea")),
    Case("V-16.20", FREE_SEA, "P1 W+ 2,-5", "P1 W+ 2,-3", powers("sea")),
    Case("V-16.20", FREE_SEA, "P1 W~ 2,0>2,-5", "P1 W~ 2,0>2,-3", AT_SEA),
    Case("V-16.20", NO_SEA, "P1 W~ 2,1>2,2", "P1 W~ 2,0>2,2", AT_SEA),
    Case("V-16.20", NO_SEA, "P1 W> 2,-1>1,0:M", "P1 W> 2,0>1,0:M", AT_SEA),
    Case(
        "V-16.20",
        "A sea critter lands on the biome whose edge faces its hex, and not on frozen land.",
        "P1 W> 2,0>1,0:L",
        "P1 W> 2,0>1,0:M",
        AT_SEA,
    ),
    Case("V-16.20", HELD, "P1 W> 2,0>1,0:M", "P1 W> 2,0>1,0:M", AT_SEA | also("P2 1,0:M"), {"critters": CRITTERS}),
]
SACRIFICES = [
    Case("V-10", NO_SACRIFICES, "P1 K 0,0:L", "P1 C 9,0:L", settings=TWO | {"sacrifices": "off"}),
    Case("V-10", NO_SACRIFICES, "P1 K$ $LLLMM", "P1 C 9,0:L", RICH, settings=TWO | {"sacrifices": "off"}),
    Case("V-10", NO_SACRIFICES, "P1 K!", "P1 C 9,0:L", settings=TWO | {"sacrifices": "off"}),
    Case(
        "V-10.1",
        "You have already sacrificed a critter from the map in this turn.",
        "P1 K 0,0:L",
        "P1 K$ $LLLMM",
        RICH | also("P1 1,0:M"),
        before=("P1 K 1,0:M",),
    ),
    Case("V-10.4", FULL, "P1 K 0,0:L", "P1 K 0,0:L", CRATER, {"craters": {"P1": 2}}),
    Case("V-10.4", FULL, "P1 K$ $LLLMM", "P1 K$ $LLLMM", CRATER, {"craters": {"P1": 2}}),
    Case("V-10.4", FULL, "P1 K!", "P1 K!", {"craters": {"P1": 3}}, {"craters": {"P1": 2}}),
    Case("V-10.1", "None of your critters is there, or it is frozen.", "P1 K 0,0:L", "P1 K 0,0:L", FROZEN, THAWED),
    Case("V-10.1", "None of your critters is there, or it is frozen.", "P1 K 8,0:M", "P1 K 0,0:L"),
    Case(
        "V-10.2",
        "A sacrifice by resources comes once a turn, and not in final turns.",
        "P1 K$ $LLLLL",
        "P1 K 0,0:L",
        RICH,
        before=("P1 K$ $MMMDD",),
    ),
    Case("V-10.2", EMPTY_HAND, "P1 K$ $LLLLL", "P1 K$ $LLLLL", RICH | ALL_OUT, {"critters": CRITTERS}),
    Case(
        "V-10.2",
        "This is not the price: 5 resources, or 3 with Frugal ritual.",
        "P1 K$ $LLL",
        "P1 K$ $LLL",
        RICH,
        powers("frugal"),
    ),
    Case("V-6.3", NOT_HELD, "P1 K$ $DDDDD", "P1 K$ $LLDDD", RICH),
    Case("V-6.7", "The forced pass comes in place of a purchase.", "P1 K!", "P1 E", before=("P1 C 9,0:L",)),
    Case("V-10.3", EMPTY_HAND, "P1 K!", "P1 K!", ALL_OUT, {"critters": CRITTERS}),
    Case("V-6.7", "You can buy something, so this is no forced pass.", "P1 K!", "P1 K!", RICH, {"resources": {}}),
]
LIMITED = [
    Case("V-16.13", "You can't use Converging tectonic plates now.", "P1 T 0,0>0", "P1 T 0,0>0", but=powers("plates")),
    Case("V-16.13", "There is no island there.", "P1 T 3,3>0", "P1 T 0,0>0", powers("plates")),
    Case("V-19.16", STILL, "P1 T 0,0>0", "P1 T 0,0>0", powers("plates") | FROZEN, THAWED),
    Case(
        "V-16.19", "You can't use Rift now.", "P1 Z 0 2,0;3,0", "P1 Z 0 2,0;3,0", LINE | powers("agile"), powers("rift")
    ),
    Case("V-16.19", "These hexes are not all on one island.", "P1 Z 0 3,0;9,0", "P1 Z 0 3,0", LINE),
    Case(
        "V-16.19",
        "Part of the island has to stay where it is.",
        "P1 Z 0 0,0;1,0;2,0;3,0",
        "P1 Z 0 3,0",
        LINE,
    ),
    Case("V-16.19", "Each of the two parts has to be connected.", "P1 Z 0 1,0;2,0", "P1 Z 0 2,0;3,0", LINE),
    Case("V-16.19", "The part that moves would run into land.", "P1 Z 3 2,0;3,0", "P1 Z 0 2,0;3,0", LINE),
    Case("V-16.19", "The parts would still touch.", "P1 Z 2 2,0;3,0", "P1 Z 1 2,0;3,0", LINE),
    Case("V-19.16", STILL, "P1 Z 0 2,0;3,0", "P1 Z 0 2,0;3,0", LINE | {"frozen": ["3,0"]}, THAWED),
]
QUESTIONS = [
    Case("V-22.2", NOT_ASKED, "P2 m 2,0:L>0,0:L", "P2 m 1,0:L>0,0:L", MIGRANT, before=MOVED_OUT),
    Case("V-22.2", NOT_ASKED, "P2 b y", "P2 m 1,0:L>0,0:L", MIGRANT, before=MOVED_OUT),
    Case("V-7.3", "The critter can't go there.", "P2 m 1,0:L>9,0:L", "P2 m 1,0:L>2,0:L", MIGRANT, before=MOVED_OUT),
    Case("V-14.5", NOT_THAT_MANY, "P1 e 0,0:L>-1,0:L*4 $LM", "P1 e 0,0:L>-1,0:L*2 $LM", FLEEING),
    Case("V-14.5", "This is not the price of fleeing.", "P1 e 0,0:L>-1,0:L*2 $L", "P1 e 0,0:L>-1,0:L*1 $L", FLEEING),
    Case(
        "V-14.5",
        "Its owner does not have these resources.",
        "P1 e 0,0:L>-1,0:L*1 $D",
        "P1 e 0,0:L>-1,0:L*1 $M",
        FLEEING,
    ),
]
ENDS_OF_TURNS = [
    Case("V-12.4", "You have nothing to discard.", "P1 R -L", "P1 E", RICH),
    Case(
        "V-12.4",
        "Discard exactly as many resources as are over the cap.",
        "P1 R -LL",
        "P1 R -L",
        {"resources": {"P1": "LLLMMM"}},
        before=("P1 E",),
    ),
    Case("V-6.3", NOT_HELD, "P1 R -D", "P1 R -L", {"resources": {"P1": "LLLMMM"}}, before=("P1 E",)),
    Case("V-12.6", "There is no resource to pick now.", "P1 R +L", "P1 E"),
    Case(
        "V-12.6",
        "The supply has no such resource.",
        "P1 R +L",
        "P1 R +M",
        {"critters": ["P2 8,0:M"], "bank": "MD"},
        before=("P1 E",),
    ),
]
START: Json = {"start": True}
FIRST = "S L0@0,0 LM2@1,0 LMD4@0,1 D"
OPENED = (f"P1 {FIRST}",)
SETUP = [
    Case("V-3.3", "It is not the time to build an island.", f"P1 {FIRST}", "P1 E"),
    Case(
        "V-3.4",
        "An island has one uno, one duo and one trio, of kinds that are left.",
        "P1 S L0@0,0 M0@1,0 LMD4@0,1 D",
        f"P1 {FIRST}",
        settings=BUILD,
    ),
    Case(
        "V-3.4",
        "The three tiles have to lie on three different hexes.",
        "P1 S L0@0,0 LM2@1,0 LMD4@1,0 D",
        f"P1 {FIRST}",
        settings=BUILD,
    ),
    Case("V-3.4a", "The duo has to match the uno.", "P1 S L0@0,0 LM5@1,0 LMD4@0,1 D", f"P1 {FIRST}", settings=BUILD),
    Case(
        "V-3.4b",
        "The trio has to match the uno or the duo.",
        "P1 S L0@0,0 LM2@1,0 LMD1@0,1 D",
        f"P1 {FIRST}",
        settings=BUILD,
    ),
    Case(
        "V-3.4c",
        "The uno of the first island has to lie on 0,0.",
        "P1 S L0@1,0 LM2@2,0 LMD4@1,1 D",
        f"P1 {FIRST}",
        settings=BUILD,
    ),
    Case(
        "V-3.4d",
        "Exactly two ocean hexes have to lie between the island and the nearest other one.",
        "P2 S L0@5,0 LM2@6,0 LMD4@5,1 D",
        "P2 S L0@4,0 LM2@5,0 LMD4@4,1 D",
        before=OPENED,
        settings=BUILD,
    ),
    Case(
        "V-3.5",
        "The third critter needs a biome of its own on the trio.",
        "P1 S L0@0,0 LM2@1,0 LMD4@0,1 L",
        f"P1 {FIRST}",
        settings=BUILD,
    ),
    Case("V-3.7", "There is no bonus to choose now.", "P1 G LM", "P1 E", START),
    Case("V-3.7", "Take exactly as many resources as the bonus has.", "P2 G L", "P2 G LL", START, before=("P1 E",)),
    Case(
        "V-3.7",
        "The supply does not have these resources.",
        "P3 G LLL",
        "P3 G LMM",
        START,
        before=("P1 E", "P2 G LLL", "P2 E", "P2 R -MMD"),
        settings={"players": 3, "bonus_resources": 3, "resources_per_type_per_player": 3},
    ),
]
SHOWER: Json = {"board": LAND | {"4,4": "D0/D0/lava"}, "flows": ["P2 lava 4,4"]}
SLOPE = {"20,0": "D0/D0/D0/D0/D0/lava", "21,0": "M0/M0/M0/M0", "22,0": "M0/M0/M0", "23,0": "M0/M0", "24,0": "M0"}
COOL: Json = (
    FINAL
    | {"flows": ["P1 lava 20,0"]}
    | {"board": SLOPE | {"0,0": "L0", "1,0": "L0", "2,0": "L0", "9,0": "M0", "10,0": "L0/M0"}}
)
IN_COOL = (*IN_FINAL, "P2 E")
GATES = [
    Case("V-23.1", "An entry is written like B LM3@1,0 $LLM, C 1,0:D or E.", "P1 C 9,0 L", "P1 C 9,0:L"),
    Case("V-4.1", "It is not this seat's turn.", "P2 C 9,0:L", "P1 C 9,0:L"),
    Case("V-22.2", "This seat is not asked anything.", "P1 m 0,0:L>1,0:L", "P1 C 9,0:L"),
    Case("V-22.2", "A question has to be answered first.", "P1 E", "P2 m 1,0:L>0,0:L", MIGRANT, before=MOVED_OUT),
    Case(
        "V-24.1",
        "Something else has to be decided first.",
        "P1 E",
        "P1 R -L",
        {"resources": {"P1": "LLLMMM"}},
        before=("P1 E",),
    ),
    Case("V-21.2", "No die is to be rolled now, and no tile is to be uncovered.", "P1 D 1", "P1 E"),
    Case("V-21.2", "This is not what chance has brought.", "P1 D 2", "P1 D 1", SHOWER),
    Case(
        "V-23.6",
        "Say in which rotation the tile is turned, 0 to 5.",
        "P1 V 1,0/? $LLLLL P=L1a",
        "P1 V 1,0/2 $LLLLL P=L1a",
        RICH,
    ),
    Case("V-21.6", "That can't be taken back any more.", "P1 undo 2", "P1 undo", before=("P1 C 9,0:L",)),
    Case(
        "V-19.11",
        "While the lava cools you can only claim tiles.",
        "P1 M 2,0:L>1,0:L",
        "P1 C 21,0:M",
        COOL,
        before=IN_COOL,
    ),
    Case("V-19.12", "The game is over.", "P2 E", None, before=("P1 resign",)),
    Case("V-19.12", "The game is over.", "P2 resign", None, before=("P1 resign",)),
    Case("V-22.7", "This seat has left the game.", "P1 resign", "P2 resign", before=("P1 resign",), settings=THREE),
    Case("V-22.6", "Only a seat that is awaited runs out of time.", "P2 timeout", "P1 timeout", settings=THREE),
    Case(
        "V-22.6",
        "This is answered for whoever is late, and the seat stays in the game.",
        "P2 timeout",
        "P2 resign",
        MIGRANT,
        before=MOVED_OUT,
    ),
]
CASES = [
    *MOVES, *FLIGHTS, *PURCHASES, *VOLCANOES, *ISLANDS, *CLAIMS, *AT_SEA_CASES, *SACRIFICES, *LIMITED, *QUESTIONS,
    *ENDS_OF_TURNS, *SETUP, *GATES,
]  # fmt: skip
