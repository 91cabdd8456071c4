"""What happens to critters and biomes when something changes (V-8), and small deeds that all rules share."""

from tests.volcanique.naive import facts
from tests.volcanique.naive.facts import Biome
from tests.volcanique.naive.grid import COLOURS, Hex
from tests.volcanique.naive.position import Position, Unit


def send_home(p: Position, unit: Unit, pieces: int | None = None) -> None:
    """Return pieces of a unit, or all, to their owner's hand (V-1.8)."""
    unit.pieces -= unit.pieces if pieces is None else pieces
    unit.colossal = unit.colossal and unit.pieces == 2
    if unit.pieces == 0:
        p.units.remove(unit)
    p.note("V-1.8")


def lose_hit_point(p: Position, unit: Unit) -> None:
    """Make a colossal a regular critter (V-16.3)."""
    send_home(p, unit, 1)
    p.note("V-16.3")


def wipe_out(p: Position, cell: Hex) -> None:
    """Send everybody on this hex home, sea critters too."""
    for unit in facts.units_on(p, cell):
        send_home(p, unit)
    p.sea.pop(cell, None)


def drown_on(p: Position, cells: set[Hex]) -> None:
    """Return sea critters to hand where land arrives (V-16.20)."""
    for cell in cells & set(p.sea):
        del p.sea[cell]
        p.note("V-16.20 land arrives")


def pay(p: Position, seat: int, letters: str) -> None:
    """Return resources to the supply (V-1.6)."""
    for colour in letters:
        p.resources[seat][colour] -= 1
        p.bank[colour] += 1


def gain(p: Position, seat: int, letters: str) -> None:
    """Take resources from the supply as far as it has them (V-12.3)."""
    for colour in letters:
        if p.bank[colour]:
            p.resources[seat][colour] += 1
            p.bank[colour] -= 1
        else:
            p.note("V-12.3")


class Before:
    """The biomes just before a change: by tile and colour, so that tiles may move (A-8)."""

    def __init__(self, p: Position) -> None:
        self.holders: dict[tuple[int, str], set[int]] = {}
        self.biome: dict[int, int] = {}
        self.controllers: dict[int, int] = {}
        self.kept = [stack[-1] for stack in p.stacks.values() if stack]  # keeps the identities in use
        for number, biome in enumerate(facts.biomes(p)):
            seats = facts.controllers(p, biome)
            for cell in biome.hexes:
                self.holders[id(facts.top_member(p, cell)), biome.colour] = seats
            for unit in facts.units_in(p, biome):
                self.biome[id(unit)] = number
                self.controllers[id(unit)] = len(seats)


def settle(p: Position, before: Before, instigator: int) -> None:
    """Apply V-8 after a change: conflicts, own joins, colossals that come to share."""
    for biome in facts.biomes(p):
        resolve_conflict(p, before, biome, instigator)
        if p.options.word("own_join") == "single":
            join_own(p, before, biome)
    share_colossals(p, before)


def strength(p: Position, unit: Unit) -> float:
    """Return the first part of the key (V-8.3): a pack k, a herd k and a half."""
    if facts.is_herd(p, unit):
        return unit.pieces + 0.5
    return unit.pieces if facts.is_pack(p, unit) else 0


def conflict_key(p: Position, before: Before, biome: Biome, seat: int, instigator: int) -> tuple[float, ...]:
    """Return the key of V-8.3 with A-8, higher is better."""
    own = [unit for unit in facts.units_in(p, biome) if unit.seat == seat]
    pieces = sum(1 if unit.colossal else unit.pieces for unit in own)
    ids = [(id(facts.top_member(p, cell)), biome.colour) for cell in biome.hexes]
    part = sum(seat in before.holders.get(one, set()) for one in ids)
    turn_order = -((seat - instigator) % p.options.players)
    return max(strength(p, unit) for unit in own), int(seat == instigator), pieces, part, turn_order


def resolve_conflict(p: Position, before: Before, biome: Biome, instigator: int) -> None:
    """Send the losers of a biome home (V-8.3, V-8.4)."""
    seats = sorted(facts.controllers(p, biome))
    if all(facts.cooperate(p, one, other) for one in seats for other in seats):
        return
    keys = {seat: conflict_key(p, before, biome, seat, instigator) for seat in seats}
    winner = max(seats, key=lambda seat: keys[seat])
    note_decider(p, sorted(keys.values(), reverse=True))
    for unit in facts.units_in(p, biome):
        if not facts.cooperate(p, unit.seat, winner):
            send_home(p, unit)
        elif unit.seat != winner:
            p.note("V-8.4 cooperator stays")


def note_decider(p: Position, keys: list[tuple[float, ...]]) -> None:
    """Count which part of the key decided (V-8.3)."""
    part = next(number for number in range(5) if keys[0][number] != keys[1][number])
    p.note(f"V-8.3({part + 1})", "V-8.4")


def join_own(p: Position, before: Before, biome: Biome) -> None:
    """Keep the strongest of the units that this change brought together (A-7)."""
    for seat in facts.controllers(p, biome):
        own = [unit for unit in facts.units_in(p, biome) if unit.seat == seat]
        if len({before.biome.get(id(unit)) for unit in own}) < 2:
            continue
        strongest = max(own, key=lambda unit: (4 if unit.colossal else unit.pieces, -unit.hex[0], -unit.hex[1]))
        p.note("A-7")
        for unit in own:
            if unit is not strongest:
                send_home(p, unit)


def share_colossals(p: Position, before: Before) -> None:
    """Take a hit point from each colossal that comes to share a biome (A-10)."""
    for unit in [unit for unit in p.units if unit.colossal]:
        now = len(facts.controllers(p, facts.biome_of(p, unit.sector)))
        if now > 1 and before.controllers.get(id(unit), 0) < 2:
            lose_hit_point(p, unit)
            p.note("A-10")


def place_unit(p: Position, seat: int, cell: Hex, colour: str) -> None:
    """Put a piece from hand on a sector."""
    p.units.append(Unit(seat, cell, colour))


def discard_auto(held: dict[str, int], count: int) -> str:
    """Return what a seat without a will discards: one by one the type held most; tie D, M, L (V-22.7)."""
    left, given = dict(held), []
    for _ in range(count):
        colour = facts.most_held(left, COLOURS[::-1])
        left[colour] -= 1
        given.append(colour)
    return "".join(sorted(given, key=COLOURS.index))


def pay_auto(held: dict[str, int], count: int) -> str:
    """Return what `auto` pays: one by one the type held most; tie L, M, D (V-22.5)."""
    left, given = dict(held), []
    for _ in range(count):
        colour = facts.most_held(left, COLOURS)
        left[colour] -= 1
        given.append(colour)
    return "".join(sorted(given, key=COLOURS.index))
