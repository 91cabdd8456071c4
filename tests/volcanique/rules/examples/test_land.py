"""X-1 to X-10: tiles, biomes, moves, migrations, prices and conflicts."""

import pytest

from games.volcanique.rules import Volcanique
from games.volcanique.rules.entries.grammar import hex_of
from games.volcanique.rules.entries.notation import sector_text
from games.volcanique.rules.position.biomes import matching_edges
from games.volcanique.rules.position.geometry import distance
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.resources import PRICES, counts_of
from games.volcanique.rules.position.settling import key_of
from games.volcanique.rules.position.tiles import COLOURS, EDGES, MEMBER_OF
from games.volcanique.rules.position.words import hex_words
from games.volcanique.rules.questions.policies import open_destinations
from games.volcanique.rules.scoring import all_scores
from games.volcanique.rules.steps.claims import legal_claims
from tests.volcanique.rules.boards import game_at, position, units
from tests.volcanique.rules.examples.positions import ROW, X_6


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


X_10: list[tuple[dict[str, dict[str, int]], str]] = [
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
