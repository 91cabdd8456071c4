"""Step 2 of a turn: what may be built (T-5)."""

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import NamedTuple, TypeAlias

from games.contract import Violation
from games.hexes import Cell, neighbours
from games.taluva.rules.position import Piece, Position, Settlement
from games.taluva.rules.tiles import VOLCANO

Cells: TypeAlias = AbstractSet[Cell]
NONE: frozenset[Cell] = frozenset()


class BuildKind(Enum):
    """The four builds, by their letter in the notation."""

    HUT = "H"
    TOWER = "W"
    TEMPLE = "T"
    EXPANSION = "X"

    @property
    def piece(self) -> Piece:
        """The piece that it takes from the supply."""
        return PIECES[self]


PIECES = {
    BuildKind.HUT: Piece.HUT,
    BuildKind.TOWER: Piece.TOWER,
    BuildKind.TEMPLE: Piece.TEMPLE,
    BuildKind.EXPANSION: Piece.HUT,
}


class Build(NamedTuple):
    """One build: on a field, or the expansion of the settlement that holds `cell` over a terrain."""

    kind: BuildKind
    cell: Cell
    terrain: str | None = None


class Site(NamedTuple):
    """Who builds what on which island: what a clause of T-5 is asked about."""

    position: Position
    seat: int
    kind: BuildKind
    settlements: Iterable[Settlement]  # the own ones that matter: those at the field, or all; gone through once
    terrain: str | None = None


class BuildClause(NamedTuple):
    """One sentence of T-5, as the fields that it leaves of those given: where it leaves none, nothing is built."""

    number: str
    message: str
    leaves: Callable[[Site, Cells], Cells]


def on_land(site: Site, cells: Cells) -> Cells:
    """Return those of the island."""
    return frozenset(cell for cell in cells if cell in site.position.cells)


def no_volcanoes(site: Site, cells: Cells) -> Cells:
    """Return those that are fields."""
    return frozenset(cell for cell in cells if site.position.cells[cell].terrain != VOLCANO)


def empty_cells(site: Site, cells: Cells) -> Cells:
    """Return those without a building."""
    return cells & site.position.free


def with_a_piece(site: Site, cells: Cells) -> Cells:
    """Return all, if the supply holds at least one of what the build needs."""
    return cells if site.position.supplies[site.seat].count_of(site.kind.piece) else NONE


def on_level_1(site: Site, cells: Cells) -> Cells:
    """Return those that are as low as a new hut."""
    return frozenset(cell for cell in cells if site.position.cells[cell].level == 1)


def founding_apart(site: Site, cells: Cells) -> Cells:
    """Return those that touch no settlement of the player."""
    owned = site.position.owned[site.seat]
    return frozenset(cell for cell in cells if owned.isdisjoint(neighbours(cell)))


def on_level_3(site: Site, cells: Cells) -> Cells:
    """Return those that are high enough for a tower."""
    return frozenset(cell for cell in cells if site.position.cells[cell].level >= 3)


def at_one_without_tower(site: Site, cells: Cells) -> Cells:
    """Return those that touch at least one settlement without a tower."""
    return cells & joined_rims(found.rim for found in site.settlements if not found.has_tower)


def at_one_ready_for_a_temple(site: Site, cells: Cells) -> Cells:
    """Return those that touch at least one settlement of three fields or more without a temple."""
    ready = (found for found in site.settlements if len(found.cells) >= 3 and not found.has_temple)
    return cells & joined_rims(found.rim for found in ready)


def own_cells(site: Site, cells: Cells) -> Cells:
    """Return those that carry a building of the player."""
    return cells & site.position.owned[site.seat]


def fields_of_terrain(site: Site, cells: Cells) -> Cells:
    """Return the empty fields of the terrain that touch the settlement of the cell."""
    holding = (found for found in site.settlements if not cells.isdisjoint(found.cells))
    return NONE.union(*(expansion_areas(site.position, found).get(site.terrain, NONE) for found in holding))


def expansion_areas(position: Position, settlement: Settlement) -> dict[str | None, set[Cell]]:
    """Return the empty fields that touch the settlement, by terrain."""
    found: dict[str | None, set[Cell]] = {}
    for cell in settlement.rim:
        found.setdefault(position.cells[cell].terrain, set()).add(cell)
    return found


def covered_by_supply(site: Site, cells: Cells) -> Cells:
    """Return all, if the supply holds as many huts as the levels of all these fields together."""
    huts = sum(site.position.cells[cell].level for cell in cells)
    return cells if huts <= site.position.supplies[site.seat].huts else NONE


def joined_rims(rims: Iterable[frozenset[Cell]]) -> frozenset[Cell]:
    """T-5.8: return the fields that touch one of these settlements or more."""
    return NONE.union(*rims)


GROUND = (
    BuildClause("T-5.6", "Nothing is built on the sea.", on_land),
    BuildClause("T-5.6", "A volcano never carries a building.", no_volcanoes),
    BuildClause("T-5.6", "This field already carries a building.", empty_cells),
)
SUPPLY = BuildClause("T-5.9", "Your supply has none of these pieces left.", with_a_piece)
HUT = (
    BuildClause("T-5.2", "A hut is founded on level 1.", on_level_1),
    BuildClause("T-5.2", "A new hut must not touch a settlement of yours.", founding_apart),
)
TOWER = (
    BuildClause("T-5.3", "A tower stands on level 3 or higher.", on_level_3),
    BuildClause("T-5.3", "A tower has to touch a settlement of yours that has no tower.", at_one_without_tower),
)
TEMPLE = (
    BuildClause(
        "T-5.4",
        "A temple has to touch a settlement of yours that has three fields or more and no temple.",
        at_one_ready_for_a_temple,
    ),
)
EXPANSION = (
    BuildClause("T-5.5", "No settlement of yours stands here.", own_cells),
    BuildClause("T-5.5", "No empty field of this terrain touches the settlement.", fields_of_terrain),
    BuildClause(
        "T-5.5", "You have too few huts for all the fields, and an expansion can't be partial.", covered_by_supply
    ),
)
# T-2.3: founding apart or anywhere; for other builds it is all one.
CLAUSES = {
    (BuildKind.HUT, "apart"): (SUPPLY, *HUT),
    (BuildKind.HUT, "anywhere"): (SUPPLY, *HUT[:1]),
} | {
    (kind, founding): (SUPPLY, *clauses)
    for kind, clauses in ((BuildKind.TOWER, TOWER), (BuildKind.TEMPLE, TEMPLE), (BuildKind.EXPANSION, EXPANSION))
    for founding in ("apart", "anywhere")
}


def first_violation(position: Position, seat: int, build: Build, founding: str) -> Violation | None:
    """T-5.7: return the first clause that forbids this build on the island as it is before, or None."""
    site, cells = site_of(position, seat, build), frozenset((build.cell,))
    ground = GROUND[:2] if build.kind is BuildKind.EXPANSION else GROUND
    for number, message, leaves in ground + CLAUSES[build.kind, founding]:
        cells = leaves(site, cells)
        if not cells:
            return Violation(number, message)
    return None


def site_of(position: Position, seat: int, build: Build) -> Site:
    """Return what the clauses are asked about for one build."""
    return Site(position, seat, build.kind, position.settlements_at(seat, build.cell), build.terrain)


def build_fields(position: Position, seat: int, build: Build) -> Cells:
    """Return the fields that the build fills."""
    cells = frozenset((build.cell,))
    return fields_of_terrain(site_of(position, seat, build), cells) if build.kind is BuildKind.EXPANSION else cells


def canonical_build(position: Position, seat: int, build: Build) -> Build:
    """T-5.10: return the build as it is written; an expansion names the smallest cell of its settlement (T-10.2)."""
    if build.kind is not BuildKind.EXPANSION:
        return build
    return build._replace(cell=position.settlement(seat, build.cell).anchor)


def place_build(position: Position, seat: int, build: Build) -> Position:
    """Return the position after this build."""
    return position.after_pieces(seat, build_fields(position, seat, build), build.kind.piece)


def legal_builds(position: Position, seat: int, founding: str) -> Iterator[Build]:
    """Yield every legal build of `seat`: what the clauses leave of the empty fields."""
    yield from on_fields(
        Site(position, seat, BuildKind.HUT, ()), founding
    )  # a hut needs no settlement, so none is looked for
    settlements = position.settlements(seat)
    for kind in (BuildKind.TEMPLE, BuildKind.TOWER):
        yield from on_fields(Site(position, seat, kind, settlements), founding)
    for settlement in settlements:
        yield from expansions_of(Site(position, seat, BuildKind.EXPANSION, [settlement]), settlement)


def on_fields(site: Site, founding: str) -> Iterator[Build]:
    """Return the builds of one kind, each on a field."""
    cells: Cells = site.position.free
    for clause in CLAUSES[site.kind, founding]:
        cells = clause.leaves(site, cells)
    return (Build(site.kind, cell) for cell in cells)


def expansions_of(site: Site, settlement: Settlement) -> Iterator[Build]:
    """Yield the expansions of one settlement, one for each terrain (T-5.10)."""
    for terrain, area in expansion_areas(site.position, settlement).items():
        if covered_by_supply(site, area):  # each field takes a hut, so a supply without huts has none
            yield Build(BuildKind.EXPANSION, settlement.anchor, terrain)


def has_build(position: Position, seat: int, founding: str) -> bool:
    """Return whether anything can be built at all."""
    return next(legal_builds(position, seat, founding), None) is not None
