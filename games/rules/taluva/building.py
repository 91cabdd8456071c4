"""Step 2 of a turn: what may be built (T-5)."""

from collections.abc import Callable, Collection, Iterator
from enum import Enum
from typing import NamedTuple

from games.rules.contract import Violation
from games.rules.hexes import Cell, neighbours
from games.rules.taluva.position import Piece, Position, Settlement
from games.rules.taluva.tiles import VOLCANO


class Kind(Enum):
    """The four builds, by their letter in the notation."""

    HUT = "H"
    TOWER = "W"
    TEMPLE = "T"
    EXPANSION = "X"

    @property
    def piece(self) -> Piece:
        """What it takes from the supply."""
        return PIECES[self]


PIECES = {
    Kind.HUT: Piece.HUT,
    Kind.TOWER: Piece.TOWER,
    Kind.TEMPLE: Piece.TEMPLE,
    Kind.EXPANSION: Piece.HUT,
}


class Build(NamedTuple):
    """One build: on a field, or the expansion of the settlement that holds `cell` over a terrain."""

    kind: Kind
    cell: Cell
    terrain: str | None = None


class Site(NamedTuple):
    """Who builds, and where: what a clause of T-5 is asked about."""

    position: Position
    seat: int
    build: Build

    @property
    def level(self) -> int:
        """How high the field is."""
        return self.position.level(self.build.cell)

    @property
    def touched(self) -> list[Settlement]:
        """The own settlements that touch the field."""
        return self.position.settlements_at(self.seat, self.build.cell)


class Clause(NamedTuple):
    """One sentence of T-5: a build for which it doesn't hold is not legal."""

    number: str
    message: str
    holds: Callable[[Site], bool]


def is_land(site: Site) -> bool:
    """Whether the field lies on the island."""
    return site.build.cell in site.position.cells


def is_no_volcano(site: Site) -> bool:
    """Whether the field is none."""
    return site.position.cells[site.build.cell].terrain != VOLCANO


def is_empty(site: Site) -> bool:
    """Whether no building stands on the field."""
    return site.build.cell in site.position.free


def has_a_piece(site: Site) -> bool:
    """Whether the supply holds at least one of what the build needs."""
    return site.position.supplies[site.seat].of(site.build.kind.piece) > 0


def is_low(site: Site) -> bool:
    """Whether a hut can be founded at this height."""
    return takes_a_hut(site.level)


def is_apart(site: Site) -> bool:
    """Whether the field touches no settlement of the player."""
    return site.position.owned[site.seat].isdisjoint(neighbours(site.build.cell))


def is_high(site: Site) -> bool:
    """Whether a tower can stand at this height."""
    return takes_a_tower(site.level)


def touches_one_without_tower(site: Site) -> bool:
    """Whether one of the own settlements at the field wants a tower (T-5.8)."""
    return any(wants_a_tower(settlement) for settlement in site.touched)


def touches_one_ready_for_a_temple(site: Site) -> bool:
    """Whether one of the own settlements at the field wants a temple (T-5.8)."""
    return any(wants_a_temple(settlement) for settlement in site.touched)


def is_own_settlement(site: Site) -> bool:
    """Whether a settlement of the player holds the cell."""
    return site.build.cell in site.position.owned[site.seat]


def has_room(site: Site) -> bool:
    """Whether a field of the terrain touches the settlement."""
    return bool(fields(site.position, site.seat, site.build))


def has_all_huts(site: Site) -> bool:
    """Whether the supply holds the huts for every field of the expansion."""
    return can_fill(site.position, site.seat, fields(site.position, site.seat, site.build))


def takes_a_hut(level: int) -> bool:
    """T-5.2: huts are founded on level 1."""
    return level == 1


def takes_a_tower(level: int) -> bool:
    """T-5.3: towers stand on level 3 or more."""
    return level >= 3


def wants_a_tower(settlement: Settlement) -> bool:
    """T-5.3: a settlement without a tower."""
    return not settlement.has_tower


def wants_a_temple(settlement: Settlement) -> bool:
    """T-5.4: a settlement of three cells or more without a temple."""
    return len(settlement.cells) >= 3 and not settlement.has_temple


def can_fill(position: Position, seat: int, area: Collection[Cell]) -> bool:
    """T-5.5: as many huts as each field's level, and no partial expansion."""
    return sum(position.cells[cell].level for cell in area) <= position.supplies[seat].huts


ON_LAND = (
    Clause("T-5.6", "Nothing is built on the sea.", is_land),
    Clause("T-5.6", "A volcano never carries a building.", is_no_volcano),
)
EMPTY = Clause("T-5.6", "This field already carries a building.", is_empty)
IN_SUPPLY = Clause("T-5.9", "Your supply has none of these pieces left.", has_a_piece)
LOW = Clause("T-5.2", "A hut is founded on level 1.", is_low)
APART = Clause("T-5.2", "A new hut must not touch a settlement of yours.", is_apart)
HIGH = Clause("T-5.3", "A tower stands on level 3 or higher.", is_high)
NO_TOWER = Clause("T-5.3", "A tower has to touch a settlement of yours that has no tower.", touches_one_without_tower)
TEMPLE = Clause(
    "T-5.4",
    "A temple has to touch a settlement of yours that has three cells or more and no temple.",
    touches_one_ready_for_a_temple,
)
OWN = Clause("T-5.5", "No settlement of yours stands here.", is_own_settlement)
ROOM = Clause("T-5.5", "No empty field of this terrain touches the settlement.", has_room)
HUTS = Clause("T-5.5", "You have too few huts for all the fields, and an expansion can't be partial.", has_all_huts)

CLAUSES = {
    (Kind.HUT, "apart"): (*ON_LAND, EMPTY, IN_SUPPLY, LOW, APART),
    (Kind.HUT, "anywhere"): (*ON_LAND, EMPTY, IN_SUPPLY, LOW),
} | {
    (kind, founding): clauses
    for founding in ("apart", "anywhere")
    for kind, clauses in {
        Kind.TOWER: (*ON_LAND, EMPTY, IN_SUPPLY, HIGH, NO_TOWER),
        Kind.TEMPLE: (*ON_LAND, EMPTY, IN_SUPPLY, TEMPLE),
        Kind.EXPANSION: (*ON_LAND, IN_SUPPLY, OWN, ROOM, HUTS),
    }.items()
}


def refusal(position: Position, seat: int, build: Build, founding: str) -> Violation | None:
    """The first clause of T-5 that forbids this build, or None."""
    site = Site(position, seat, build)
    for number, message, holds in CLAUSES[build.kind, founding]:
        if not holds(site):
            return Violation(number, message)
    return None


def fields(position: Position, seat: int, build: Build) -> list[Cell]:
    """The fields that the build fills; its settlement is taken as it was before (T-5.7)."""
    if build.kind is not Kind.EXPANSION:
        return [build.cell]
    rim = position.settlement(seat, build.cell).rim
    return [cell for cell in rim if position.cells[cell].terrain == build.terrain]


def canonical(position: Position, seat: int, build: Build) -> Build:
    """The build as it is written: an expansion names the smallest cell of its settlement (T-5.10, T-10.2)."""
    if build.kind is not Kind.EXPANSION:
        return build
    return build._replace(cell=position.settlement(seat, build.cell).anchor)


def after(position: Position, seat: int, build: Build) -> Position:
    """The position after this build."""
    return position.after_pieces(seat, fields(position, seat, build), build.kind.piece)


def legal_builds(position: Position, seat: int, founding: str) -> list[Build]:
    """Every legal build of `seat`, each settlement and terrain once (T-5.10)."""
    supply, settlements = position.supplies[seat], position.settlements(seat)
    builds: list[Build] = []
    if supply.huts:
        builds += huts(position, settlements, founding)
        builds += (build for settlement in settlements for build in expansions(position, seat, settlement))
    if supply.temples:
        rims = [settlement.rim for settlement in settlements if wants_a_temple(settlement)]
        builds += [Build(Kind.TEMPLE, cell) for cell in frozenset().union(*rims)]
    if supply.towers:
        rims = [settlement.rim for settlement in settlements if wants_a_tower(settlement)]
        high = (cell for cell in frozenset().union(*rims) if takes_a_tower(position.cells[cell].level))
        builds += [Build(Kind.TOWER, cell) for cell in high]
    return builds


def has_build(position: Position, seat: int, founding: str) -> bool:
    """Whether anything can be built at all (T-6.1)."""
    return bool(legal_builds(position, seat, founding))


def huts(position: Position, settlements: list[Settlement], founding: str) -> list[Build]:
    """The huts that may be founded, apart from the own settlements or anywhere."""
    touched = frozenset().union(*[settlement.rim for settlement in settlements]) if founding == "apart" else frozenset()
    cells = position.cells
    return [Build(Kind.HUT, cell) for cell in position.free - touched if takes_a_hut(cells[cell].level)]


def expansions(position: Position, seat: int, settlement: Settlement) -> Iterator[Build]:
    """The expansions of one settlement."""
    areas: dict[str, list[Cell]] = {}
    for cell in settlement.rim:
        areas.setdefault(position.cells[cell].terrain, []).append(cell)
    anchor = settlement.anchor
    for terrain, area in areas.items():
        if can_fill(position, seat, area):
            yield Build(Kind.EXPANSION, anchor, terrain)
