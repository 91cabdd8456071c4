"""Cases: Islands (V-11)."""

from tests.volcanique.rules.cases.case import (
    CRATER,
    LAND,
    LATE_PURCHASE,
    NO_MORE,
    NOT_HELD,
    TWO,
    Case,
    powers,
)

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
