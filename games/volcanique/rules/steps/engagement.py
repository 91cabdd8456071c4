"""Where one may build with three to five players (V-17)."""

from games.hexes import Cell
from games.volcanique.rules.position.position import Position


def may_build_at(pos: Position, seat: int, cell: Cell) -> bool:
    """V-17.1, V-17.2: whether the seat may build there, for all that this rule says."""
    if pos.options.players == 2 or pos.options.engagement == "free" or pos.is_soil(cell):
        return True
    permitted = buildable_hexes(pos, seat)
    return not permitted or cell in permitted


def buildable_hexes(pos: Position, seat: int) -> set[Cell]:
    """Return the hexes but for soil where the seat may build; if there are none the restriction is lifted (V-17.5)."""
    return by_left(pos, seat) if pos.options.engagement == "left" else by_leaders(pos)


def by_left(pos: Position, seat: int) -> set[Cell]:
    """V-17.3: tiles with a critter of the player to the left, or of one with many biomes."""
    targets = {(seat + 1) % pos.options.players}
    controlled: dict[int, int] = {}
    for units in pos.holders().values():
        for other in {unit.seat for unit in units}:
            controlled[other] = controlled.get(other, 0) + 1
    threshold = pos.options.left_threshold
    targets |= {other for other, count in controlled.items() if other != seat and count >= threshold}
    return {cell for cell, units in pos.units.items() if any(unit.seat in targets for unit in units)}


def by_leaders(pos: Position) -> set[Cell]:
    """V-17.4: tiles in the biomes of whoever has most critters on land."""
    critters = [0] * pos.options.players
    for units in pos.units.values():
        for unit in units:
            critters[unit.seat] += 1 if unit.colossal else unit.pieces
    most = max(critters)
    leaders = {seat for seat, count in enumerate(critters) if count == most}
    return {
        cell
        for biome, units in pos.holders().items()
        if any(unit.seat in leaders for unit in units)
        for cell in biome.cells
    }
