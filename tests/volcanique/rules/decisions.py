"""More played examples (examples.py): what clauses say without an example of their own, each by its number."""

from tests.volcanique.rules.examples import PIT, ROW, THREE, TWO, Played

APART = {"0,0": "L0", "5,0": "M0"}
STANDING = ["P1 0,0:L", "P2 5,0:M"]
REACH = {"-1,0": "M0", "0,0": "LM0", "1,0": "L0", "9,0": "D0"}
SHARED = {"P1": "cooperative", "P2": "cooperative colossal"}

DECISIONS = [
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
        "V-13.2, V-13.5 a volcano is the tile of the turn, and nobody migrates",
        TWO,
        {"board": ROW, "critters": ["P2 1,0:L", "P1 2,0:M"], "resources": {"P1": "LLLLLMM"}},
        ["P1 V 1,0/0 $LLLLL P=L1a", {"asked": {}, "units": ["P1 2,0:M"]}, "P1 !B LM3@0,0 $MM"],
    ),
    Played(
        "V-17.2 soil is always allowed",
        THREE,
        {
            "board": {"0,0": "L0", "1,0": "LM2", "2,0": "soil", "8,0": "M0"},
            "critters": ["P1 0,0:L", "P2 8,0:M"],
            "resources": {"P1": "LLLMMM"},
        },
        ["P1 !B L0@1,0 $LLL", "P1 B M0@2,0 $MMM"],
    ),
    Played(
        "V-17.1 with two players everything is",
        TWO,
        {"board": {"0,0": "L0", "1,0": "LM2", "8,0": "M0"}, "critters": STANDING[:1], "resources": {"P1": "LLLMMM"}},
        ["P1 B L0@1,0 $LLL"],
    ),
    Played(
        "V-18.4 no objective without critters on land",
        {"players": 2, "bonus_tallest": "on", "bonus_largest": "on", "bonus_diversified": "on"},
        {"board": {"0,0": "L0/L0", "1,0": "M0", "5,0": "M0"}, "critters": ["P1 0,0:L"], "sea": ["P2 4,0"]},
        [{"scores": [7, 0]}],
    ),
    Played(
        "V-19.9, V-24.5 whoever triggers the end buys no points",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "9,0": "M0"},
            "critters": ["P1 0,0:L", "P2 9,0:M"],
            "resources": {"P1": "LLLMMM"},
            "supply": {"L": 1},
        },
        ["P1 B L0@1,0 $LLL", {"trigger": ["land", 0], "mode": "normal"}, "P1 !Q $MMM"],
    ),
    Played(
        "V-20.3 who shares a biome scores its edges in full",
        TWO,
        {"board": {"0,0": "LM0", "1,0": "L0"}, "critters": ["P1 0,0:L", "P2 1,0:L"], "powers": SHARED},
        [{"scores": [3, 4]}],
    ),
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
        "A-11 a slide that the lateral eruption prevents (V-16.15)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0/L0", "2,0": "M0", "5,0": "D0"},
            "critters": ["P1 5,0:D"],
            "powers": {"P1": "lateral landslide"},
            "resources": {"P1": "LLLLL"},
        },
        [
            "P1 V 0,0/0 $LLLLL P=L2b arc=0 slide=1,0",
            "P1 D 1",
            {"board 1,0": "L0/L0/volcano", "board 2,0": "M0", "asked": {}, "step": 3},
        ],
    ),
    Played(
        "A-35 sixty rounds are enough (V-19.6, V-28.7)",
        TWO,
        {"board": APART | {"2,0": "D0"}, "critters": STANDING, "turns": 118},
        ["P1 E", {"reason": None}, "P2 E", {"reason": "stall", "places": [1, 1]}],
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
        "A-2 no limit of colossal critters (V-16.3)",
        {"players": 2, "colossal_limit": 0},
        {
            "board": {"0,0": "L0", "2,0": "M0", "5,0": "M0"},
            "critters": ["P1 0,0:L colossal", "P1 2,0:M", "P2 5,0:M"],
            "powers": {"P1": "colossal"},
            "resources": {"P1": "LLLL"},
        },
        ["P1 U 2,0:M $LLLL", {"units": ["P1 0,0:L colossal", "P1 2,0:M colossal", "P2 5,0:M"]}],
    ),
    Played(
        "A-20 of two triggers in a turn the first counts (V-19.1 to V-19.3)",
        TWO,
        {
            "board": {"0,0": "L0", "1,0": "L0", "5,0": "M0", "7,0": "D0"},
            "critters": ["P1 0,0:L*20", "P2 5,0:M"],
            "resources": {"P1": "LLL"},
            "supply": {"L": 1},
        },
        [
            "P1 B L0@1,0 $LLL",
            {"trigger": ["land", 0]},
            "P1 C 7,0:D",
            {"trigger": ["land", 0], "hands": [0, 20]},
        ],
    ),
    Played(
        "A-20 the hand is empty after an action of the own turn (V-19.1 to V-19.3)",
        TWO,
        {"board": {"0,0": "L0", "5,0": "M0", "7,0": "D0"}, "critters": ["P1 0,0:L*20", "P2 5,0:M"]},
        ["P1 C 7,0:D", {"trigger": ["critters", 0]}, "P1 K 7,0:D", {"trigger": ["critters", 0]}],
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
        "A-31 the super volcano of a seat that has left (V-19.10)",
        THREE | {"engagement": "free"},
        {
            "board": {"0,0": "L0", "1,0": "L0", "5,0": "M0", "7,0": "D0", "9,0": "D0", "9,1": "L0", "5,1": "L0"},
            "critters": ["P1 7,0:D", "P2 5,0:M", "P3 9,0:D"],
            "resources": {"P1": "LLLLL"},
            "powers": {"P1": "agile super"},
        },
        [
            "P1 V 0,0/0 $LLLLL P=L2b super",
            "P1 resign",
            {"active": 1, "mode": "final"},
            "P2 E",
            "P3 E",
            {"mode": "cool", "flows": ["P1 volcano 0,0", "P1 volcano 1,0"]},
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
    Played(
        "V-15.4 without powers a piece goes onto the track",
        {"players": 2, "powers": "off"},
        {"board": APART, "critters": STANDING[1:], "resources": {"P1": "LLLLL"}},
        ["P1 !V 0,0/0 $LLLLL P=L1a", "P1 V 0,0/0 $LLLLL P=-", {"activations": [1, 0], "hands": [20, 20]}],
    ),
    Played(
        "V-15.6 whoever holds all slots unlocks nothing, and scores",
        TWO,
        {
            "board": APART,
            "critters": STANDING[1:],
            "resources": {"P1": "LLLLL"},
            "powers": {"P1": "agile bountiful colossal cooperative crafty diversion erosion exalted extra"},
        },
        ["P1 !V 0,0/0 $LLLLL P=L1a", "P1 V 0,0/0 $LLLLL P=-", {"activations": [10, 0], "hands": [11, 20]}],
    ),
    Played(
        "V-16.2 two moves, and onto a connecting tile",
        TWO,
        {"board": REACH, "critters": ["P1 -1,0:M"], "powers": {"P1": "agile"}},
        ["P1 M -1,0:M>0,0:L", {"step": 1}, "P1 M 0,0:L>1,0:L", {"step": 2}],
    ),
    Played(
        "V-16.4 Bountiful resources keep seven",
        TWO,
        {"board": APART, "critters": STANDING, "resources": {"P1": "LLLLMMMM"}, "powers": {"P1": "bountiful"}},
        ["P1 E", "P1 !R -LLL", "P1 R -LL", {"resources": ["LLLMMMM", ""]}],
    ),
    Played(
        "V-16.9 Extra bountiful resources keep eight, with Bountiful as well",
        TWO,
        {"board": APART, "critters": STANDING, "resources": {"P1": "LLLLMMMM"}, "powers": {"P1": "bountiful extra"}},
        ["P1 E", "P1 R -M", {"resources": ["LLLLLMMM", ""]}],
    ),
    Played(
        "V-17.3 the player to the left, and whoever holds as many biomes as the option says",
        THREE | {"left_threshold": 3},
        {
            "board": {"0,0": "LMD0", "1,0": "L0", "0,1": "M0", "5,0": "M0", "6,0": "M0"},
            "critters": ["P3 0,0:L", "P3 0,0:M", "P3 0,0:D", "P2 5,0:M"],
            "resources": {"P1": "LLLLMMMM"},
        },
        ["P1 !B L0@1,0 $LLLL", "P1 B L0@0,0 $LLLL"],
    ),
    Played(
        "V-17.5 where nobody could be built on, everything is allowed",
        THREE,
        {
            "board": {"0,0": "L0", "1,0": "L0", "5,0": "D0"},
            "critters": ["P1 0,0:L", "P3 5,0:D"],
            "resources": {"P1": "LLL"},
        },
        ["P1 B L0@1,0 $LLL"],
    ),
    Played(
        "V-20.4 of equal points more critters on land are the better place",
        {"players": 2, "stall_rounds": 2},
        {
            "board": {"0,0": "L0", "2,0": "D0", "5,0": "M0", "6,0": "M0"},
            "critters": ["P1 0,0:L", "P1 2,0:D", "P2 5,0:M"],
        },
        ["P1 E", "P2 E", "P1 E", "P2 E", {"reason": "stall", "scores": [2, 2], "places": [1, 2]}],
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
