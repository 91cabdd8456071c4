"""Cases: Setup, and what no entry gets past (V-3, V-4, V-19, V-21, V-23)."""

from tests.volcanique.rules.cases.case import (
    BUILD,
    FINAL,
    IN_FINAL,
    MIGRANT,
    MOVED_OUT,
    RICH,
    SHOWER,
    THREE,
    Case,
)
from tests.volcanique.rules.played.example import Json

START: Json = {"start": True}
FIRST = "S L0@0,0 LM2@1,0 LMD4@0,1 D"
OPENED = (f"P1 {FIRST}",)
SETUP = [
    Case("V-3.3", "You can't build an island now.", f"P1 {FIRST}", "P1 E"),
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
    Case("V-22.2", "There is no question for you to answer.", "P1 m 0,0:L>1,0:L", "P1 C 9,0:L"),
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
    Case("V-21.2", "This is not what was rolled or drawn.", "P1 D 2", "P1 D 1", SHOWER),
    Case(
        "V-23.6",
        "Give the rotation of the tile, 0 to 5.",
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
    Case(
        "V-22.6",
        "Only a player who has to decide something can run out of time.",
        "P2 timeout",
        "P1 timeout",
        settings=THREE,
    ),
    Case(
        "V-22.6",
        "This is answered for whoever is late, and the seat stays in the game.",
        "P2 timeout",
        "P2 resign",
        MIGRANT,
        before=MOVED_OUT,
    ),
]
