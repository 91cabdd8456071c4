"""Step 2, clause by clause (T-5): which builds are legal, which clause forbids the others, and what they do."""

import pytest

from games.taluva.rules import building
from games.taluva.rules.formats import notation
from tests.taluva.rules.islands import island

# One line of fields: 0,0 to 6,0; a volcano at -1,0.
ROW = "-1,0 V1w 0,0 J1{} 1,0 J1{} 2,0 J1{} 3,0 C1{} 4,0 C1{} 5,0 S1{} 6,0 S1{}"
FULL = (20, 3, 2)


def row(marks: str) -> str:
    """The line of fields with these marks, one word each, `.` for none."""
    return ROW.format(*(mark.replace(".", "") for mark in marks.split()))


EMPTY = row(". . . . . . .")
ONE = row("a . . . . . .")
TWO = row("a a . . . . .")
THREE = row("a a a . . . .")
HIGH = "0,0 J1a 1,0 C{} 2,0 S1"

CASES = [
    # T-5.2 huts
    (None, EMPTY, FULL, "H@0,0"),
    (None, ONE, FULL, "H@2,0"),
    ("T-5.2", "0,0 J2 1,0 C1", FULL, "H@0,0"),
    ("T-5.2", "0,0 J3 1,0 C1", FULL, "H@0,0"),
    (None, row("b . . . . . ."), FULL, "H@1,0"),  # somebody else's settlement is no hindrance
    # T-5.3 towers
    (None, HIGH.format("3"), FULL, "W@1,0"),
    (None, HIGH.format("4"), FULL, "W@1,0"),
    ("T-5.3", HIGH.format("2"), FULL, "W@1,0"),
    ("T-5.3", HIGH.format("1"), FULL, "W@1,0"),
    ("T-5.3", "0,0 J1 1,0 C3", FULL, "W@1,0"),
    ("T-5.3", "0,0 J1b 1,0 C3", FULL, "W@1,0"),
    ("T-5.3", "0,0 J3aW 1,0 C3", FULL, "W@1,0"),
    ("T-5.3", "-1,0 J3aW 0,0 J1a 1,0 C3", FULL, "W@1,0"),
    (None, "-1,0 J3bW 0,0 J1a 1,0 C3", FULL, "W@1,0"),
    (None, "0,0 J3aW 1,0 C3 2,0 S1a", FULL, "W@1,0"),  # T-5.8, and T-5.7: two towers afterwards
    (None, "0,0 J1aT 1,0 C3", FULL, "W@1,0"),  # a temple is no tower, and any size will do
    # T-5.4 temples
    (None, THREE, FULL, "T@3,0"),
    ("T-5.4", TWO, FULL, "T@2,0"),
    ("T-5.4", EMPTY, FULL, "T@2,0"),
    ("T-5.4", THREE, FULL, "T@4,0"),
    ("T-5.4", row("b b b . . . ."), FULL, "T@3,0"),
    ("T-5.4", row("a aT a . . . ."), FULL, "T@3,0"),
    ("T-5.4", row("a . a . a . a"), FULL, "T@3,0"),  # three settlements of one cell
    (None, row("a a a . aT a ."), FULL, "T@3,0"),  # T-5.8: the left one will do
    ("T-5.4", row("a a a . aT a ."), FULL, "T@6,0"),
    (None, "0,0 J3aW 1,0 J1a 2,0 J2a 3,0 C5", FULL, "T@3,0"),  # any level, and whatever stands there counts (T-5.1)
    ("T-5.4", "0,0 J3a 1,0 C1", FULL, "T@1,0"),  # three huts on one cell are one cell
    # T-5.5 expansions
    (None, ONE, FULL, "X@0,0:J"),
    ("T-5.5", ONE, FULL, "X@0,0:C"),
    ("T-5.5", ONE, FULL, "X@1,0:J"),
    ("T-5.5", row("b . . . . . ."), FULL, "X@0,0:J"),
    ("T-5.5", row("a b . . . . ."), FULL, "X@0,0:J"),
    (None, "0,0 J1a 1,0 S2 0,1 S3", (5, 3, 2), "X@0,0:S"),
    ("T-5.5", "0,0 J1a 1,0 S2 0,1 S3", (4, 3, 2), "X@0,0:S"),
    (None, THREE, FULL, "X@1,0:C"),  # T-5.10: from any of its cells
    (None, row("a . a . . . ."), FULL, "X@0,0:J"),
    (None, row("a . a . . . ."), FULL, "X@2,0:J"),
    # T-5.6 where nothing is built
    ("T-5.6", ONE, FULL, "H@7,0"),
    ("T-5.6", ONE, FULL, "T@0,1"),
    ("T-5.6", ONE, FULL, "X@0,-1:J"),
    ("T-5.6", ONE, FULL, "H@-1,0"),
    ("T-5.6", ONE, FULL, "W@-1,0"),
    ("T-5.6", ONE, FULL, "X@-1,0:J"),
    ("T-5.6", ONE, FULL, "H@0,0"),
    ("T-5.6", row("a b . . . . ."), FULL, "H@1,0"),
    ("T-5.6", row("a a a bT . . ."), FULL, "T@3,0"),
    # T-5.9 what the supply lacks
    ("T-5.9", EMPTY, (0, 3, 2), "H@0,0"),
    ("T-5.9", THREE, (20, 0, 2), "T@3,0"),
    ("T-5.9", HIGH.format("3"), (20, 3, 0), "W@1,0"),
    ("T-5.9", ONE, (0, 3, 2), "X@0,0:J"),
    # several broken clauses: the first is named
    ("T-5.6", ONE, (0, 0, 0), "H@0,0"),
    ("T-5.9", "0,0 J2a 1,0 C2", (0, 0, 0), "W@1,0"),
    ("T-5.9", EMPTY, (0, 3, 2), "X@0,0:J"),
]


@pytest.mark.parametrize(("clause", "land", "supply", "text"), CASES)
@pytest.mark.parametrize("founding", ["apart", "anywhere"])
def test_build_is_judged_by_clause(
    clause: str | None, land: str, supply: tuple[int, int, int], text: str, founding: str
) -> None:
    position, build = island(land, [supply, FULL]), notation.read_build(text)
    assert build is not None

    violation = building.first_violation(position, 0, build, founding)

    assert (violation and violation.clause) == clause
    if clause is None:
        build = building.canonical_build(position, 0, build)
    assert (build in building.legal_builds(position, 0, founding)) == (clause is None)


@pytest.mark.parametrize(
    ("clause", "land", "founding"),
    [
        ("T-5.2", ONE, "apart"),
        (None, ONE, "anywhere"),
        ("T-5.2", "0,0 J2aT 1,0 C1", "apart"),
        ("T-5.2", row(". . a . . . ."), "apart"),
        (None, row("b . b . . . ."), "apart"),
    ],
)
def test_hut_beside_an_own_settlement_depends_on_founding(clause: str | None, land: str, founding: str) -> None:
    position, build = island(land), building.Build(building.BuildKind.HUT, (1, 0))

    violation = building.first_violation(position, 0, build, founding)  # T-2.3

    assert (violation and violation.clause) == clause
    assert (build in building.legal_builds(position, 0, founding)) == (clause is None)


@pytest.mark.parametrize(
    ("land", "text", "built", "supply"),
    [
        (EMPTY, "H@2,0", "2,0", (19, 3, 2)),
        (THREE, "T@3,0", "3,0", (20, 2, 2)),
        (HIGH.format("3"), "W@1,0", "1,0", (20, 3, 1)),
        # as many huts as each level, and only the fields that touched it before: no chain
        ("0,0 J1a 1,0 S2 0,1 S3 2,0 S1 0,-1 C1", "X@0,0:S", "1,0 0,1", (15, 3, 2)),
        (ONE, "X@0,0:J", "1,0", (19, 3, 2)),
        # the terrain below the settlement does not matter
        ("0,0 J2a 1,0 L1 0,1 L1", "X@0,0:L", "1,0 0,1", (18, 3, 2)),
    ],
)
def test_build_fills_its_fields_and_takes_its_pieces(
    land: str, text: str, built: str, supply: tuple[int, int, int]
) -> None:
    before, build = island(land), notation.read_build(text)
    assert build is not None

    after = building.place_build(before, 0, build)

    cells = {tuple(map(int, word.split(","))) for word in built.split()}
    assert after.owned[0] - before.owned[0] == cells
    assert {after.cells[cell].piece for cell in cells} == {build.kind.piece}  # type: ignore[index]
    assert after.free == before.free - cells
    assert after.supplies == (supply, FULL)


def test_settlements_join_whatever_they_hold() -> None:
    position = island("0,0 J3aW 1,0 C3 2,0 S1a 3,0 J1a")
    build = building.Build(building.BuildKind.TOWER, (1, 0))

    joined = building.place_build(position, 0, build).settlements(0)  # T-5.7

    assert [settlement.cells for settlement in joined] == [frozenset({(0, 0), (1, 0), (2, 0), (3, 0)})]


def test_expansion_is_written_with_the_smallest_cell() -> None:
    position = island("0,0 J1a 0,-1 J1a 1,-1 J1a 2,-1 C1")
    build = building.Build(building.BuildKind.EXPANSION, (1, -1), "C")

    assert notation.build_text(building.canonical_build(position, 0, build)) == "X@0,-1:C"  # T-10.2: by q, then r


def test_expansions_are_one_for_each_settlement_and_terrain() -> None:
    position = island(row("a . a a . . ."))  # T-5.10

    builds = [notation.build_text(build) for build in building.legal_builds(position, 0, "apart")]

    assert sorted(builds) == ["H@5,0", "H@6,0", "X@0,0:J", "X@2,0:C", "X@2,0:J"]


@pytest.mark.parametrize(
    ("found", "land", "supply"),
    [
        (False, "0,0 V1e 1,0 J2 0,1 C2", FULL),
        (False, "0,0 V1e 1,0 J1 0,1 C1", (0, 3, 2)),
        (False, "0,0 J1a 1,0 S2 0,1 S3", (4, 3, 0)),
        (True, "0,0 V1e 1,0 J1 0,1 C2", FULL),
        (True, "0,0 J1a 1,0 S2 0,1 S3", (5, 0, 0)),
        (True, "0,0 J1a 1,0 C3", (0, 0, 1)),
        (True, "0,0 J1a 1,0 J1a 2,0 J1a 3,0 C2", (0, 1, 0)),
    ],
)
def test_whether_anything_can_be_built(found: bool, land: str, supply: tuple[int, int, int]) -> None:
    position = island(land, [supply, FULL])

    assert building.has_build(position, 0, "apart") == found  # T-6.1
    assert bool(list(building.legal_builds(position, 0, "apart"))) == found


def test_settlement_holds_cells_across_levels_of_one_colour() -> None:
    position = island("0,0 J1a 1,0 C2a 2,0 S4aW 3,0 R1bT 4,0 L1a 1,1 J1")

    settlement = position.settlement(0, (2, 0))  # T-5.1

    assert settlement.cells == {(0, 0), (1, 0), (2, 0)}
    assert settlement.rim == {(1, 1)}
    assert (settlement.has_temple, settlement.has_tower) == (False, True)
    assert settlement.anchor == (0, 0)
    assert len(position.settlements(0)) == 2
