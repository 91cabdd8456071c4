"""Moves of T1: what is legal and what they do (V-5, V-16.2, V-16.10, V-16.11, V-16.17)."""

from tests.volcanique.naive import facts
from tests.volcanique.naive.answers import walk
from tests.volcanique.naive.changes import Before, send_home, share_colossals
from tests.volcanique.naive.grid import Sector, step
from tests.volcanique.naive.notation import Action
from tests.volcanique.naive.position import Position, Refused, Unit


def mover(p: Position, seat: int, action: Action) -> Unit:
    """Return the unit that is to move; raise Refused if it can't."""
    unit = facts.unit_at(p, seat, action.source)
    if unit is None:
        raise Refused("V-5.1", "No unit of this player stands there.")
    if unit.hex in p.frozen:
        raise Refused("V-5.5", "Frozen critters can't move.")
    if action.target not in facts.sectors_at(p, action.target[0]):
        raise Refused("V-5.1", "There is no such sector.")
    if action.target[0] in p.frozen:
        raise Refused("V-5.5", "Nothing moves onto frozen hexes.")
    return unit


def moving_pieces(unit: Unit, action: Action) -> int:
    """Return how many pieces go (V-5.6, A-41)."""
    if not action.word.startswith("*"):
        return unit.pieces
    count = int(action.word[1:])
    if not unit.is_group or count >= unit.pieces:
        raise Refused("A-41", "`*n` takes fewer than all pieces of a group.")
    return count


def reach(p: Position, unit: Unit) -> list[Sector]:
    """Return the sectors of another biome that a basic move may try (V-5.1(b), V-16.2(c))."""
    found = [sector for sector in facts.sectors_at(p, unit.hex) if sector != unit.sector]
    if facts.has(p, unit.seat, "agile"):
        beside = [step(unit.hex, way) for way in facts.matching(p, unit.hex, facts.edges_at(p, unit.hex))]
        found += [sector for cell in beside if cell not in p.frozen for sector in facts.sectors_at(p, cell)]
    return found


def check_move(p: Position, seat: int, action: Action) -> None:
    if not p.turn.moves:
        raise Refused("V-4.1", "No move is left.")
    unit = mover(p, seat, action)
    if action.word == "+":
        check_join(p, unit, action.target)
    else:
        check_plain(p, unit, moving_pieces(unit, action), action.target)


def check_plain(p: Position, unit: Unit, pieces: int, target: Sector) -> None:
    """Judge a move within the biome, into a free biome, or into one that others hold."""
    biome = facts.biome_of(p, target)
    if unit in facts.units_in(p, biome):
        if not facts.is_open(p, target, unit.seat):
            raise Refused("V-5.1", "Another unit of this player stands there.")
        return
    if target not in reach(p, unit):
        raise Refused("V-5.1", "The unit can't reach this sector.")
    if facts.controllers(p, biome):
        check_takeover(p, unit, pieces, facts.units_in(p, biome))


def check_takeover(p: Position, unit: Unit, pieces: int, residents: list[Unit]) -> None:
    """Judge entering a biome that is controlled (V-5.3, V-5.7, V-16.5)."""
    attacks = unit.is_group and pieces > 1 and facts.has(p, unit.seat, "pack")
    if any(other.seat == unit.seat for other in residents):
        raise Refused("V-5.3", "The player holds this biome already.")
    if not attacks and not facts.has(p, unit.seat, "cooperative"):
        raise Refused("V-5.3", "Somebody holds this biome.")
    for other in residents:
        if not facts.cooperate(p, unit.seat, other.seat) and not beats(p, pieces, attacks, other):
            raise Refused("V-5.7", "The unit is not strong enough.")


def beats(p: Position, pieces: int, attacks: bool, other: Unit) -> bool:
    """Return whether so many pieces take this unit over (V-5.7)."""
    if facts.is_herd(p, other) and not attacks:
        return False
    return pieces > (0 if other.is_single else other.pieces)


def check_join(p: Position, unit: Unit, target: Sector) -> None:
    """Judge a move that forms or enlarges a group (V-16.11, A-18)."""
    if not facts.powers(p, unit.seat) & {"herding", "pack"}:
        raise Refused("V-16.11", "This player has neither packs nor herds.")
    other = facts.unit_at(p, unit.seat, target)
    if not unit.is_single or other is None or other is unit or other.colossal:
        raise Refused("A-18", "A single critter joins another unit that is not colossal.")
    biome = facts.biome_of(p, target)
    if unit in facts.units_in(p, biome):
        return
    if not any(cell in biome.hexes and colour == biome.colour for cell, colour in reach(p, unit)):
        raise Refused("V-16.11", "The critter can't reach this biome.")


def check_flight(p: Position, seat: int, action: Action) -> None:
    """Judge a flight (V-16.10)."""
    if not facts.has(p, seat, "flying") or p.turn.flown or not p.turn.moves:
        raise Refused("V-16.10", "No flight is possible.")
    unit = mover(p, seat, action)
    moving_pieces(unit, action)
    if not facts.is_uncontrolled(p, action.target):
        raise Refused("V-16.10", "Somebody holds this biome.")


def move(p: Position, seat: int, action: Action) -> None:
    """Carry out `M` or `F`."""
    unit = facts.unit_at(p, seat, action.source)
    assert unit
    before = Before(p)
    note_move(p, unit, action)
    p.turn.moves -= 1
    p.turn.flown = p.turn.flown or action.kind == "F"
    if action.word == "+":
        other = facts.unit_at(p, seat, action.target)
        assert other
        p.units.remove(unit)
        other.pieces += 1
        return
    take_over(p, unit, action.target, moving_pieces(unit, action))
    walk(p, unit, action.target, moving_pieces(unit, action))
    share_colossals(p, before)


def take_over(p: Position, unit: Unit, target: Sector, pieces: int) -> None:
    """Send home whoever holds the biome that is entered and does not share it (V-5.7)."""
    residents = facts.units_in(p, facts.biome_of(p, target))
    if unit in residents:
        return
    if residents:
        p.note("used pack" if facts.is_pack(p, unit) and pieces > 1 else "used cooperative")
    for other in residents:
        if facts.cooperate(p, unit.seat, other.seat):
            p.note("V-16.5 sharing")
        else:
            p.note("V-5.7")
            send_home(p, other)


def note_move(p: Position, unit: Unit, action: Action) -> None:
    """Count the clause by which the unit moves."""
    if action.kind == "F":
        p.note("V-16.10", "used flying")
    elif action.word == "+":
        p.note("V-16.11")
    elif action.target[0] in facts.biome_of(p, unit.sector).hexes and action.target[1] == unit.colour:
        p.note("V-5.1(a)")
    else:
        p.note(*(["V-5.1(b)"] if action.target[0] == unit.hex else ["V-16.2(c)", "used agile"]))
    if action.word.startswith("*"):
        p.note("V-5.6")
    if p.turn.moves == 1 and facts.has(p, unit.seat, "agile"):
        p.note("V-16.2 two moves", "used agile")
