"""Every example of V-25 and of the amendments, by its number."""

import hashlib
import json
from typing import Any

import pytest

from games.chance import Chance
from games.volcanique.rules import Volcanique
from games.volcanique.rules.entries.actions import Placed, Summon, Tear
from games.volcanique.rules.entries.grammar import hex_of
from games.volcanique.rules.entries.notation import sector_text, write_entry
from games.volcanique.rules.lava import activation, cooling, lava
from games.volcanique.rules.position import flows, grid, settling
from games.volcanique.rules.position.biomes import matching_edges
from games.volcanique.rules.position.geometry import distance
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import PRICES, counts_of
from games.volcanique.rules.position.settling import key_of
from games.volcanique.rules.position.tiles import COLOURS, EDGES, MEMBER_OF, NAMES
from games.volcanique.rules.position.words import hex_words
from games.volcanique.rules.questions.policies import open_destinations
from games.volcanique.rules.scoring import all_scores
from games.volcanique.rules.steps import engagement, rifts, summon
from games.volcanique.rules.steps.claims import legal_claims
from games.volcanique.rules.steps.moves import takes_over
from games.volcanique.rules.steps.purchases import tile_purchases
from games.volcanique.rules.turns.listing import list_entries
from tests.volcanique.rules.boards import SEED, game_at, position, units

ROW = {"0,0": "L0", "1,0": "LM2", "0,1": "LMD4"}
HILL = {
    "0,0": "L0/M0/volcano",
    "1,0": "D0/D0/D0",
    "0,1": "M0/L0",
    "-1,1": "L0",
    "-1,0": "LM0/LMD1",
    "0,-1": "D0/MD0/LD0/L0",
}
LAND_OR_SEA: dict[str, object] = {"lava_prefers_land": "off"}  # V-28.4: the examples are tested with it


def test_x_1_edges() -> None:
    """V-1.1, V-1.2, V-2.2, V-2.3: the colours and the eight kinds."""
    names = ["L0", "LM0", "LM2", "LM5", "LD1", "MD3", "LMD0", "LMD2", "LMD4", "LDM1", "LDM5"]
    shown = ["".join(COLOURS[edge] for edge in EDGES[MEMBER_OF[name]]) for name in names]

    assert " ".join(shown) == "LLLLLL LLLMMM MMLLLM LLMMML DLLLDD DDDMMM LLMMDD DDLLMM MMDDLL MLLDDM LDDMML"


@pytest.mark.parametrize(
    ("cells", "gap", "legal"),
    [
        ("4,0 5,0 4,1", 3, True),
        ("3,0 4,0 3,1", 2, False),
        ("5,0 6,0 5,1", 4, False),
        ("3,1 4,1 3,2", 3, True),
        ("0,4 0,5 1,4", 3, True),
    ],
)
def test_x_2_setup_gap(cells: str, gap: int, legal: bool) -> None:
    """V-2.1, V-3.4."""
    hexes = [hex_of(word) for word in cells.split()]
    island = [hex_of(word) for word in ("0,0", "1,0", "0,1")]

    assert min(distance(one, other) for one in hexes for other in island) == gap
    assert (gap == 3) == legal


def test_x_2_setup_gap_as_an_entry() -> None:
    game = Volcanique().start({"players": 2, "setup_mode": "build"}, "a" * 64, draw_seats=False).game
    game.play("S L0@0,0 LM2@1,0 LMD4@0,1 D")

    for base, legal in [((4, 0), True), ((3, 0), False), ((5, 0), False), ((3, 1), True)]:
        q, r = base
        violation = game.why_not(f"S L0@{q},{r} LM2@{q + 1},{r} LMD4@{q},{r + 1} D")
        assert (violation is None) == legal
        assert legal or (violation and violation.clause == "V-3.4d")


def test_x_3_biomes() -> None:
    """V-2.7 to V-2.9, V-3.8."""
    pos = position(ROW, ["P1 0,0:L", "P1 1,0:M", "P1 0,1:D"])
    found = sorted(
        (
            COLOURS[biome.colour],
            sorted(map(hex_words, biome.cells)),
            biome.edges,
            "".join(sorted({f"P{unit.seat + 1}" for unit in pos.holders().get(biome, [])})),
        )
        for biome in {biome for biomes in pos.biomes for biome in biomes.values()}
    )

    assert found == [
        ("D", ["0,1"], 0, "P1"),
        ("L", ["0,0", "0,1", "1,0"], 3, "P1"),
        ("M", ["0,1"], 0, ""),
        ("M", ["1,0"], 0, "P1"),
    ]


def test_x_4_matching_edges() -> None:
    """V-7.1."""
    pos = position(ROW)
    offered = ["D0", "M0", "LMD0", "LMD2", "LD3", "LD0", "LDM3", "LDM1"]

    assert [matching_edges(pos.stacks, (1, 0), MEMBER_OF[name]) for name in offered] == [
        [],
        [],
        [],
        [2, 3],
        [3],
        [2],
        [3],
        [2],
    ]


def test_x_4_tiles_go_on_land_that_is_not_hot() -> None:
    """V-2.4, V-2.6."""
    game = game_at(position({**ROW, "-1,0": "L0/lava"}, held={"P1": "LLLL"}))

    for place in ("2,0", "-1,0"):
        violation = game.why_not(f"B L0@{place} $LLL")
        assert violation is not None
        assert violation.clause == "V-7.1a"


def test_x_5_moves() -> None:
    """V-5.1, V-5.2."""
    game = game_at(position(ROW, ["P1 0,0:L", "P1 1,0:M", "P1 0,1:D"]))

    assert game.choices(0, "M") == ["M 0,0:L>0,1:L", "M 0,0:L>1,0:L", "M 0,1:D>0,1:M"]


X_6 = {"0,0": "L0", "1,0": "L0", "2,0": "LM3"}


@pytest.mark.parametrize(
    ("board", "critters", "tile", "matching", "ends"),
    [
        pytest.param(X_6, ["P1 1,0:L"], "LD2", [3], ["0,0:L", "2,0:L"], id="X-6"),
        pytest.param(
            {"0,0": "L0", "1,0": "M0", "2,0": "L0"},
            ["P1 0,0:L", "P2 1,0:M", "P2 2,0:L"],
            "L0",
            [0, 3],
            [],
            id="X-7",
        ),
        pytest.param(
            {"0,0": "L0", "1,0": "LM4", "2,0": "L0"}, ["P1 0,0:L", "P2 1,0:L"], "L0", [0, 3], ["2,0:L"], id="X-9b"
        ),
    ],
)
def test_x_6_x_7_x_9b_a_tile_is_laid_on_a_critter(
    board: dict[str, str], critters: list[str], tile: str, matching: list[int], ends: list[str]
) -> None:
    pos = position(board, critters)
    unit = next(unit for unit in pos.units[1, 0])

    assert matching_edges(pos.stacks, (1, 0), MEMBER_OF[tile]) == matching
    assert [f"{hex_words(cell)}:{COLOURS[unit.colour]}" for cell in open_destinations(pos, unit, ((1, 0),))] == ends


@pytest.mark.parametrize(
    ("critter", "expected", "edges"),
    [("P1 0,0:L", "1,0:D 2,0:L 2,0:M", 1), ("P1 2,0:L", "0,0:L 1,0:D 1,0:L", 0)],
    ids=["X-6b", "X-6c"],
)
def test_x_6_claims_afterwards(critter: str, expected: str, edges: int) -> None:
    pos = position({"0,0": "L0", "1,0": "L0/LD2", "2,0": "LM3"}, [critter])

    assert sorted(sector_text(claim.sector) for claim in legal_claims(pos, 0)) == sorted(expected.split())
    assert all_scores(pos)[0].edges == edges


def test_x_6c_a_claim_holds_the_biome() -> None:
    game = game_at(position({"0,0": "L0", "1,0": "L0/LD2", "2,0": "LM3"}, ["P1 2,0:L"]))
    game.play("C 0,0:L")

    assert game.choices(0, "C") == ["C 1,0:D"]


@pytest.mark.parametrize(
    ("item", "letters", "legal"),
    [
        ("trio", "LM", True),
        ("trio", "L", False),
        ("duo", "LL", True),
        ("duo", "LM", False),
        ("duo", "LMD", True),
        ("uno", "LLL", True),
        ("uno", "LMD", True),
        ("uno", "LLM", False),
        ("uno", "LLMM", True),
        ("uno", "LLLL", True),
        ("volcano", "LLLLL", True),
        ("volcano", "LLLLM", False),
        ("volcano", "LLLLMM", True),
        ("unstable", "DDDD", True),
        ("unstable", "LLMMD", True),
        ("island", "LLLMMDD", True),
    ],
)
def test_x_8_payments(item: str, letters: str, legal: bool) -> None:
    """V-6.1, V-6.2."""
    assert (counts_of(letters) in PRICES[item]) == legal


@pytest.mark.parametrize("builder", [0, 1])
def test_x_9_who_joins_biomes_wins_them(builder: int) -> None:
    """V-7.7, V-8.3."""
    pos = position({"0,0": "L0", "1,0": "M0", "2,0": "L0"}, ["P1 0,0:L", "P2 2,0:L"], held={"P1": "LLL", "P2": "LLL"})
    pos.active = builder
    game = game_at(pos)
    game.play("B L0@1,0 $LLL", builder)

    assert units(game.position) == [["P1 0,0:L"], ["P2 2,0:L"]][builder]


X_10: list[tuple[dict[str, Any], str]] = [
    ({"B": {}, "P": {"herd": 2}}, "P"),
    ({"B": {"pack": 2}, "P": {"herd": 2}}, "P"),
    ({"B": {"pack": 3}, "P": {"herd": 2}}, "B"),
    ({"B": {"pack": 2}, "P": {"pack": 2}}, "B"),
    ({"B": {}, "P": {"pack": 2}}, "P"),
    ({"P": {"pieces": 1, "part": 2}, "G": {"pieces": 2, "part": 2}}, "G"),
    ({"P": {"pieces": 1, "part": 1}, "G": {"pieces": 1, "part": 3}}, "G"),
    ({"P": {"pieces": 1, "part": 2}, "G": {"pieces": 1, "part": 2}}, "P"),
]


@pytest.mark.parametrize(("contenders", "winner"), X_10)
def test_x_10_conflict_keys(contenders: dict[str, dict[str, int]], winner: str) -> None:
    """V-8.3."""
    seats = "BPG"
    pos = position({}, players=3)
    powers: dict[str, str] = {}
    found: list[Unit] = []
    for name, how in contenders.items():
        group = how.get("herd", how.get("pack", 0))
        powers[f"P{seats.index(name) + 1}"] = "herding" if "herd" in how else "pack"
        found += (
            [Unit((0, 0), 0, seats.index(name), group)]
            if group
            else [Unit((at, 0), 0, seats.index(name)) for at in range(how.get("pieces", 1))]
        )
    pos = position({}, players=3, powers=powers)
    part = {seats.index(name): how.get("part", 0) for name, how in contenders.items()}
    best = max(
        (seats.index(name) for name in contenders),
        key=lambda seat: key_of(pos, seat, found, seats.index("B"), part[seat]),
    )

    assert seats[best] == winner


@pytest.mark.parametrize(
    ("board", "cell", "visited", "storey", "ground"),
    [
        pytest.param(HILL, "0,0", ["0,0"], "0,1 -1,1 -1,0 1,-1", "-1,1 1,-1", id="X-11"),
        pytest.param(
            {**HILL, "0,0": "L0/M0", "0,1": "M0/L0/lava"},
            "0,1",
            ["0,0", "0,1"],
            "1,1 0,2 -1,2 -1,1",
            "1,1 0,2 -1,2 -1,1",
            id="X-11b",
        ),
        pytest.param(
            {"0,0": "L0/lava"} | dict.fromkeys(["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"], "M0/M0"),
            "0,0",
            ["0,0"],
            "",
            "",
            id="X-11c",
        ),
        pytest.param(
            {"0,0": "L0/volcano", "1,0": "LM2", "0,1": "LMD4"},
            "0,0",
            ["0,0"],
            "1,0 0,1 -1,1 -1,0 0,-1 1,-1",
            "-1,1 -1,0 0,-1 1,-1",
            id="X-11e",
        ),
    ],
)
def test_x_11_candidates(board: dict[str, str], cell: str, visited: list[str], storey: str, ground: str) -> None:
    """V-2.5, V-14.2."""
    for height, expected in (("storey", storey), ("ground", ground)):
        pos = position(board, lava_height=height, **LAND_OR_SEA)
        flow = next(flow for flow in pos.flows if flow.cell == hex_of(cell))
        flow = flow._replace(visited=frozenset(map(hex_of, visited)))
        q, r = flow.cell
        found = [
            f"{q + dq},{r + dr}" for d in lava.flow_directions(pos, flow) for dq, dr in [lava.neighbours((0, 0))[d]]
        ]
        assert found == expected.split()


def test_x_11_one_complete_flow() -> None:
    """V-13.8, V-14.1, V-14.3."""
    pos = position(HILL, ["P1 0,-1:L", "P2 1,0:D"], **LAND_OR_SEA)
    game = game_at(pos)
    game.play("E")
    finish_questions(game)

    assert [text for _, text in game.entries[1:]] == ["D 1"]
    assert names(game, "0,1") == "M0/L0/lava"
    assert names(game, "0,0") == "L0/M0"


def test_x_11b_the_lava_reaches_the_ocean() -> None:
    pos = position({**HILL, "0,0": "L0/M0", "0,1": "M0/L0/lava"}, ["P1 0,-1:L", "P2 1,0:D"], **LAND_OR_SEA)
    pos.flows = tuple(flow._replace(visited=frozenset(((0, 0), (0, 1)))) for flow in pos.flows)
    game = game_at(pos)
    game.play("E")
    finish_questions(game)
    assert [text for _, text in game.entries[1:]] == ["D 1"]
    assert (names(game, "1,1"), names(game, "0,1")) == ("lava", "M0/L0")
    assert game.position.flows[0].state == "cooling"
    game.play("E")
    assert names(game, "1,1") == "soil"


def stack(words: str) -> tuple[int, ...]:
    """A stack from words."""
    return tuple(MEMBER_OF[name] for name in words.split("/"))


def names(game: Any, cell: str) -> str:
    """The stack of a hex in words."""
    return "/".join(NAMES[member] for member in game.position.stacks.get(hex_of(cell), ()))


def finish_questions(game: Any) -> None:
    """Carry out everything that the rules do."""
    while (carried := game.ordered({})) is not None:
        game.play(carried.text, carried.seat)


@pytest.mark.parametrize(("rolled", "target"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_x_11d_diversion(rolled: int, target: int) -> None:
    """V-16.14."""
    pos = position(HILL, ["P2 0,1:L"], powers={"P2": "diversion"}, **LAND_OR_SEA)
    pos.rolled = rolled
    lava.Diverted(1, 1).run(pos)

    assert pos.agenda[-1] == lava.Diversion(1, target)


@pytest.mark.parametrize(
    ("cells", "legal"),
    [
        ("3,0 4,0 3,1", True),
        ("2,0 3,0 2,1", False),
        ("4,0 5,0 4,1", False),
        ("0,3 1,3 2,3", True),
        ("3,0 4,0 6,0", False),
    ],
)
def test_x_12_summoning(cells: str, legal: bool) -> None:
    """V-11.3."""
    pos = position(["0,0", "1,0", "0,1"])
    action = Summon(
        tuple(sorted((Placed(0, hex_of(word)) for word in cells.split()), key=lambda one: one.cell)), (0,) * 3
    )

    assert (summon.is_one_shape(pos, 0, action) and summon.is_off_the_coast(pos, 0, action)) == legal


def test_x_13_deal() -> None:
    """V-3.6, V-15.3, V-21.3, V-21.4."""
    chance = Chance(SEED)

    assert list(grid.deal_powers(chance).items()) == [
        ("L1a", "diversion"),
        ("L2a", "lateral"),
        ("L2b", "bountiful"),
        ("L3a", "herding"),
        ("L3b", "landslide"),
        ("L3c", "sea"),
        ("L4a", "flying"),
        ("L4b", "rift"),
        ("L5a", "super"),
    ]
    assert chance.counter == 26


def test_x_13_unlocking() -> None:
    """V-15.2, V-15.5."""
    assert grid.available_slots(["L1a", "L2b"], sideways=True) == ["L2a", "L3b", "L3c"]
    assert grid.available_slots([], sideways=True) == ["L1a"]


def test_x_14_plates() -> None:
    """V-16.13."""
    pos = position(["0,0", "1,0", "0,1", "4,0", "5,0", "4,1"], powers={"P1": "plates"})
    game = game_at(pos)
    assert game.why_not("T 0,0>03") is None
    game.play("T 0,1>00")

    assert game.entries[-1].text == "T 0,0>00"
    assert sorted(map(hex_words, game.position.stacks)) == sorted(["2,0", "2,1", "3,0", "4,0", "5,0", "4,1"])


X_15 = [
    ("0,0 1,0 2,0 3,0", "2,0 3,0", 0, "ok"),
    ("0,0 1,0 2,0 3,0", "2,0 3,0", 1, "ok"),
    ("0,0 1,0 2,0 3,0", "2,0 3,0", 2, "still touch"),
    ("0,0 1,0 2,0 3,0", "2,0 3,0", 3, "run into land"),
    ("0,0 1,0 2,0 3,0", "1,0 2,0", 0, "has to be connected"),
    ("0,0 1,0 2,0 3,0", "3,0", 0, "ok"),
    ("0,0 1,0 0,1", "1,0", 0, "ok"),
    ("0,0 1,0 0,1", "1,0", 4, "still touch"),
    ("0,0 1,0 0,1", "1,0", 5, "ok"),
    ("0,0 1,0 0,1", "0,0 1,0 0,1", 0, "has to stay"),
]


@pytest.mark.parametrize(("land", "part", "direction", "expected"), X_15)
def test_x_15_rift(land: str, part: str, direction: int, expected: str) -> None:
    """V-16.19."""
    pos = position(land.split(), powers={"P1": "rift"})
    action = Tear(direction, tuple(sorted(map(hex_of, part.split()))))
    violation = rifts.TEAR.why_not(pos, 0, action)

    assert (violation is None) if expected == "ok" else (violation is not None and expected in violation.message)


X_16 = {"0,0": "L0", "1,0": "L0", "2,0": "LM3", "0,1": "D0", "1,1": "soil"}


@pytest.mark.parametrize(
    ("critters", "rule", "expected"),
    [
        pytest.param(["P1 0,1:D", "P2 2,0:M", "P3 0,0:L"], "left", "1,1 2,0", id="X-16 left"),
        pytest.param(["P1 0,1:D", "P2 2,0:M", "P3 0,0:L"], "symbiosis", "0,0 0,1 1,0 1,1 2,0", id="X-16 symbiosis"),
        pytest.param(["P2 0,1:D", "P2 2,0:M", "P3 0,0:L"], "left", "0,1 1,1 2,0", id="X-16b left"),
        pytest.param(["P2 0,1:D", "P2 2,0:M", "P3 0,0:L"], "symbiosis", "0,1 1,1 2,0", id="X-16b symbiosis"),
    ],
)
def test_x_16_engagement(critters: list[str], rule: str, expected: str) -> None:
    """V-3.1, V-17.3, V-17.4."""
    pos = position(X_16, critters, players=3, engagement=rule)

    assert sorted(hex_words(cell) for cell in pos.stacks if engagement.may_build_at(pos, 0, cell)) == sorted(
        expected.split()
    )


def example_a(**settings: object) -> Position:
    pos = position(
        {
            "0,0": "L0",
            "1,0": "LM2/LMD2",
            "0,1": "LMD4",
            "1,1": "M0/LM0/L0",
            "-1,1": "D0",
            "0,2": "soil/MD4",
        },
        ["P1 0,1:L", "P1 0,1:D", "P2 1,0:M", "P2 0,2:M colossal"],
        powers={"P2": "exalted"},
        **settings,
    )
    pos.volcanoes, pos.craters, pos.points = (2, 1), (1, 2), (1, 0)
    return pos


def test_x_17_scoring() -> None:
    """V-20.1, V-20.5: worked example A."""
    pos = example_a()

    assert [score.edges for score in all_scores(pos)] == [4, 1]
    assert [score.total for score in all_scores(pos)] == [10, 11]
    assert [sector_text(claim.sector) for claim in legal_claims(pos, 0)] == ["1,1:L"]


def test_x_17_bonus_objectives() -> None:
    """V-18.1 to V-18.3, V-20.8: worked example D, and V-28.18: a hex with two sectors counts once."""
    blue, pink = all_scores(example_a(bonus_tallest="on", bonus_largest="on", bonus_diversified="on"))

    assert (blue.tallest, blue.largest, blue.diversified) == (0, 3, 0)
    assert (pink.tallest, pink.largest, pink.diversified) == (3, 0, 0)


def test_v_20_6_a_herd_and_its_parts() -> None:
    """V-20.6: worked example B."""
    board = {"0,0": "L0", "1,0": "L0", "2,0": "L0"}

    assert all_scores(position(board, ["P1 0,0:L *3"], powers={"P1": "herding"}))[0].total == 6
    singles = ["P1 0,0:L", "P1 1,0:L", "P1 2,0:L"]
    assert all_scores(position(board, singles, powers={"P1": "herding"}))[0].total == 5


def test_v_20_7_the_preset_island() -> None:
    """V-20.7: worked example C; V-3.2, V-3.9: whoever starts, all begin with the same."""
    assert all_scores(position(ROW, ["P1 0,0:L", "P1 1,0:M", "P1 0,1:D"]))[0].total == 6


def test_x_18_super_eruption() -> None:
    """V-19.10."""
    pos = position(
        {**HILL, "0,0": "L0/M0/volcano"},
        ["P1 0,1:L", "P2 -1,1:L", "P3 0,-1:L", "P1 1,-1"],
        players=3,
    )
    pos.flows = tuple(flow._replace(state="armed") for flow in pos.flows)
    cooling.erupt_super(pos)

    assert not pos.units
    assert not pos.sea
    assert pos.hands == (21, 21, 21)
    assert sorted(hex_words(flow.cell) for flow in pos.flows) == sorted(["0,0", "1,0", "0,1", "-1,1", "-1,0", "0,-1"])
    assert {(flow.state, flow.seat) for flow in pos.flows} == {("volcano", 0)}


def test_x_18b_winter_spreads() -> None:
    """V-19.13, V-19.14."""
    plane = [(q, r) for q in range(-9, 10) for r in range(-9, 10)]
    pos = position(["0,0"])
    pos.frost = ((0, 0), 1)
    counts = []
    for radius in range(1, 5):
        pos.frost = ((0, 0), radius)
        counts.append(sum(pos.is_frozen(cell) for cell in plane))

    assert counts == [7, 19, 37, 61]


def test_x_19_random_numbers() -> None:
    """V-21.2."""
    chance = Chance(SEED)

    assert [chance.roll(sides) for sides in (2, 3, 4, 5, 6, 6, 6, 6)] == [1, 3, 3, 1, 5, 1, 6, 2]
    assert chance.counter == 8
    assert hashlib.sha256(SEED.encode()).hexdigest() == (
        "1e52716292760668b9cd28529b5e802cd9ce95562350036a98db6ca6d89665e0"
    )


@pytest.mark.parametrize(("light_left", "gained"), [(9, "LLLM"), (2, "LLM")])
def test_x_20_collecting(light_left: int, gained: str) -> None:
    board = {"0,0": "L0", "5,0": "L0", "0,5": "M0"}
    pos = position(board, ["P1 0,0:L", "P1 5,0:L *2", "P1 0,5:M"], powers={"P1": "herding"}, held={"P1": "LLLMD"})
    pos.supply = (light_left, 9, 9)
    game = game_at(pos)
    game.play("E")

    collected = next(event for event in game.events(1) if event["kind"] == "collect")
    assert collected["resources"] == gained
    excess = 5 + len(gained) - 6
    assert all(len(text) == len("R -") + excess for text in game.choices(0))


@pytest.mark.parametrize(
    ("items", "crafty", "legal"),
    [
        ("s t", False, True),
        ("s s t", False, True),
        ("s t t", False, False),
        ("t s", False, False),
        ("s v", False, True),
        ("v s", False, False),
        ("s s v", False, True),
        ("s t t", True, True),
        ("t t", True, False),
        ("s t v", True, True),
        ("s s s s", True, False),
    ],
)
def test_x_21_extra_purchases(items: str, crafty: bool, legal: bool) -> None:
    """V-6.6, V-6.8, V-6.9, V-16.6."""
    board = {f"{q},0": "L0" for q in range(6)} | {f"{q},1": "soil" for q in range(5)}
    pos = position(board, ["P1 0,0:L", "P2 5,0:L"], powers={"P1": "crafty"} if crafty else {})
    pos.held, game = ((30, 0, 0), (0, 0, 0)), game_at(pos)
    soil, land = iter(range(5)), iter(range(1, 5))

    def text(item: str) -> str:
        if item == "v":
            return f"V {next(land)},0/0 $LLLLL P=-"
        return f"B LM3@{next(soil)},1 $LL" if item == "s" else f"B L0@{next(land)},0 $LLL"

    game.position.options = game.position.options.__class__.of({**game.settings, "powers": "off"})
    *first, last = items.split()
    for item in first:
        game.play(text(item))
        finish_questions(game)
    violation = game.why_not(text(last))
    assert (violation is None) == legal
    assert legal or (violation and violation.clause == "V-6.8")


def test_x_22_sacrifices() -> None:
    board = {"0,0": "L0", "1,0": "L0", "2,0": "M0"}
    plain, frugal = (
        position(board, ["P1 0,0:L", "P1 2,0:M"], powers=powers, held={"P1": "LLLMMD"})
        for powers in ({}, {"P1": "frugal"})
    )
    for pos, price, legal in ((plain, "LLMMD", False), (frugal, "LLM", True)):
        pos.craters = (1, 0)
        game = game_at(pos)
        game.play("B LMD2@1,0 $LD")
        finish_questions(game)
        assert (game.why_not(f"K$ ${price}") is None) == legal
    game = game_at(plain)
    game.play("K$ $LLLMM")
    game.play("K 0,0:L")
    assert game.position.craters[0] == 3
    plain.craters = (3, 0)
    assert {game_at(plain).why_not(text).clause for text in ("K$ $LLLMM", "K 0,0:L")} == {"V-10.4"}  # type: ignore[union-attr]


def test_x_22c_seven_resources_pay_a_trio_and_a_sacrifice() -> None:
    pos = position({"0,0": "L0", "1,0": "L0"}, ["P1 0,0:L"], powers={"P1": "bountiful"}, held={"P1": "LLLMMDD"})
    game = game_at(pos)
    game.play("B LMD2@1,0 $LD")
    game.play("K$ $LLMMD")
    assert game.position.craters[0] == 1


def test_x_23_lava_timetable() -> None:
    """V-14.9 to V-14.12: what the lava leaves can be claimed, and what it reaches becomes soil."""
    pos = position(HILL, ["P1 1,0:D", "P2 -1,0:L"], **LAND_OR_SEA)
    pos.turn, pos.active = 8, 0
    game = game_at(pos)
    game.play("E")
    finish_questions(game)
    assert game.position.active == 1
    assert "C 0,0:M" in game.choices(1, "C")
    game.play("E")
    finish_questions(game)
    flow = game.position.flows[0]
    assert (flow.state, game.position.height(flow.cell)) == ("cooling", 1)
    cell = flow.cell
    game.play("E")
    finish_questions(game)
    assert NAMES[game.position.stacks[cell][-1]] == "soil"
    assert game.position.active == 1


X_24 = """
P1 B LDM4@4,1 $LM
P1 C 4,1:D
P1 E
P2 G LM
P2 B LMD4@4,1 $LM
P2 C 4,1:M
P2 E
P1 E
P1 R -LM
P2 V 0,0/0 $LLMMMD P=L1a
P2 E
P1 D 6
P1 C 0,0:L
P1 E
P1 R -LMD
P2 B LMD1@1,-1 $MM
P2 C 1,-1:M
P2 E
"""
X_24_HELD = {3: "LMDDD", 4: "LLMMD", 7: "LLMMMD", 9: "LMDDDD", 11: "LMM", 15: "LMDDDD", 18: "LLMMM"}
X_24_LINES = {
    1: ["~ home P2 4,1:D*1"],
    3: ["~ collect P1 LMDD"],
    5: ["~ home P1 4,1:D*1"],
    10: ["~ home P1 0,0:L*1"],
    11: ["~ collect P2 LMM"],
    12: ["~ lava f1 0,0>1,-1", "~ reveal 0,0 L0"],
    15: ["~ soil 1,-1"],
}


def test_x_24_a_short_game() -> None:
    from games.volcanique.rules.records import lines

    rules = Volcanique()
    settings: dict[str, object] = {"players": 2, **LAND_OR_SEA}
    game = rules.start(settings, SEED, draw_seats=False).game
    for number, line in enumerate(X_24.strip().splitlines(), 1):
        seat, _, text = line.partition(" ")
        by = int(seat[1:]) - 1
        assert game.play(text, by) == text
        if number in X_24_HELD:
            assert game.position.held[by] == counts_of(X_24_HELD[number])  # type: ignore[attr-defined]
        if number in X_24_LINES:
            assert list(lines.derived_lines(game.events(number))) == X_24_LINES[number]  # type: ignore[arg-type]
    pos: Position = game.position  # type: ignore[attr-defined]
    board = {hex_words(cell): "/".join(NAMES[member] for member in stack) for cell, stack in pos.stacks.items()}
    assert board == {
        "0,0": "L0",
        "1,0": "LM2",
        "0,1": "LMD4",
        "1,-1": "soil/LMD1",
        "4,0": "L0",
        "5,0": "LM2",
        "4,1": "LMD4/LDM4/LMD4",
    }
    assert units(pos) == sorted(
        ["P1 0,0:L", "P1 1,0:M", "P1 0,1:D", "P2 4,0:L", "P2 5,0:M", "P2 4,1:M", "P2 1,-1:M"],
        key=lambda words: hex_of(words[3:].partition(":")[0]),
    )
    assert [score.edges for score in all_scores(pos)] == [5, 3]
    assert [score.total for score in all_scores(pos)] == [8, 8]
    assert pos.hands == (18, 16)
    assert matching_edges(pos.stacks, (1, -1), MEMBER_OF["LMD1"]) == [1, 2]


X_25 = [
    (1, "coop", ["single"], True),
    (1, "coop", ["colossal"], False),
    (1, "coop", ["pack 2"], False),
    (3, "coop", ["single", "pack 2"], True),
    (3, "coop", ["herd 2"], False),
    (2, "pack", ["single", "single"], True),
    (2, "pack", ["pack 2"], False),
    (3, "pack", ["pack 2"], True),
    (2, "pack", ["herd 2"], False),
    (3, "pack", ["herd 2"], True),
    (2, "pack", ["colossal"], False),
    (3, "pack", ["colossal"], True),
]


@pytest.mark.parametrize(("pieces", "power", "against", "expected"), X_25)
def test_x_25_takeovers(pieces: int, power: str, against: list[str], expected: bool) -> None:
    """V-5.7, V-16.5, V-16.17."""

    def rival(words: str) -> tuple[str, str]:
        kind, _, count = words.partition(" ")
        if kind == "colossal":
            return "P2 1,0:M colossal", "colossal"
        return (f"P2 1,0:M *{count}", "herding" if kind == "herd" else "pack") if count else ("P2 1,0:M", "agile")

    every = [rival(words) for words in against]
    critters = [words.replace("1,0", f"{at + 1},0") for at, (words, _) in enumerate(every)]
    board = {"0,0": "LM3", "1,0": "M0", "2,0": "M0"}
    own = f"P1 0,0:L *{pieces}" if pieces > 1 else "P1 0,0:L"
    mover = {"coop": "cooperative", "pack": "pack"}[power]
    pos = position(board, [own, *critters], powers={"P1": mover, "P2": " ".join(power for _, power in every)})
    game = game_at(pos)

    assert (game.why_not("M 0,0:L>0,0:M") is None) == expected
    assert (
        all(takes_over(pos, pos.units[0, 0][0], unit) for cell in ((1, 0), (2, 0)) for unit in pos.units.get(cell, ()))
        == expected
    )


def stages_to_the_end(game: Any) -> list[tuple[int, str, int]]:
    """The seat, the kind and the frost of each turn in which the game waits for an action, each ended at once."""
    stages = []
    while not game.over:
        pos = game.position
        stages.append((pos.active + 1, pos.stage.value, pos.frost[1] if pos.frost else 0))
        game.play("E")
        while not game.over and (discards := game.choices(game.awaited()[0], "R")):
            game.play(discards[0])
        finish_questions(game)
    return stages


def test_x_26a_the_last_tile() -> None:
    """V-19.2, V-19.7, V-19.11."""
    slope = {f"{5 + at},5": "/".join(["L0"] * (6 - at)) for at in range(6)}
    slope["5,5"] += "/volcano"
    pos = position(
        {"0,0": "L0", "1,0": "L0", "2,0": "L0", **slope},
        ["P1 0,0:L", "P2 2,0:L"],
        players=3,
        engagement="free",
        held={"P2": "LL"},
    )
    pos.active, pos.tiles = 1, (0, 0, 0, 0, 0, 0, 1, 0)
    game = game_at(pos)
    game.play("B LMD2@1,0 $LL")
    assert (game.position.trigger, game.position.trigger_seat) == ("land", 1)

    assert stages_to_the_end(game) == [
        (2, "normal", 0),
        (3, "final", 0),
        (1, "final", 0),
        (2, "cool", 0),
        (3, "cool", 0),
        (1, "cool", 0),
        (2, "cool", 0),
    ]
    assert game.reason == "land"
    collected = [
        event["seat"]
        for number in range(1, game.turn + 1)
        for event in game.events(number)
        if event["kind"] == "collect"
    ]
    assert collected == [1]


def test_x_26b_winter() -> None:
    """V-19.13 to V-19.15, V-19.17: one ring a turn."""
    board = {f"{q},0": "L0" for q in range(-4, 5)}
    pos = position(
        board, ["P1 4,0:L", "P2 -4,0:L"], powers={"P1": "winter"}, held={"P1": "LLLLL"}, hot_tiles="permanent"
    )
    pos.options = pos.options.of({**pos.options.settings(), "powers": "off"})
    game = game_at(pos)
    game.play("V 0,0/0 $LLLLL P=- winter")

    stages = stages_to_the_end(game)
    assert stages[:4] == [(1, "normal", 1), (2, "normal", 1), (1, "normal", 2), (2, "normal", 3)]
    assert {stage for _, stage, _ in stages[4:]} <= {"cool"}
    assert (game.reason, game.position.frost[0]) == ("winter", (0, 0))


def test_x_26c_super_volcano() -> None:
    """V-19.10."""
    board = {f"{q},0": "L0/L0" for q in range(-4, 5)}
    pos = position(board, ["P1 4,0:L", "P2 -4,0:L"], powers={"P1": "super"}, held={"P1": "LLLLL"})
    pos.options = pos.options.of({**pos.options.settings(), "powers": "off"})
    game = game_at(pos)
    game.play("V 0,0/0 $LLLLL P=- super")
    game.play("E")
    assert "B" in {text[0] for text in game.choices(1)} or not game.choices(1, "B")
    assert (game.position.active, game.position.stage.value) == (1, "final")
    game.play("E")
    erupted = [event["kind"] for event in game.events(game.turn)]
    finish_questions(game)

    assert erupted.count("eruption") == 1
    turns = [(event["seat"] + 1, event["stage"]) for event in game.events(3) if event["kind"] == "turn"]
    assert turns[0] == (1, "eruption")
    assert turns[1] == (2, "cool")
    assert len(game.position.flows) == 3
    stages_to_the_end(game)
    assert game.reason == "super"


def colossal_at(critter: str = "P1 1,0:L colossal", **settings: object) -> Position:
    pos = position(X_6, [critter], held={"P1": "LLLLM", "P2": "LLLLLLL"}, powers={"P1": "colossal"}, **settings)
    pos.active = 1
    pos.options = pos.options.of({**pos.options.settings(), "powers": "off"})
    return pos


def test_x_27_a_volcano_on_a_colossal() -> None:
    game = game_at(colossal_at())
    game.play("V 1,0/0 $LLLLL P=-")
    assert game.choices(0) == ["c 1,0:L>0,0:L", "c 1,0:L>2,0:L"]
    game.play("c 1,0:L>2,0:L", 0)

    assert (units(game.position), game.position.hands[0]) == (["P1 2,0:L"], 20)


def test_x_27_lava_on_a_colossal() -> None:
    pos = colossal_at()
    flows.new_flow(pos, 1, (1, -1), "lava")
    pos.wait = None
    lava.ask_to_evacuate(pos, (1, 0), ((1, 0),))
    game = game_at(pos)
    assert "e 1,0:L>0,0:L hp" in game.choices(0)
    game.play("e 1,0:L>0,0:L $L", 0)
    assert units(game.position) == ["P1 0,0:L colossal"]
    twin = game.at(0)
    twin.play("e 1,0:L>0,0:L hp", 0)
    assert (units(twin.position), twin.position.hands[0]) == (["P1 0,0:L"], 20)


def test_x_27_a_tile_on_a_colossal() -> None:
    game = game_at(colossal_at())
    game.play("B LD2@1,0 $LL")
    game.play("m 1,0:L>0,0:L", 0)

    assert units(game.position) == ["P1 0,0:L colossal"]


def test_x_27_a_bomb_on_a_colossal() -> None:
    pos = colossal_at()
    pos.rolled = 1
    activation.Bombed((0, 0), 1).run(pos)

    assert (units(pos), pos.hands[0]) == (["P1 1,0:L"], 20)


@pytest.mark.parametrize("entry", ["V 2,0/0 $LLLLL P=-", "B LD2@2,0 $LL"])
def test_x_27_a_colossal_without_a_way_goes_home(entry: str) -> None:
    game = game_at(colossal_at("P1 2,0:M colossal"))
    game.play(entry)

    assert (units(game.position), game.position.hands[0]) == ([], 21)


def test_x_12_and_x_4_lists_agree() -> None:
    pos = position(ROW, ["P1 0,0:L"], held={"P1": "LM"})
    texts = list_entries(pos, 0, "B", None)

    assert texts == sorted(write_entry(buy) for buy in tile_purchases(pos, 0))
    assert json.dumps(texts)
    assert settling.contested_biomes(pos) == []
