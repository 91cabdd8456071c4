"""What may be bought and where (V-6, V-7.1, V-11, V-13.1, V-17)."""

from tests.volcanique.naive import candidates, facts, prices
from tests.volcanique.naive.facts import total
from tests.volcanique.naive.grid import CLASS_OF, Hex, Sector, around, distance, edges, parts
from tests.volcanique.naive.notation import Action
from tests.volcanique.naive.position import Position, Refused, Unit
from tests.volcanique.naive.power_grid import available_slots


def may_buy(p: Position, seat: int, item: str) -> bool:
    """Return whether the turn allows one more item: `land`, `volcano` or `island` (V-6.6, V-6.8, V-6.9, V-16.6)."""
    items = p.turn.items
    if p.turn.mode == "final" or not items:
        return True
    if item == "island" or len(items) > 2 or items[0] != "soil" or "volcano" in items:
        return False
    return len(items) == 1 or items[1] == "soil" or facts.has(p, seat, "crafty")


def note_crafty(p: Position) -> None:
    """Count a purchase that only Crafty critters allow (V-16.6)."""
    items = p.turn.items
    if p.turn.mode != "final" and len(items) == 2 and items[1] != "soil":
        p.note("used crafty")


def check_may_buy(p: Position, seat: int, item: str) -> None:
    if not may_buy(p, seat, item):
        raise Refused("V-6.8", "Nothing more can be bought in this turn.")


def check_payment(p: Position, seat: int, item: str, pay: str) -> None:
    if not prices.is_price(item, pay):
        raise Refused("V-6.2", "This is not the price.")
    if not facts.can_pay(p, seat, pay):
        raise Refused("V-6.3", "The player does not hold this.")


def engaged_hexes(p: Position, seat: int) -> set[Hex] | None:
    """Return the tiles on which V-17 allows to build, soil aside; None: anywhere."""
    rule = p.options.word("engagement")
    if p.options.players == 2 or rule == "free":
        return None
    found = left_hexes(p, seat) if rule == "left" else symbiosis_hexes(p)
    if not found:
        p.note("V-17.5")
    return found or None


def left_hexes(p: Position, seat: int) -> set[Hex]:
    """Return the tiles of the player on the left and of everybody with many biomes (V-17.3)."""
    open_to = {(seat + 1) % p.options.players}
    for other in set(range(p.options.players)) - {seat}:
        if len(facts.controlled(p, other)) >= p.options.number("left_threshold"):
            open_to.add(other)
    return {unit.hex for unit in p.units if unit.seat in open_to}


def symbiosis_hexes(p: Position) -> set[Hex]:
    """Return the tiles of the leaders' biomes (V-17.4)."""
    critters = critters_on_land(p)
    leaders = [seat for seat, count in critters.items() if count == max(critters.values())]
    return {cell for seat in leaders for biome in facts.controlled(p, seat) for cell in biome.hexes}


def critters_on_land(p: Position) -> dict[int, int]:
    """Return every player's critters on land, a colossal as 1 (V-17.4, V-20.4)."""
    found = dict.fromkeys(range(p.options.players), 0)
    for unit in p.units:
        found[unit.seat] += 1 if unit.colossal else unit.pieces
    return found


def check_engaged(p: Position, seat: int, cell: Hex) -> None:
    allowed = engaged_hexes(p, seat)
    if allowed is not None and cell not in allowed and not facts.is_soil(p, cell):
        raise Refused("V-17", "The player may not build on this tile.")


def check_land(p: Position, seat: int, action: Action) -> None:
    check_may_buy(p, seat, "land")
    kind, rotation, cell = action.placed[0]
    if not p.supply[kind]:
        raise Refused("V-6.3", "No such tile is left.")
    if not facts.is_biome_land(p, cell) and not facts.is_soil(p, cell):
        raise Refused("V-7.1", "A tile lies on land that is not hot.")
    if not facts.matching(p, cell, edges(kind, rotation)):
        raise Refused("V-7.1", "No edge matches.")
    if cell in p.frozen:
        raise Refused("V-7.1", "This hex is frozen.")
    check_payment(p, seat, CLASS_OF[kind], action.pay)
    check_engaged(p, seat, cell)
    check_migrations(p, action, movers(p, seat, cell))


def movers(p: Position, seat: int, cell: Hex) -> list[Unit]:
    """Return the units on the hex for which the buyer has to choose, in their order (A-12)."""
    choosing = facts.seat_order(p, seat) if p.options.word("migration_chooser") == "builder" else [seat]
    every = [unit for owner in choosing for unit in facts.units_on(p, cell) if unit.seat == owner]
    return [unit for unit in every if len(facts.destinations(p, unit)) > 1]


def check_migrations(p: Position, action: Action, units: list[Unit]) -> None:
    """Judge the `m` parts: all or none (A-12)."""
    if not action.migs:
        return
    said: list[Sector] = [source for source, _ in action.migs]
    if said != [unit.sector for unit in units]:
        raise Refused("A-12", "All migrations are given, in their order, or none.")
    for unit, (_, target) in zip(units, action.migs, strict=True):
        if target not in facts.destinations(p, unit):
            raise Refused("V-7.3", "The unit can't migrate there.")


def is_volcano_target(p: Position, cell: Hex) -> bool:
    """Return whether a volcano may stand there, V-17 apart (V-13.1)."""
    return facts.is_biome_land(p, cell) and cell not in p.frozen


def check_volcano(p: Position, seat: int, action: Action) -> None:
    check_may_buy(p, seat, "volcano")
    if not is_volcano_target(p, action.hex):
        raise Refused("V-13.1", "A volcano stands on a land tile that is not frozen.")
    check_engaged(p, seat, action.hex)
    check_payment(p, seat, prices.volcano_price(p, action.hex), action.pay)
    if not facts.hand(p, seat) and not any(unit.seat == seat for unit in facts.units_on(p, action.hex)):
        raise Refused("D-58", "The player has no piece for the grid.")
    if action.rotation and CLASS_OF[facts.top(p, action.hex)] == "uno":
        raise Refused("A-43", "An uno is not turned.")
    check_slot(p, seat, action.slot)
    check_extras(p, seat, action)
    own = [unit for unit in facts.units_on(p, action.hex) if unit.seat == seat and unit.colossal]
    check_migrations(p, action, [unit for unit in own if len(facts.destinations(p, unit)) > 1])


def check_slot(p: Position, seat: int, slot: str) -> None:
    available = available_slots(p, seat)
    if slot not in (available or ["-"]):
        raise Refused("V-15.5", "This slot is not available.")


def check_extras(p: Position, seat: int, action: Action) -> None:
    """Judge super, winter, lateral eruption and landslide: by the powers held before (V-13.4)."""
    if action.word and (not facts.has(p, seat, action.word) or p.trigger):
        raise Refused("V-16.22", "This can't be declared.")
    if action.arc is not None and not facts.has(p, seat, "lateral"):
        raise Refused("V-16.16", "The player has no lateral eruption.")
    if action.slide is None:
        return
    if not facts.has(p, seat, "landslide"):
        raise Refused("V-16.15", "The player has no landslide.")
    if not slide_is_legal(p, action.hex, action.slide, action.onto):
        raise Refused("V-16.15", "Nothing can slide so.")


def slide_targets(p: Position, volcano: Hex, tile: Hex) -> list[Hex]:
    """Return where the tile may slide, as if the volcano already stood (V-16.15, A-11)."""
    if tile not in around(volcano) or not facts.is_biome_land(p, tile) or tile in p.frozen:
        return []
    return [
        cell
        for cell in around(tile)
        if (facts.is_biome_land(p, cell) or facts.is_soil(p, cell))
        and cell not in p.frozen
        and cell != volcano
        and facts.height(p, cell) < facts.height(p, tile)
    ]


def slide_is_legal(p: Position, volcano: Hex, tile: Hex, onto: Hex | None) -> bool:
    """Return whether the slide is legal as written: with a target exactly where it is chosen (A-11)."""
    found = slide_targets(p, volcano, tile)
    if p.options.word("landslide_target") == "choice":
        return onto in found
    return onto is None and bool(found)


def check_island(p: Position, seat: int, action: Action) -> None:
    check_may_buy(p, seat, "island")
    if not p.options.on("islands"):
        raise Refused("V-6.5", "There are no islands in this game.")
    if p.craters[seat] < 3:
        raise Refused("V-11.1", "The crater does not hold three pieces.")
    if prices.island_is_free(p, seat):
        if action.pay:
            raise Refused("V-6.2", "This island is free.")
    else:
        check_payment(p, seat, "island", action.pay)
    kinds = [kind for kind, _, _ in action.placed]
    if not kinds or len(kinds) != min(3, total(p.supply)) or any(kinds.count(k) > p.supply[k] for k in kinds):
        raise Refused("V-11.2", "Three tiles of the supply, or all that are left.")
    check_island_place(p, [cell for _, _, cell in action.placed])


def check_island_place(p: Position, cells: list[Hex]) -> None:
    """Judge where a new island lies (V-11.3, V-11.4, A-42)."""
    if cells != sorted(cells):
        raise Refused("A-42", "The tiles are sorted by q, then r.")
    if any(facts.is_land(p, cell) or cell in p.frozen or cell in p.sea for cell in cells):
        raise Refused("V-11.4", "The hexes are free ocean.")
    if len(parts(cells)) > 1 or len(set(cells)) < len(cells):
        raise Refused("V-11.3", "The hexes are not connected.")
    if min(distance(cell, other) for cell in cells for other in facts.land(p)) != 2:
        raise Refused("V-11.3", "Exactly one ocean hex lies between.")


def can_buy_anything(p: Position, seat: int) -> bool:
    """Return whether any purchase at all is legal: points are none."""
    tries = [("land", "B", check_land), ("volcano", "V", check_volcano), ("island", "I", check_island)]
    for item, kind, check in tries:
        if may_buy(p, seat, item) and any(is_legal(p, seat, check, a) for a in candidates.actions(p, seat, kind)):
            return True
    return False


def is_legal(p: Position, seat: int, check: "candidates.Check", action: Action) -> bool:
    try:
        check(p, seat, action)
    except Refused:
        return False
    return True
