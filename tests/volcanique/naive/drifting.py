"""The limited powers: Plates and Rift (V-16.13, V-16.19, V-16.24)."""

from tests.volcanique.naive import facts
from tests.volcanique.naive.changes import Before, drown_on, settle
from tests.volcanique.naive.grid import Hex, distance, parts, step, within
from tests.volcanique.naive.notation import Action
from tests.volcanique.naive.position import Position, Refused

POWER_OF = {"T": "plates", "Z": "rift"}


def period(p: Position) -> str:
    """Return which of the two uses is due (V-16.24)."""
    return "end" if p.trigger else "regular"


def is_usable(p: Position, seat: int, power: str) -> bool:
    """Return whether the seat has an unused use and may use it now (V-16.24, V-22.8, A-28)."""
    if p.turn.mode not in ("normal", "winter", "final") or seat in p.departed:
        return False
    if p.options.word("limited_timing") == "own_turn" and seat != p.active:
        return False
    return facts.has(p, seat, power) and (seat, power, period(p)) not in p.used


def is_quiet(p: Position) -> bool:
    """Return whether this is a quiet point (V-22.8, A-28)."""
    return p.wait.kind in ("act", "pick") and p.turn.mode in ("normal", "winter", "final")


def check_usable(p: Position, seat: int, action: Action) -> None:
    """Judge the power, its use and the moment, whatever the action says."""
    power = POWER_OF[action.kind]
    if any(question.kind in "mevcdb" for question in p.wait.questions.values()):
        raise Refused("V-22.2", "A question has to be answered first.")
    if not facts.has(p, seat, power):
        raise Refused({"plates": "V-16.13", "rift": "V-16.19"}[power], "The player does not have this power.")
    if (seat, power, period(p)) in p.used:
        raise Refused("V-16.24", "There is no use left.")
    if not is_quiet(p) or not is_usable(p, seat, power):
        raise Refused("V-22.8", "This power can't be used now.")


def island_of(p: Position, cell: Hex) -> set[Hex]:
    return next((island for island in facts.islands(p) if cell in island), set())


def check_plates(p: Position, seat: int, action: Action) -> None:
    check_usable(p, seat, action)
    island = island_of(p, action.hex)
    if not island:
        raise Refused("V-16.13", "There is no island.")
    if action.hex != min(island):
        raise Refused("A-42", "The island is named by its smallest hex.")
    others = set(facts.land(p)) - island
    for direction in map(int, action.word):
        moved = {step(cell, direction) for cell in island}
        if (island | moved) & p.frozen:
            raise Refused("A-3", "Nothing frozen moves or is entered.")
        if moved & others:
            raise Refused("V-16.13", "Another island lies there.")
        island = moved
        if within(island, 1) & others:
            return


def use_plates(p: Position, seat: int, action: Action) -> None:
    before, island = Before(p), island_of(p, action.hex)
    others = set(facts.land(p)) - island
    for direction in map(int, action.word):
        shift(p, island, direction)
        island = {step(cell, direction) for cell in island}
        p.note("V-16.13")
        if within(island, 1) & others:
            p.note("V-16.13 touching")
            break
    finish(p, seat, action, before)


def check_rift(p: Position, seat: int, action: Action) -> None:
    check_usable(p, seat, action)
    moved = action.hexes
    if moved != sorted(set(moved)):
        raise Refused("A-42", "The hexes are sorted by q, then r.")
    island = island_of(p, moved[0])
    if reason := why_no_rift(set(facts.land(p)), island, set(moved), int(action.word)):
        raise Refused("V-16.19", reason)
    if (set(moved) | {step(cell, int(action.word)) for cell in moved}) & p.frozen:
        raise Refused("A-3", "Nothing frozen moves or is entered.")


def why_no_rift(land: set[Hex], island: set[Hex], part: set[Hex], direction: int) -> str:
    """Return what is wrong with a rift, in the words of X-15 (V-16.19)."""
    if not part <= island:
        return "part of another island"
    rest = island - part
    if not rest:
        return "line must cut"
    if len(parts(part)) > 1 or len(parts(rest)) > 1:
        return "part not connected"
    moved = {step(cell, direction) for cell in part}
    if moved & (land - part):
        return "target is land"
    if min(distance(one, other) for one in moved for other in rest) < 2:
        return "still touching"
    return ""


def use_rift(p: Position, seat: int, action: Action) -> None:
    before = Before(p)
    shift(p, set(action.hexes), int(action.word))
    p.note("V-16.19")
    finish(p, seat, action, before)


def shift(p: Position, cells: set[Hex], direction: int) -> None:
    """Move hexes with everything on them by one step (V-14.13, A-29)."""

    def moved(cell: Hex) -> Hex:
        return step(cell, direction) if cell in cells else cell

    drown_on(p, {step(cell, direction) for cell in cells})
    p.stacks = {moved(cell): stack for cell, stack in p.stacks.items()}
    p.hidden = {moved(cell) for cell in p.hidden}
    for unit in p.units:
        unit.hex = moved(unit.hex)
    for flow in p.flows:
        if flow.hex in cells and flow.state != "ended":
            p.note("V-14.13")
        flow.hex = moved(flow.hex)
        flow.visited = {moved(cell) for cell in flow.visited}
        flow.trail = [moved(cell) for cell in flow.trail]


def finish(p: Position, seat: int, action: Action, before: Before) -> None:
    """Book the use and apply V-8 with the user as instigator."""
    p.note(f"used {POWER_OF[action.kind]}")
    p.used.add((seat, POWER_OF[action.kind], period(p)))
    p.note("V-16.24 regular" if p.trigger is None else "V-16.24 end sequence")
    if seat != p.active:
        p.note("V-22.8 out of turn")
    p.turn.busy = True
    settle(p, before, seat)


def use_limited(p: Position, seat: int, action: Action) -> None:
    """Carry out `T` or `Z`."""
    use = use_plates if action.kind == "T" else use_rift
    use(p, seat, action)
