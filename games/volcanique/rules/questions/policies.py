"""V-22.5: the answers that are given for whoever leaves it to the rules. A fixed function of the open position."""

from games.hexes import Cell
from games.volcanique.rules.entries.actions import Answer, Reply, Sector
from games.volcanique.rules.position.biomes import Biome, grow_biome
from games.volcanique.rules.position.pieces import Unit
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import Counts, of_colour, resources_from_most_held
from games.volcanique.rules.position.waits import Inquiry, Question

LIGHT_FIRST = (0, 1, 2)
DARK_FIRST = (2, 1, 0)


def open_destinations(pos: Position, unit: Unit, away: tuple[Cell, ...]) -> list[Cell]:
    """V-7.3: the hexes of the open sectors of a unit's biome, but for those in `away`; it must not be frozen."""
    if pos.is_frozen(unit.cell):
        return []
    cells = pos.biomes[unit.colour][unit.cell].cells
    if len(cells) == 1:
        return []
    own = {other.cell for other in pos.units_in(unit.cell, unit.colour) if other.seat == unit.seat}
    found = sorted(cell for cell in cells if cell not in away and cell not in own)
    return found if pos.frost is None else [cell for cell in found if not pos.is_frozen(cell)]


def best_destination(pos: Position, inquiry: Inquiry, unit: Unit, cells: list[Cell]) -> Cell:
    """V-22.5, V-28.8: the first of the destinations in the order of preference."""
    fragments: dict[Cell, Biome] = {}
    for cell in cells:
        if cell not in fragments:
            fragment = grow_biome(pos.stacks, cell, unit.colour, inquiry.away)
            fragments |= dict.fromkeys(fragment.cells, fragment)

    def rank(cell: Cell) -> tuple[int, int, int, int, Cell]:
        """Return the lower the better."""
        critters = sum(other.pieces for other in inquiry.before.get(cell, ()))
        return -len(fragments[cell].cells), -fragments[cell].edges, critters, -pos.height(cell), cell

    return min(cells, key=rank)


def automatic_answer(pos: Position, inquiry: Inquiry, question: Question) -> Answer | Reply:
    """Return the answer to a question by the rule that everybody knows."""
    if question.unit is None:
        return auto_reply(pos, inquiry, question.kind, question.seat)
    return auto_answer(pos, inquiry, question, question.unit)


def auto_reply(pos: Position, inquiry: Inquiry, kind: str, seat: int) -> Reply:
    """Yes or no to DIVERT or BOMB."""
    return Reply(kind, wants_diversion(pos, inquiry, seat) if kind == "d" else wants_bomb(pos, inquiry, seat))


def auto_answer(pos: Position, inquiry: Inquiry, question: Question, unit: Unit) -> Answer:
    """Where a unit goes, and for what."""
    target = best_destination(pos, inquiry, unit, open_destinations(pos, unit, inquiry.away))
    answer = Answer(question.kind, Sector(unit.cell, unit.colour), Sector(target, unit.colour))
    return answer if question.kind in ("m", "c") else pieces_that_flee(pos, question, unit, answer)


def pieces_that_flee(pos: Position, question: Question, unit: Unit, answer: Answer) -> Answer:
    """V-22.5: as many pieces as can be paid; a colossal pays if it can, else it loses a hit point."""
    held, each = pos.held[unit.seat], flight_cost(pos, question.kind)
    payable = sum(held) // each
    if unit.colossal:
        return answer._replace(price=resources_from_most_held(held, each, LIGHT_FIRST) if payable else None)
    pieces = min(payable, unit.pieces)
    price = resources_from_most_held(held, pieces * each, LIGHT_FIRST)
    return answer._replace(pieces=pieces if pieces < unit.pieces else None, price=price)


def flight_cost(pos: Position, kind: str) -> int:
    """V-14.5, V-16.21: what a piece pays to flee."""
    return pos.options.volcanic_migration_cost if kind == "v" else 1


def critters_on(pos: Position, cell: Cell, seat: int) -> int:
    """How many pieces of a seat are on a hex, sea critters too (V-16.14)."""
    on_land = sum(unit.pieces for unit in pos.units.get(cell, ()) if unit.seat == seat)
    return on_land + (pos.sea.get(cell) == seat)


def has_critter(pos: Position, cell: Cell) -> bool:
    """Return whether any critter is on a hex, sea critters too."""
    return cell in pos.units or cell in pos.sea


def wants_diversion(pos: Position, inquiry: Inquiry, seat: int) -> bool:
    """V-22.5 DIVERT: unless a flank that the lava might take carries more own critters."""
    target, flanks = inquiry.about
    here = critters_on(pos, target, seat)
    return all(critters_on(pos, flank, seat) <= here for flank in flanks)


def wants_bomb(pos: Position, inquiry: Inquiry, seat: int) -> bool:
    """V-22.5 BOMB: if somebody else could be hit, and nobody of the own tribe."""
    around = inquiry.about[1]
    return not any(critters_on(pos, cell, seat) for cell in around) and any(has_critter(pos, cell) for cell in around)


def resources_to_discard(held: Counts, count: int) -> Counts:
    """V-22.7: what a seat that left discards."""
    return resources_from_most_held(held, count, DARK_FIRST)


def relief_colour(supply: Counts) -> int:
    """V-22.7: the type most left in the supply."""
    return max(LIGHT_FIRST, key=lambda colour: (supply[colour], -colour))


def default_bonus(supply: Counts, count: int) -> Counts:
    """V-22.7, V-28.14: light, medium, dark, one after the other, as far as the supply has them."""
    light, medium, dark = 0, 0, 0
    colour, left = 0, count
    while left:
        if supply[colour] > (light, medium, dark)[colour]:
            add = of_colour(colour)
            light, medium, dark = light + add[0], medium + add[1], dark + add[2]
            left -= 1
        colour = (colour + 1) % 3
    return light, medium, dark
