"""Sea critters: put, move or land one a turn (V-16.20)."""

from collections.abc import Iterator

from games.hexes import Cell, neighbours
from games.volcanique.rules.entries.actions import Land, PutToSea, Sail, Sector
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.effects import change_hand, put_unit
from games.volcanique.rules.position.geometry import distance, hexes_within
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.position import Position, Stage
from games.volcanique.rules.position.tiles import EDGES, SHOWN_COLOURS
from games.volcanique.rules.position.words import sector_words
from games.volcanique.rules.steps.claims import has_piece, is_in_time, settle_down

OFFSHORE = 3  # D-57


def may_sail(pos: Position, seat: int, action: object) -> bool:
    """V-16.20: once per turn, with the power."""
    return pos.has(seat, "sea") and not pos.sailed and pos.stage is not Stage.COOL


def is_free_sea(pos: Position, cell: Cell) -> bool:
    """Return whether a sea critter can go to this hex."""
    return (
        cell not in pos.stacks
        and cell not in pos.sea
        and not pos.is_frozen(cell)
        and any(distance(cell, land) <= OFFSHORE for land in pos.stacks)
    )


def puts_on_free_sea(pos: Position, seat: int, action: PutToSea) -> bool:
    """Return whether the hex is free."""
    return is_free_sea(pos, action.cell)


def has_own_sea_critter(pos: Position, seat: int, action: Sail | Land) -> bool:
    """Return whether an own sea critter is there, not frozen."""
    return pos.sea.get(action.start) == seat and not pos.is_frozen(action.start)


def is_unfrozen_free_sea(pos: Position, seat: int, action: Sail) -> bool:
    """Return whether the hex is free."""
    return is_free_sea(pos, action.end)


def lands_on_the_facing_sector(pos: Position, seat: int, action: Land) -> bool:
    """Return whether the sector owns the edge that faces the sea hex."""
    cell, colour = action.end
    stack, around = pos.stacks.get(cell), neighbours(cell)
    if stack is None or action.start not in around:
        return False
    return EDGES[stack[-1]][around.index(action.start)] == colour and not pos.is_frozen(cell)


def lands_in_the_wild(pos: Position, seat: int, action: Land) -> bool:
    """Return whether nobody controls the biome."""
    return not pos.units_in(*action.end)


def put_to_sea(pos: Position, seat: int, action: PutToSea) -> None:
    """Send a piece from hand to sea."""
    change_hand(pos, seat, -1)
    pos.sea = {**pos.sea, action.cell: seat}
    pos.sailed = True
    settle_down(pos)
    pos.tell("sea", seat=seat, to=list(action.cell))


def sail(pos: Position, seat: int, action: Sail) -> None:
    """Move a sea critter to another hex."""
    pos.sea = {cell: owner for cell, owner in pos.sea.items() if cell != action.start} | {action.end: seat}
    pos.sailed = True
    settle_down(pos)
    pos.tell("sail", seat=seat, **{"from": list(action.start)}, to=list(action.end))


def land(pos: Position, seat: int, action: Land) -> None:
    """Bring a sea critter ashore."""
    pos.sea = {cell: owner for cell, owner in pos.sea.items() if cell != action.start}
    put_unit(pos, Unit(*action.end, seat))
    pos.sailed = True
    settle_down(pos)
    pos.tell("land", seat=seat, **{"from": list(action.start)}, to=sector_words(*action.end))


IN_TIME = ("V-4.2", "It is too late for sea critters in this turn.", is_in_time)


POWER = ("V-16.20", "You need the power Sea critters, and use it once a turn.", may_sail)


FREE_SEA = "Sea critters go to free ocean that is not frozen, at most 3 hexes from land."


PUT_TO_SEA = Rule(
    PutToSea,
    (
        Clause(*IN_TIME),
        Clause(*POWER),
        Clause("V-16.20", "You have no critter in hand.", has_piece),
        Clause("V-16.20", FREE_SEA, puts_on_free_sea),
    ),
    put_to_sea,
)


SAIL = Rule(
    Sail,
    (
        Clause(*IN_TIME),
        Clause(*POWER),
        Clause("V-16.20", "None of your sea critters is there, or it is frozen.", has_own_sea_critter),
        Clause("V-16.20", FREE_SEA, is_unfrozen_free_sea),
    ),
    sail,
)


LAND = Rule(
    Land,
    (
        Clause(*IN_TIME),
        Clause(*POWER),
        Clause("V-16.20", "None of your sea critters is there, or it is frozen.", has_own_sea_critter),
        Clause(
            "V-16.20",
            "A sea critter lands on the biome whose edge faces its hex, and not on frozen land.",
            lands_on_the_facing_sector,
        ),
        Clause("V-16.20", "Somebody holds this biome.", lands_in_the_wild),
    ),
    land,
)


def sea_actions(pos: Position, seat: int) -> Iterator[PutToSea | Sail | Land]:
    """Sea actions that may be legal."""
    if not may_sail(pos, seat, None):
        return
    free = [cell for cell in hexes_within(pos.stacks, OFFSHORE) if is_free_sea(pos, cell)]
    yield from map(PutToSea, free)
    for start in (cell for cell, owner in pos.sea.items() if owner == seat):
        yield from (Sail(start, end) for end in free)
        for cell in neighbours(start):
            if pos.is_biome_land(cell):
                yield from (Land(start, Sector(cell, colour)) for colour in SHOWN_COLOURS[pos.stacks[cell][-1]])
