"""What follows from any change of the board: conflicts, own biomes that join, colossals that share (V-8, V-16.3)."""

from collections.abc import Callable, Iterable, Mapping

from games.hexes import Cell
from games.volcanique.rules.position.biomes import Biome
from games.volcanique.rules.position.effects import hurt_colossal, send_home
from games.volcanique.rules.position.pieces import Snapshot, Unit
from games.volcanique.rules.position.position import Position

Key = tuple[int, int, int, int, int]
Former = Callable[[Cell, int], Biome | None]


def settle_change(
    pos: Position,
    before: Snapshot,
    instigator: int,
    *,
    fresh: Iterable[Cell] = (),
    moved: Mapping[Cell, Cell] | None = None,
) -> None:
    """Resolve a change that `instigator` made since `before` (V-8.6).

    `fresh`: hexes whose tile was not visible before; `moved`: where hexes were before, by where they are now (V-8.3).
    """
    if not needs_settling(pos):
        return
    unseen, places = frozenset(fresh), moved or {}

    def former(cell: Cell, colour: int) -> Biome | None:
        """Return the biome in which a sector lay before."""
        return None if cell in unseen else before.biomes[colour].get(places.get(cell, cell))

    for biome, units in contested_biomes(pos):
        resolve_conflict(pos, biome, units, instigator, former_sectors(biome, former, before))
    if pos.options.own_join == "single":
        keep_single(pos, former)
    hurt_sharing_colossals(pos, before, former)


def needs_settling(pos: Position) -> bool:
    """Return whether any biome has more than one unit."""
    return any(len(units) > 1 for units in pos.holders().values())


def cooperate(pos: Position, one: int, other: int) -> bool:
    """V-16.5: whether two seats are the same or share biomes."""
    return one == other or (pos.has(one, "cooperative") and pos.has(other, "cooperative"))


def contested_biomes(pos: Position) -> list[tuple[Biome, list[Unit]]]:
    """V-8.3, V-8.7: the biomes in conflict, each with its units."""
    found = []
    for biome, units in pos.holders().items():
        if len(units) > 1:
            seats = {unit.seat for unit in units}
            if len(seats) > 1 and not all(pos.has(seat, "cooperative") for seat in seats):
                found.append((biome, units))
    return sorted(found, key=lambda each: (each[0].colour, min(each[0].cells)))


def former_sectors(biome: Biome, former: Former, before: Snapshot) -> dict[int, int]:
    """V-8.3 key 4: how many sectors of the biome lay in one that each seat controlled just before."""
    controllers: dict[Biome, set[int]] = {}
    for units in before.units.values():
        for unit in units:
            controllers.setdefault(before.biomes[unit.colour][unit.cell], set()).add(unit.seat)
    count: dict[int, int] = {}
    for cell in biome.cells:
        was = former(cell, biome.colour)
        for seat in controllers.get(was, ()) if was else ():
            count[seat] = count.get(seat, 0) + 1
    return count


def strength(pos: Position, units: Iterable[Unit]) -> int:
    """V-8.3 key 1, doubled: a pack of k counts k, a herd k + ½, anything else 0."""
    groups = [2 * unit.pieces + pos.has(unit.seat, "herding") for unit in units if unit.is_group]
    return max(groups, default=0)


def key_of(pos: Position, seat: int, units: list[Unit], instigator: int, part: int) -> Key:
    """V-8.3: what is compared, higher is better."""
    own = [unit for unit in units if unit.seat == seat]
    return (
        strength(pos, own),
        int(seat == instigator),
        sum(1 if unit.colossal else unit.pieces for unit in own),
        part,
        -pos.seats_from(instigator).index(seat),
    )


def resolve_conflict(pos: Position, biome: Biome, units: list[Unit], instigator: int, part: Mapping[int, int]) -> None:
    """V-8.3, V-8.4, V-8.8: the best key wins; the others go home, but for those who cooperate with the winner."""
    seats = {unit.seat for unit in units}
    winner = max(seats, key=lambda seat: key_of(pos, seat, units, instigator, part.get(seat, 0)))
    pos.tell("conflict", winner=winner, hexes=[list(cell) for cell in sorted(biome.cells)], colour=biome.colour)
    for unit in sorted(units):
        if not cooperate(pos, unit.seat, winner):
            send_home(pos, unit, "conflict")


def keep_single(pos: Position, former: Former) -> None:
    """V-8.2: of a player's units whose biomes have become one the strongest stays."""
    for biome, units in sorted(pos.holders().items(), key=lambda each: (each[0].colour, min(each[0].cells))):
        for seat in sorted({unit.seat for unit in units}):
            own = [unit for unit in units if unit.seat == seat]
            if len({former(unit.cell, biome.colour) for unit in own}) > 1:
                strongest = min(own, key=lambda unit: (-staying_weight(unit), unit.cell))
                for unit in sorted(own):
                    if unit != strongest:
                        send_home(pos, unit, "joined")


def staying_weight(unit: Unit) -> int:
    """V-8.2: what a unit counts when one of several has to stay."""
    return 4 if unit.colossal else unit.pieces


def hurt_sharing_colossals(
    pos: Position, before: Snapshot, former: Former, mover: tuple[Unit, Biome] | None = None
) -> None:
    """V-16.3: a colossal loses 1 hp in a biome that came to be shared. `mover`: who moved there, and out of which."""
    shared = [
        unit
        for units in pos.holders().values()
        if len({unit.seat for unit in units}) > 1
        for unit in units
        if unit.colossal
    ]
    for unit in sorted(shared):
        was = mover[1] if mover and mover[0] == unit else former(unit.cell, unit.colour)
        if was is None or len(seats_in(before, was)) < 2:
            hurt_colossal(pos, unit, "shared")


def seats_in(before: Snapshot, biome: Biome) -> set[int]:
    """Who controlled a biome just before."""
    return {unit.seat for cell in biome.cells for unit in before.units.get(cell, ()) if unit.colour == biome.colour}
