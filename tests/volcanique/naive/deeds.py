"""Setup, claims, upgrades, sea, erosion, sacrifices, points: what is legal (V-3.4, V-9, V-10, V-16, V-19.7)."""

from tests.volcanique.naive import facts, prices
from tests.volcanique.naive.buying import can_buy_anything
from tests.volcanique.naive.facts import Biome
from tests.volcanique.naive.grid import CLASS_OF, COLOURS, Hex, Sector, around, distance, edges, step
from tests.volcanique.naive.notation import Action
from tests.volcanique.naive.position import Member, Position, Refused


def check_setup(p: Position, seat: int, action: Action) -> None:
    cells = [cell for _, _, cell in action.placed]
    kinds = [kind for kind, _, _ in action.placed]
    if [CLASS_OF[kind] for kind in kinds] != ["uno", "duo", "trio"] or any(not p.supply[kind] for kind in kinds):
        raise Refused("V-3.4", "An island is an uno, a duo and a trio of the supply.")
    if len(set(cells)) < 3:
        raise Refused("V-3.4", "The tiles lie on three hexes.")
    check_setup_edges(p, action)
    check_setup_place(p, cells)
    if action.word not in trio_colours(action):
        raise Refused("V-3.5", "The third critter stands on a biome of its own.")


def facing(one: tuple[str, int, Hex], other: tuple[str, int, Hex]) -> bool:
    """Return whether two placed tiles touch with a matched edge."""
    for direction in range(6):
        if step(one[2], direction) == other[2]:
            return edges(*one[:2])[direction] == edges(*other[:2])[(direction + 3) % 6]
    return False


def check_setup_edges(p: Position, action: Action) -> None:
    uno, duo, trio = action.placed
    if not facing(uno, duo):
        raise Refused("V-3.4(a)", "The duo matches the uno.")
    if not facing(trio, uno) and not facing(trio, duo):
        raise Refused("V-3.4(b)", "The trio matches the uno or the duo.")


def check_setup_place(p: Position, cells: list[Hex]) -> None:
    if not p.stacks:
        if cells[0] != (0, 0):
            raise Refused("V-3.4(c)", "The first uno lies on 0,0.")
        return
    if min(distance(cell, other) for cell in cells for other in facts.land(p)) != 3:
        raise Refused("V-3.4(d)", "Exactly two ocean hexes lie between the islands.")


def trio_colours(action: Action) -> list[str]:
    """Return the colours of the trio whose biome holds neither of the first two critters (V-3.5)."""
    uno, duo, trio = action.placed
    mate = next(colour for colour in duo[0] if colour != uno[0])
    p = FreshIsland(action)
    held = [p.biome((uno[2], uno[0])), p.biome((duo[2], mate))]
    return [c for c in COLOURS if not any(trio[2] in biome.hexes and c == biome.colour for biome in held)]


class FreshIsland:
    """The three tiles of a setup action, alone on the map."""

    def __init__(self, action: Action) -> None:
        self.stacks = {cell: [Member(kind, rotation)] for kind, rotation, cell in action.placed}

    def biome(self, sector: Sector) -> Biome:
        return facts.biome_of(self, sector)


def check_claim(p: Position, seat: int, action: Action) -> None:
    cell = action.target[0]
    if not facts.hand(p, seat):
        raise Refused("V-9.1", "The player has no piece in hand.")
    if action.target not in facts.sectors_at(p, cell):
        raise Refused("V-9.4", "There is no such sector.")
    if cell in p.frozen:
        raise Refused("V-9.4", "This hex is frozen.")
    if facts.units_on(p, cell):
        raise Refused("V-9.1", "The tile is not empty.")
    if not facts.is_uncontrolled(p, action.target):
        raise Refused("V-9.1", "Somebody holds this biome.")


def check_upgrade(p: Position, seat: int, action: Action) -> None:
    unit = facts.unit_at(p, seat, action.target)
    if not facts.has(p, seat, "colossal"):
        raise Refused("V-16.3", "The player has no colossal critters.")
    if unit is None or not unit.is_single or unit.hex in p.frozen:
        raise Refused("V-16.3", "A single critter that is not frozen grows.")
    limit = p.options.number("colossal_limit")
    if limit and sum(own.seat == seat and own.colossal for own in p.units) >= limit:
        raise Refused("D-35", "The player has no further colossal.")
    if len(action.pay) != 4 or not facts.can_pay(p, seat, action.pay) or not facts.hand(p, seat):
        raise Refused("V-16.3", "It costs four resources and a piece from hand.")


def check_erosion(p: Position, seat: int, action: Action) -> None:
    cell = action.hex
    if not facts.has(p, seat, "erosion") or p.turn.started_t3:
        raise Refused("A-17", "Erosion comes first.")
    if facts.height(p, cell) < 2 or facts.is_hot(p, cell) or cell in p.frozen:
        raise Refused("V-16.7", "Nothing can be eroded here.")
    if facts.units_on(p, cell):
        raise Refused("V-16.7", "The tile is not empty.")
    if CLASS_OF.get(facts.top(p, cell)) == "uno" and not facts.is_uncontrolled(p, facts.sectors_at(p, cell)[0]):
        raise Refused("V-16.7", "An uno of a held biome stays.")


def check_sea(p: Position, seat: int, action: Action) -> None:
    if not facts.has(p, seat, "sea") or p.turn.at_sea:
        raise Refused("V-16.20", "No sea action is left.")
    if action.kind == "W+":
        if not facts.hand(p, seat):
            raise Refused("V-16.20", "The player has no piece in hand.")
        check_ocean(p, action.hex)
        return
    if p.sea.get(action.hex) != seat or action.hex in p.frozen:
        raise Refused("V-16.20", "No sea critter of the player can leave this hex.")
    if action.kind == "W~":
        assert action.onto
        check_ocean(p, action.onto)
    else:
        check_landing(p, action)


def check_ocean(p: Position, cell: Hex) -> None:
    if facts.is_land(p, cell) or cell in p.sea or cell in p.frozen:
        raise Refused("V-16.20", "This is no free ocean hex.")
    if min(distance(cell, other) for other in facts.land(p)) > 3:
        raise Refused("D-57", "This is too far from land.")


def check_landing(p: Position, action: Action) -> None:
    cell, colour = action.target
    if cell not in around(action.hex) or cell in p.frozen or not facts.is_biome_land(p, cell):
        raise Refused("V-16.20", "The critter can't land there.")
    if facts.edges_at(p, cell)[(around(action.hex).index(cell) + 3) % 6] != colour:
        raise Refused("V-16.20", "It lands on the sector that owns the edge.")
    if not facts.is_uncontrolled(p, action.target):
        raise Refused("V-16.20", "Somebody holds this biome.")


def check_crater(p: Position, seat: int) -> None:
    if not p.options.on("sacrifices") or p.craters[seat] >= 3:
        raise Refused("V-10.4", "The crater takes no further piece.")


def check_map_sacrifice(p: Position, seat: int, action: Action) -> None:
    check_crater(p, seat)
    unit = facts.unit_at(p, seat, action.source)
    if p.turn.sacrificed or unit is None or unit.hex in p.frozen:
        raise Refused("V-10.1", "No such piece can be sacrificed.")


def check_paid_sacrifice(p: Position, seat: int, action: Action) -> None:
    check_crater(p, seat)
    if p.turn.paid_sacrifice or not facts.hand(p, seat):
        raise Refused("V-10.2", "No such sacrifice is left.")
    if len(action.pay) != prices.sacrifice_price(p, seat) or not facts.can_pay(p, seat, action.pay):
        raise Refused("V-10.2", "This is not the price, or not held.")


def check_forced_pass(p: Position, seat: int, action: Action) -> None:
    check_crater(p, seat)
    if not facts.hand(p, seat):
        raise Refused("V-10.3", "The player has no piece in hand.")
    if p.turn.items or can_buy_anything(p, seat):
        raise Refused("V-6.7", "Something can be bought.")


def check_points(p: Position, seat: int, action: Action) -> None:
    if len(action.pay) not in (3, 6, 9) or not facts.can_pay(p, seat, action.pay):
        raise Refused("A-45", "Three resources buy a point.")
