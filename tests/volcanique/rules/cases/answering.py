"""Cases: Limited powers, answers, and what ends a turn (V-16.13, V-16.19, V-22, V-12)."""

from tests.volcanique.rules.cases.case import (
    FLEEING,
    FROZEN,
    LINE,
    MIGRANT,
    MOVED_OUT,
    NOT_ASKED,
    NOT_HELD,
    NOT_THAT_MANY,
    RICH,
    STILL,
    THAWED,
    Case,
    powers,
)

LIMITED = [
    Case(
        "V-16.13",
        "You need the power Converging tectonic plates, unused so far, and nobody may be asked anything.",
        "P1 T 0,0>0",
        "P1 T 0,0>0",
        but=powers("plates"),
    ),
    Case("V-16.13", "There is no island there.", "P1 T 3,3>0", "P1 T 0,0>0", powers("plates")),
    Case("V-19.16", STILL, "P1 T 0,0>0", "P1 T 0,0>0", powers("plates") | FROZEN, THAWED),
    Case(
        "V-16.19",
        "You need the power Rift, unused so far, and nobody may be asked anything.",
        "P1 Z 0 2,0;3,0",
        "P1 Z 0 2,0;3,0",
        LINE | powers("agile"),
        powers("rift"),
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
