"""Step 1, clause by clause (T-4): which placements are legal, and which clause forbids the others."""

import pytest

from games.hexes import DIRECTIONS
from games.taluva.rules import placement
from games.taluva.rules.formats import notation
from tests.taluva.rules.islands import island

SEA = ""
FLAT = "0,0 V1se 0,1 J1 -1,1 C1  2,-1 V1sw 1,0 S1 1,-1 J1"
HOLE = "0,-1 J1 1,-1 J1 2,-1 J1 2,0 J1 1,1 J1 0,2 J1 -1,2 J1 -1,1 J1 -1,0 J1"
TALL = "0,0 V2w 1,0 J2 0,1 C2 -1,1 S1 -1,0 R1 0,-1 L2 1,-1 J1 2,-1 V2sw 2,-2 C2"
PAIR = "0,0 V1e 1,0 V1se 0,1 J1 1,1 S1"
# A volcano that points east; SE covers 0,1 and -1,1.
BELOW = "0,0 V1e 1,0 J1 -1,2 L1 0,2 J1 -2,2 S1 "


@pytest.mark.parametrize(
    ("clause", "land", "text"),
    [
        # the first tile
        (None, SEA, "JC@0,0E"),
        (None, SEA, "JC@0,0NW"),
        ("T-4.1", SEA, "JC@1,0E"),
        ("T-4.1", SEA, "JC@0,-1SE"),
        # expansion
        (None, FLAT, "CL@3,-1E"),
        (None, FLAT, "CL@4,-1W"),
        ("T-4.2", FLAT, "CL@4,-1E"),
        ("T-4.2", FLAT, "CL@6,6E"),
        ("T-4.2", FLAT, "CL@-999,999E"),
        # a hole may be filled, from each of its corners
        (None, HOLE, "JC@0,0E"),
        (None, HOLE, "JC@1,0SW"),
        (None, HOLE, "JC@0,1NW"),
        ("T-4.3", HOLE, "JC@0,0SE"),
        ("T-4.3", HOLE, "JC@0,1NE"),
        # some sea, some land
        ("T-4.3", FLAT, "CL@0,0W"),
        ("T-4.3", FLAT, "CL@3,-1W"),
        ("T-4.3", FLAT, "CL@0,0SW"),
        # a gap below the tile
        ("T-4.3a", TALL, "JC@0,0SE"),
        ("T-4.3a", TALL, "JC@0,0SW"),
        ("T-4.3a", TALL, "JC@1,0NW"),
        (None, TALL, "JC@0,0E"),
        ("T-4.3", TALL, "JC@2,-1SE"),
        # volcano on volcano
        ("T-4.3b", FLAT, "CL@1,0SW"),
        ("T-4.3b", FLAT, "CL@1,0W"),
        ("T-4.3b", TALL, "CL@1,0SW"),
        # its direction
        ("T-4.3c", FLAT, "CL@0,0SE"),
        ("T-4.3c", FLAT, "CL@2,-1SW"),
        (None, FLAT, "CL@0,0E"),
        (None, FLAT, "CL@0,0NE"),
        # a field may cover a further volcano (T-4.4)
        (None, PAIR, "CL@1,0SW"),
        (None, "0,0 V1w 1,0 V1se 0,1 V1e", "CL@0,0E"),
        # temples and towers
        ("T-4.3d", BELOW + "0,1 J1aT -1,1 C1", "CL@0,0SE"),
        ("T-4.3d", BELOW + "0,1 J1 -1,1 C1bT", "CL@0,0SE"),
        ("T-4.3d", "0,0 V3e 0,1 J3bW -1,1 C3", "CL@0,0SE"),
        ("T-4.3d", "0,0 V3e 0,1 J3 -1,1 C3aW 0,2 S3a", "CL@0,0SE"),
        # whole settlements, judged one by one
        ("T-4.3e", BELOW + "0,1 J1a -1,1 C1", "CL@0,0SE"),
        ("T-4.3e", BELOW + "0,1 J1 -1,1 C1b", "CL@0,0SE"),
        ("T-4.3e", BELOW + "0,1 J1a -1,1 C1a", "CL@0,0SE"),
        ("T-4.3e", BELOW + "0,1 J1a -1,1 C1b", "CL@0,0SE"),
        ("T-4.3e", BELOW.replace("0,2 J1", "0,2 J1a") + "0,1 J1a -1,1 C1b", "CL@0,0SE"),
        (None, BELOW.replace("0,2 J1 -2,2 S1", "0,2 J1a -2,2 S1b") + "0,1 J1a -1,1 C1b", "CL@0,0SE"),
        (None, BELOW.replace("-1,2 L1", "-1,2 L1a") + "0,1 J1a -1,1 C1a", "CL@0,0SE"),
        (None, BELOW.replace("-1,2 L1", "-1,2 L1aT") + "0,1 J1a -1,1 C1a", "CL@0,0SE"),
        (None, BELOW.replace("1,0 J1", "1,0 J1a") + "0,1 J1a -1,1 C1", "CL@0,0SE"),
        ("T-4.3e", BELOW.replace("-1,2 L1", "-1,2 L1b") + "0,1 J1a -1,1 C1a", "CL@0,0SE"),
        # the levels of a settlement do not matter: the one on level 2 keeps its neighbour alive
        (None, BELOW.replace("-1,2 L1", "-1,2 L2a") + "0,1 J1a -1,1 C1", "CL@0,0SE"),
        # several broken clauses: the first is named
        ("T-4.3a", "0,0 V1se 0,1 J2aT -1,1 C1b", "CL@0,0SE"),
        ("T-4.3b", "0,0 J1 0,1 J1aT -1,1 C1b", "CL@0,0SE"),
        ("T-4.3c", "0,0 V1se 0,1 J1aT -1,1 C1b", "CL@0,0SE"),
        ("T-4.3d", "0,0 V1e 0,1 J1aT -1,1 C1b", "CL@0,0SE"),
    ],
)
def test_placement_is_judged_by_clause(clause: str | None, land: str, text: str) -> None:
    position, placed = island(land), notation.read_placement(text)
    assert placed is not None

    violation = placement.first_violation(position, placed)

    assert (violation and violation.clause) == clause
    assert (placed in placement.legal_placements(position, placed.tile)) == (clause is None)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_tile_lies_clockwise_from_its_volcano(direction: str) -> None:
    placed = notation.read_placement(f"SJ@0,0{direction}")  # T-1.2, T-3.2
    assert placed is not None
    position = placement.place_tile(island(SEA), placed, 7)
    volcano, first, second = placed.cells

    tops = {cell: (top.level, top.terrain, top.direction, top.tile) for cell, top in position.cells.items()}
    assert tops == {
        volcano: (1, "V", DIRECTIONS.index(direction), 7),
        first: (1, "S", None, 7),
        second: (1, "J", None, 7),
    }


def test_eruption_raises_the_level_and_destroys_the_huts_of_all() -> None:
    land = BELOW.replace("0,2 J1 -2,2 S1", "0,2 J1a -2,2 S1b") + "0,1 J1a -1,1 C1b"
    placed = notation.read_placement("CL@0,0SE")
    assert placed is not None
    before = island(land, [(11, 3, 2), (12, 3, 2)])

    after = placement.place_tile(before, placed, 9)

    assert [after.level(cell) for cell in placed.cells] == [2, 2, 2]  # T-3.3
    assert after.owned == (frozenset({(0, 2)}), frozenset({(-2, 2)}))
    assert after.supplies == before.supplies  # T-4.4: they do not return
    assert len(before.owned[0]) == 2  # and the position before is as it was


def test_a_tile_always_has_a_place() -> None:
    for land in (SEA, FLAT, HOLE, TALL, PAIR):
        assert placement.legal_placements(island(land), "JC")  # T-4.5
