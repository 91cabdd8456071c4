"""The limited powers (V-16.24, V-22.8), and one of them: Converging tectonic plates (V-16.13)."""

from collections.abc import Iterator, Mapping
from itertools import product

from games.hexes import Cell, neighbours
from games.volcanique.rules.entries.actions import Drift, Tear
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.biomes import NO_BIOMES, update_biomes
from games.volcanique.rules.position.effects import send_sea_home
from games.volcanique.rules.position.geometry import component, components, hex_beside
from games.volcanique.rules.position.position import Position, Stage
from games.volcanique.rules.position.settling import settle_change
from games.volcanique.rules.position.waits import Discard, Relief
from games.volcanique.rules.position.words import ordered_points

RIFT, PLATES = "rift", "plates"


def is_quiet(pos: Position) -> bool:
    """V-22.8: whether the game waits for the active player in a normal or final turn, and nobody is asked anything."""
    if pos.stage not in (Stage.NORMAL, Stage.FINAL):
        return False
    return pos.wait is None or isinstance(pos.wait, Relief | Discard)


def has_use_left(pos: Position, seat: int, power: str) -> bool:
    """V-16.24: whether the seat has not used the power in this period."""
    return (seat, power, pos.in_end) not in pos.limited


def is_permitted_turn(pos: Position, seat: int) -> bool:
    """V-22.8: whether the seat may use limited powers in the turn of whoever is active."""
    return pos.options.limited_timing == "anytime" or seat == pos.active


def may_use(pos: Position, seat: int, power: str) -> bool:
    """V-16.24, V-22.8: whether the seat has the power, unused in this period, at a quiet point of its time."""
    return (
        is_quiet(pos)
        and pos.has(seat, power)
        and has_use_left(pos, seat, power)
        and seat not in pos.left
        and is_permitted_turn(pos, seat)
    )


def may_use_any(pos: Position, seat: int) -> bool:
    """Return whether the seat may use a limited power now (V-28.6)."""
    return may_use(pos, seat, RIFT) or may_use(pos, seat, PLATES)


def relocate_hexes(pos: Position, moves: Mapping[Cell, Cell]) -> None:
    """Move hexes with everything on them; sea critters in their way go home (V-14.13)."""
    for cell in sorted(set(moves.values()) - moves.keys()):
        send_sea_home(pos, cell, "land")
    pos.stacks = {moves.get(cell, cell): stack for cell, stack in pos.stacks.items()}
    pos.units = {
        moves.get(cell, cell): tuple(unit._replace(cell=moves.get(cell, cell)) for unit in units)
        for cell, units in pos.units.items()
    }
    pos.hidden = {moves.get(cell, cell): entry for cell, entry in pos.hidden.items()}
    pos.flows = tuple(
        flow._replace(
            cell=moves.get(flow.cell, flow.cell),
            visited=frozenset(moves.get(cell, cell) for cell in flow.visited),
            trail=tuple(moves.get(cell, cell) for cell in flow.trail),
        )
        for flow in pos.flows
    )
    pos.biomes = update_biomes(pos.stacks, NO_BIOMES, pos.stacks)


def use_up(pos: Position, seat: int, power: str) -> None:
    """Use the power up for this period."""
    pos.limited |= {(seat, power, pos.in_end)}
    pos.busy = True
    if seat != pos.active:
        pos.committed = True


def island_steps(land: Mapping[Cell, object], island: set[Cell], path: tuple[int, ...]) -> list[set[Cell]]:
    """V-16.13: where the island lies after each step that is made. None leads onto land: islands that touch stop."""
    others, at = land.keys() - island, island
    made: list[set[Cell]] = []
    for direction in path:
        at = {hex_beside(cell, direction) for cell in at}
        made.append(at)
        if any(other in others for cell in at for other in neighbours(cell)):
            break
    return made


def power_of(action: Drift | Tear) -> str:
    """Return the limited power that an entry uses."""
    return PLATES if isinstance(action, Drift) else RIFT


def has_power(pos: Position, seat: int, action: Drift | Tear) -> bool:
    """Return whether the seat has unlocked the power."""
    return pos.has(seat, power_of(action))


def is_unused(pos: Position, seat: int, action: Drift | Tear) -> bool:
    """V-16.24: whether the power is unused in this period."""
    return has_use_left(pos, seat, power_of(action))


def is_in_permitted_turn(pos: Position, seat: int, action: Drift | Tear) -> bool:
    """V-22.8: whether it is the own turn, or the option does not ask for that."""
    return is_permitted_turn(pos, seat)


def is_at_quiet_point(pos: Position, seat: int, action: Drift | Tear) -> bool:
    """V-22.8: whether the game is at a quiet point."""
    return is_quiet(pos)


def is_land(pos: Position, seat: int, drift: Drift) -> bool:
    """Return whether an island is named."""
    return drift.cell in pos.stacks


def is_drift_thawed(pos: Position, seat: int, drift: Drift) -> bool:
    """V-16.19: whether no hex of the island, and none that it moves to, is frozen."""
    island = component(pos.stacks, drift.cell)
    return not any(pos.is_frozen(cell) for at in (island, *island_steps(pos.stacks, island, drift.path)) for cell in at)


def drift_island(pos: Position, seat: int, drift: Drift) -> None:
    """Move the island step by step, then settle what it joins."""
    before, island = pos.snapshot, component(pos.stacks, drift.cell)
    at, made = {cell: cell for cell in island}, island_steps(pos.stacks, island, drift.path)
    for direction, _ in zip(drift.path, made, strict=False):
        relocate_hexes(pos, {cell: hex_beside(cell, direction) for cell in at})
        at = {hex_beside(cell, direction): was for cell, was in at.items()}
    use_up(pos, seat, PLATES)
    pos.tell(
        "plates", seat=seat, hexes=ordered_points(island), to=ordered_points(at), path=list(drift.path[: len(made)])
    )
    settle_change(pos, before, seat, moved=at)


def canonical_drift(pos: Position, drift: Drift) -> Drift:
    """V-23.1: named by the smallest hex of the island."""
    if drift.cell not in pos.stacks:
        return drift
    return drift._replace(cell=min(component(pos.stacks, drift.cell)))


USED_UP = ("V-16.24", "You have used this power already: it can be used once before the end begins, and once after.")
OWN_TURN = ("V-22.8", "In this game you can use it in your own turn only.")
QUIET_POINT = ("V-22.8", "It can be used only while an action of a normal or final turn is awaited.")
DRIFT = Rule(
    Drift,
    (
        Clause("V-16.13", "You need the power Converging tectonic plates.", has_power),
        Clause(*USED_UP, is_unused),
        Clause(*OWN_TURN, is_in_permitted_turn),
        Clause(*QUIET_POINT, is_at_quiet_point),
        Clause("V-16.13", "There is no island there.", is_land),
        Clause("V-19.16", "Frozen hexes do not move, and nothing moves onto them.", is_drift_thawed),
    ),
    drift_island,
)


def possible_drifts(pos: Position, seat: int) -> Iterator[Drift]:
    """Return the uses of Plates that may be legal."""
    if may_use(pos, seat, PLATES):
        for island in components(pos.stacks):
            for path in (*product(range(6)), *product(range(6), repeat=2)):
                yield Drift(min(island), path)
