"""Questions to owners of threatened critters: all legal answers, what `auto` says, what an answer does (V-22)."""

from tests.volcanique.naive import changes, facts
from tests.volcanique.naive.grid import Hex, Sector, hex_text, read_sector, sector_text, step
from tests.volcanique.naive.position import Flow, Position, Question, Unit

Crowd = dict[Hex, int]


def crowd(p: Position) -> Crowd:
    """Return the pieces on each hex: what `auto` looks at all through an event (A-13)."""
    return {cell: facts.pieces_on(p, cell) for cell in p.stacks}


def best_destination(p: Position, unit: Unit, barred: list[Hex], before: Crowd) -> Sector:
    """Return the destination that `auto` takes (V-22.5)."""
    biome = facts.biome_of(p, unit.sector)

    def rank(sector: Sector) -> tuple[int, ...]:
        cell = sector[0]
        fragment = connected(p, biome.hexes - {unit.hex, *barred}, sector)
        edges = facts.edge_count(p, biome, fragment)
        return len(fragment), edges, -before.get(cell, 0), facts.height(p, cell), -cell[0], -cell[1]

    return max(facts.destinations(p, unit, *barred), key=rank)


def connected(p: Position, cells: frozenset[Hex], sector: Sector) -> frozenset[Hex]:
    """Return the part of these hexes that matched edges connect with the sector."""
    found, edge = {sector[0]}, [sector]
    while edge:
        new = [other for other in facts.linked(p, edge.pop()) if other[0] in cells - found]
        found |= {cell for cell, _ in new}
        edge += new
    return frozenset(found)


def migrate_question(p: Position, unit: Unit, before: Crowd) -> Question | None:
    """Return what the owner is asked; None where nothing is to be chosen, and then it is done (V-22.3)."""
    found = facts.destinations(p, unit)
    if len(found) > 1:
        best = best_destination(p, unit, [], before)
        return Question("m", [route("m", unit, sector) for sector in found], route("m", unit, best), "migrate")
    if found:
        unit.hex = found[0][0]
        p.note("V-22.3")
    else:
        changes.send_home(p, unit)
        p.note("V-7.3 no destination")
    return None


def route(letter: str, unit: Unit, sector: Sector) -> str:
    return f"{letter} {sector_text(unit.sector)}>{sector_text(sector)}"


def flee_answers(p: Position, letter: str, unit: Unit, found: list[Sector], price: int) -> list[str]:
    """Return every way to flee, without declining."""
    held = p.resources[unit.seat]
    most = 1 if unit.colossal else unit.pieces
    answers = []
    for sector in found:
        for pieces in range(1, most + 1):
            count = f"*{pieces}" if pieces < most else ""
            answers += [f"{route(letter, unit, sector)}{count} ${way}" for way in facts.hands_of(held, pieces * price)]
    return answers


def flee_auto(p: Position, letter: str, unit: Unit, best: Sector, price: int) -> str | None:
    """Return how `auto` flees: as many pieces as can be paid (V-22.5); None if it can pay for none."""
    held, most = p.resources[unit.seat], 1 if unit.colossal else unit.pieces
    pieces = min(most, facts.total(held) // price)
    if not pieces:
        return None
    count = f"*{pieces}" if pieces < most else ""
    return f"{route(letter, unit, best)}{count} ${changes.pay_auto(held, pieces * price)}"


def evacuate_question(p: Position, unit: Unit, barred: list[Hex], before: Crowd) -> Question | None:
    """Return what the owner of a unit under lava is asked (V-14.5, V-14.6); None: it can't flee."""
    found = facts.destinations(p, unit, *barred)
    if not found or not (unit.colossal or facts.total(p.resources[unit.seat])):
        return None
    best = best_destination(p, unit, barred, before)
    answers = flee_answers(p, "e", unit, found, 1)
    auto = flee_auto(p, "e", unit, best, 1) or f"{route('e', unit, best)} hp"
    if unit.colossal:
        answers += [f"{route('e', unit, sector)} hp" for sector in found]
    answers.append(f"e {sector_text(unit.sector)}>-")
    return Question("e", answers, auto, "evacuate")


def volcano_question(p: Position, unit: Unit, before: Crowd) -> Question | None:
    """Return what a holder of Volcanic migration is asked (V-16.21, A-6)."""
    price = p.options.number("volcanic_migration_cost")
    found = facts.destinations(p, unit)
    if not found or facts.total(p.resources[unit.seat]) < price:
        return None
    answers = [*flee_answers(p, "v", unit, found, price), f"v {sector_text(unit.sector)}>-"]
    auto = flee_auto(p, "v", unit, best_destination(p, unit, [], before), price)
    return Question("v", answers, auto or answers[-1], "vmigrate")


def colossal_question(p: Position, unit: Unit, before: Crowd) -> Question | None:
    """Return where the colossal under a volcano may go (V-16.3); one destination is taken at once."""
    found = facts.destinations(p, unit)
    if len(found) > 1:
        best = best_destination(p, unit, [], before)
        return Question("c", [route("c", unit, sector) for sector in found], route("c", unit, best), "colossal")
    if found:
        flee_with_hit(p, unit, found[0])
        p.note("V-22.3")
    return None


def flee_with_hit(p: Position, unit: Unit, sector: Sector) -> None:
    """Move a colossal, which loses a hit point by it (V-16.3, V-14.6)."""
    changes.lose_hit_point(p, unit)
    unit.hex = sector[0]


def carry_out(p: Position, unit: Unit, text: str) -> None:
    """Do what an answer m, e, v or c about a unit says."""
    letter, way, *rest = text.split(" ")
    p.note({"m": "V-7.3", "e": "V-14.5", "v": "V-16.21", "c": "V-16.3 volcano"}[letter])
    target = way.split(">")[1]
    if target == "-":
        p.note(f"{letter} declined")
        return
    p.note(*(["used migration"] if letter == "v" else []))
    place, _, count = target.partition("*")
    if rest and rest[0] == "hp":
        p.note("V-14.6")
    elif rest:
        changes.pay(p, unit.seat, rest[0].removeprefix("$"))
    if letter == "c" or rest == ["hp"]:
        flee_with_hit(p, unit, read_sector(place))
    else:
        walk(p, unit, read_sector(place), int(count or unit.pieces))


def walk(p: Position, unit: Unit, sector: Sector, pieces: int) -> Unit:
    """Move pieces of a unit, or all of it, to a free sector; return what has moved (V-5.6)."""
    if pieces == unit.pieces:
        unit.hex, unit.colour = sector
        return unit
    unit.pieces -= pieces
    moved = Unit(unit.seat, *sector, pieces)
    p.units.append(moved)
    return moved


def divert_question(p: Position, seat: int, target: Hex, flanks: list[Hex]) -> Question:
    """Return the question of V-16.14; `auto` refuses where a flank has more own critters."""
    own = facts.pieces_on(p, target, seat)
    worse = any(facts.pieces_on(p, flank, seat) > own for flank in flanks)
    return Question("d", ["d n", "d y"], "d n" if worse else "d y", "divert")


def bomb_question(p: Position, seat: int, centre: Hex) -> Question:
    """Return the question of V-16.18; `auto` bombs where only others can be hit."""
    ring = [step(centre, direction) for direction in range(6)]
    own = any(facts.pieces_on(p, cell, seat) for cell in ring)
    others = any(facts.seats_on(p, cell) - {seat} for cell in ring)
    return Question("b", ["b n", "b y"], "b y" if others and not own else "b n", "bomb")


def rotate_question(p: Position, cell: Hex, kept: int) -> Question:
    """Return the question for the secret rotation of a lateral eruption (V-23.2)."""
    texts = [f"VR {hex_text(cell)}/{rotation}" for rotation in range(6)]
    return Question("VR", texts, texts[kept])


def lava_candidates(p: Position, flow: Flow) -> list[Hex]:
    """Return where the lava may go, clockwise from the east (V-14.2)."""
    ground = p.options.word("lava_height") == "ground"

    def level(cell: Hex) -> int:
        stack = p.stacks.get(cell, [])
        return sum(not (ground and member.kind in ("volcano", "lava")) for member in stack)

    beside = [step(flow.hex, direction) for direction in range(6)]
    lower = [cell for cell in beside if level(cell) < level(flow.hex) and cell not in flow.visited]
    on_land = [cell for cell in lower if facts.is_land(p, cell)]
    if on_land and len(on_land) < len(lower) and p.options.on("lava_prefers_land"):
        p.note("A-75")
        return on_land
    return lower
