"""The smallest changes that everything else is made of: pieces, resources and tiles move; nothing is judged here."""

from collections.abc import Mapping

from games.hexes import Cell
from games.volcanique.rules.position.biomes import Stack, update_biomes
from games.volcanique.rules.position.pieces import Flow, Unit
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import Counts, add_resources, subtract_resources
from games.volcanique.rules.position.words import sector_words


def put_unit(pos: Position, unit: Unit) -> None:
    """Put a unit on its sector; one of its owner that stood there is replaced."""
    others = [one for one in pos.units.get(unit.cell, ()) if (one.colour, one.seat) != (unit.colour, unit.seat)]
    pos.units = {**pos.units, unit.cell: tuple(sorted([*others, unit]))}


def take_unit(pos: Position, unit: Unit) -> None:
    """Take a unit off its sector."""
    units = dict(pos.units)
    left = tuple(one for one in units[unit.cell] if one != unit)
    if left:
        units[unit.cell] = left
    else:
        del units[unit.cell]
    pos.units = units


def split_unit(pos: Position, unit: Unit, pieces: int) -> Unit:
    """V-5.6: take so many pieces off the board as a unit; the rest stays."""
    take_unit(pos, unit)
    if pieces < unit.pieces:
        put_unit(pos, unit._replace(pieces=unit.pieces - pieces, colossal=False))
    return unit._replace(pieces=pieces)


def change_hand(pos: Position, seat: int, pieces: int) -> None:
    """Add so many pieces to the hand of a seat; fewer than none are taken from it."""
    pos.hands = (*pos.hands[:seat], pos.hands[seat] + pieces, *pos.hands[seat + 1 :])


def send_home(pos: Position, unit: Unit, why: str, pieces: int | None = None) -> None:
    """V-1.8: a unit, or so many of its pieces, return to the hand of their owner."""
    count = unit.pieces if pieces is None else pieces
    split_unit(pos, unit, count)
    change_hand(pos, unit.seat, count)
    pos.tell("home", seat=unit.seat, sector=sector_words(unit.cell, unit.colour), pieces=count, why=why)


def send_sea_home(pos: Position, cell: Cell, why: str) -> None:
    """Return a sea critter there, if any, to the hand of its owner."""
    if cell not in pos.sea:
        return
    seat = pos.sea[cell]
    pos.sea = {other: owner for other, owner in pos.sea.items() if other != cell}
    change_hand(pos, seat, 1)
    pos.tell("home", seat=seat, hex=list(cell), pieces=1, why=why)


def clear_hex(pos: Position, cell: Cell, why: str) -> None:
    """Return every critter on a hex, of every owner, to hand."""
    for seat in pos.seats_from(pos.active):
        for unit in pos.units.get(cell, ()):
            if unit.seat == seat:
                send_home(pos, unit, why)
    send_sea_home(pos, cell, why)


def hurt_colossal(pos: Position, unit: Unit, why: str) -> Unit:
    """V-16.3: a colossal loses 1 hp: one piece returns to hand, a regular critter remains."""
    send_home(pos, unit, why, pieces=1)
    return unit._replace(pieces=1, colossal=False)


def relocate_unit(pos: Position, unit: Unit, cell: Cell, colour: int, how: str, *, joined: int = 0) -> Unit:
    """Move a whole unit, or pieces that were split off, to another sector, to so many pieces that it joins there."""
    moved = unit._replace(cell=cell, colour=colour, pieces=unit.pieces + joined)
    put_unit(pos, moved)
    pos.tell(
        "move",
        how=how,
        seat=unit.seat,
        **{"from": sector_words(unit.cell, unit.colour), "to": sector_words(cell, colour)},
        pieces=unit.pieces,
    )
    return moved


def pay_price(pos: Position, seat: int, price: Counts) -> None:
    """Move resources of a seat to the supply."""
    pos.held = (*pos.held[:seat], subtract_resources(pos.held[seat], price), *pos.held[seat + 1 :])
    pos.supply = add_resources(pos.supply, price)


def receive_resources(pos: Position, seat: int, what: Counts) -> None:
    """Move resources from the supply to a seat."""
    pos.held = (*pos.held[:seat], add_resources(pos.held[seat], what), *pos.held[seat + 1 :])
    pos.supply = subtract_resources(pos.supply, what)


def replace_stacks(pos: Position, changes: Mapping[Cell, Stack]) -> None:
    """Give hexes other stacks, an empty one for ocean; biomes follow (V-2.9)."""
    stacks = {**pos.stacks, **changes}
    for cell, stack in changes.items():
        if not stack:
            del stacks[cell]
    pos.stacks = stacks
    pos.biomes = update_biomes(stacks, pos.biomes, changes)


def replace_flow(pos: Position, flow: Flow) -> None:
    """Keep a flow as it is now; one that has ended and left nothing behind is forgotten."""
    keep = flow.state != "ended" or flow.trail
    others = [one for one in pos.flows if one.number != flow.number]
    pos.flows = tuple(sorted([*others, flow] if keep else others))


def take_tile(pos: Position, kind: int) -> None:
    """Take a land tile from the supply."""
    pos.tiles = (*pos.tiles[:kind], pos.tiles[kind] - 1, *pos.tiles[kind + 1 :])


def fill_crater(pos: Position, seat: int) -> None:
    """Put one more piece into the crater of a seat."""
    pos.craters = (*pos.craters[:seat], pos.craters[seat] + 1, *pos.craters[seat + 1 :])
