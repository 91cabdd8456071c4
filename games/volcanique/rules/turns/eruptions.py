"""Which volcanoes may be played (V-28.24): the plain ones, and all for a hex that a beginning names."""

import re
from collections.abc import Iterator
from typing import Final

from games.hexes import Cell, neighbours
from games.volcanique.rules.entries.actions import Erupt
from games.volcanique.rules.entries.grammar import HEX, hex_of
from games.volcanique.rules.lava.landslides import slide_targets
from games.volcanique.rules.lava.volcanoes import free_slots
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import legal_payments
from games.volcanique.rules.position.tiles import ROTATIONS, is_uno, kind_of
from games.volcanique.rules.steps.purchases import may_buy_more, price_now
from games.volcanique.rules.turns.possible import volcano_sites

NAMED: Final = re.compile(rf"V ({HEX})/")
Slide = tuple[Cell, Cell | None]


def possible_eruptions(pos: Position, seat: int, begin: str) -> Iterator[Erupt]:
    """Volcanoes that may be legal, without own migrations (V-22.1).

    Without a beginning the tile below keeps its rotation; lateral eruptions and landslides come with a hex.
    """
    if not may_buy_more(pos):
        return
    named = NAMED.match(begin)
    for plain in volcano_sites(pos, seat):
        cell, tile = plain.cell, pos.stacks[plain.cell][-1]
        if named is not None and hex_of(named[1]) != cell:
            continue
        rotations = rotations_of(tile) if begin else [tile % ROTATIONS]
        for price in legal_payments(price_now(pos, cell), pos.held[seat]):
            for slot in free_slots(pos, seat):
                for ending in possible_endings(pos, seat):
                    for arc, slide in possible_sides(pos, seat, cell, in_full=named is not None):
                        yield from (Erupt(cell, turn, price, slot, ending, arc, slide) for turn in rotations)


def rotations_of(tile: int) -> list[int]:
    """How the tile below may be turned."""
    return [0] if is_uno(kind_of(tile)) else list(range(ROTATIONS))


def possible_endings(pos: Position, seat: int) -> list[str]:
    """How the volcano may end the world, or not."""
    return ["", *(ending for ending in ("super", "winter") if pos.has(seat, ending) and not pos.in_end)]


def possible_sides(pos: Position, seat: int, cell: Cell, *, in_full: bool) -> list[tuple[int | None, Slide | None]]:
    """Return the lateral eruptions and landslides that may come with it."""
    arcs: list[int | None] = [None]
    slides: list[Slide | None] = [None]
    if in_full and pos.has(seat, "lateral"):
        arcs += range(6)
    if in_full and pos.has(seat, "landslide"):
        slides += all_slides(pos, cell)
    return [(arc, slide) for arc in arcs for slide in slides]


def all_slides(pos: Position, volcano: Cell) -> Iterator[Slide]:
    """Yield the landslides of a volcano."""
    for cell in neighbours(volcano):
        found = slide_targets(pos, volcano, cell)
        if pos.options.landslide_target == "choice":
            yield from ((cell, target) for target in found)
        elif found:
            yield cell, None
