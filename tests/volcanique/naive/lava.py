"""Lava: progress, diversion, cooling, soil (V-14, V-16.14)."""

from collections.abc import Generator

from tests.volcanique.naive import answers, facts
from tests.volcanique.naive.answers import lava_candidates
from tests.volcanique.naive.asking import Run, Sent, ask, evacuate, roll, uncover
from tests.volcanique.naive.changes import Before, send_home, settle
from tests.volcanique.naive.grid import Hex, around
from tests.volcanique.naive.position import Flow, Member, Position

ACTIVE = ("volcano", "lava")


def has_active_flow(p: Position) -> bool:
    """Return whether lava still has to flow or to cool (V-19.11)."""
    return any(flow.state in (*ACTIVE, "cooling") for flow in p.flows)


def progress_all(p: Position) -> Run:
    """Move every flow by one step, the lowest number first (V-14.1)."""
    for flow in [flow for flow in p.flows if flow.state in ACTIVE]:
        yield from progress(p, flow)


def progress(p: Position, flow: Flow) -> Run:
    """Move one flow (V-14.3)."""
    found = lava_candidates(p, flow)
    if not found:
        yield from pool(p, flow)
        return
    target = found[0]
    if len(found) > 1:
        target = found[(yield from roll(p, len(found))) - 1]
        target = yield from divert(p, flow, found, target)
    p.note("V-14.3" if len(found) > 1 else "V-14.3 no die")
    yield from evacuate(p, target, [])
    if p.options.word("hot_tiles") == "travel":
        yield from uncover(p, flow.hex)
    run_to(p, flow, target)


def run_to(p: Position, flow: Flow, target: Hex) -> None:
    """Put lava on the target and reopen the hex it came from (V-14.3(e) to (h), V-14.4)."""
    before, source, was_ocean = Before(p), flow.hex, not facts.is_land(p, target)
    merges = facts.is_hot(p, target)
    if not merges:
        p.stacks.setdefault(target, []).append(Member("lava"))
        flow.hex = target
        flow.visited.add(target)
    if p.options.word("hot_tiles") == "travel":
        p.stacks[source].pop()
    else:
        flow.trail.append(source)
        p.note("V-14.14")
    flow.state = "ended" if merges else "cooling" if was_ocean else "lava"
    p.note({"ended": "V-14.4", "cooling": "V-14.3(h)", "lava": "V-14.3(e)"}[flow.state])
    settle(p, before, flow.owner)


def pool(p: Position, flow: Flow) -> Run:
    """Let a flow without a way out harden (V-14.8)."""
    yield from uncover(p, flow.hex)
    p.stacks[flow.hex][-1].kind = "lava"
    flow.state = "cooling"
    p.note("V-14.8")


def divert(p: Position, flow: Flow, found: list[Hex], target: Hex) -> Generator[None, Sent, Hex]:
    """Ask the threatened holders one after the other (V-16.14, A-19)."""
    asked: set[int] = set()
    ring = around(flow.hex)
    while True:
        at = ring.index(target)
        flanks = [ring[at - 1], ring[(at + 1) % 6]]
        open_flanks = [cell for cell in flanks if cell in found]
        holders = [seat for seat in facts.seat_order(p) if facts.has(p, seat, "diversion")]
        holders = [seat for seat in holders if seat not in asked and facts.pieces_on(p, target, seat)]
        if not holders or not open_flanks:
            return target
        asked.add(holders[0])
        text = yield from ask(p, holders[0], answers.divert_question(p, holders[0], target, open_flanks))
        p.note(f"V-16.14 {text}")
        p.replies.append((holders[0], "diversion", text == "d y"))
        if text == "d y":
            p.note("used diversion")
            shown = yield from roll(p, 6)
            wanted = (flanks[0], flanks[0], target, target, flanks[1], flanks[1])[shown - 1]
            p.note("V-16.14 diverted" if wanted in open_flanks else "V-16.14 stays")
            target = wanted if wanted in found else target


def cool_down(p: Position) -> Run:
    """Turn cooled lava into soil, then lift what stands of ended flows (V-14.9, A-14, A-15)."""
    for flow in [flow for flow in p.flows if flow.state == "cooling"]:
        flow.state = "ended"
        harden(p, flow)
    for flow in p.flows:
        yield from lift(p, flow)


def harden(p: Position, flow: Flow) -> None:
    """Make soil of the last hex of a flow, or take its lava away (V-14.8, V-14.9)."""
    before = Before(p)
    vanishes = p.options.word("pooled_lava") == "vanish" and p.options.word("hot_tiles") == "travel"
    if vanishes and facts.height(p, flow.hex) > 1:
        p.stacks[flow.hex].pop()
        p.note("A-15")
        settle(p, before, flow.owner)
        return
    p.stacks[flow.hex][-1] = Member("soil")
    p.note("V-14.9")


def lift(p: Position, flow: Flow) -> Run:
    """Lift the hot tiles that an ended flow left standing (V-14.14, A-14)."""
    if flow.state != "ended" or flow.lifted or p.options.word("hot_tiles") != "cool_together":
        return
    flow.lifted = True
    for cell in flow.trail:
        yield from uncover(p, cell)
    before = Before(p)
    for cell in flow.trail:
        p.stacks[cell].pop()
    p.note("A-14 lifted")
    settle(p, before, flow.owner)


def stand_volcano(p: Position, seat: int, cell: Hex) -> Flow:
    """Put a volcano on a hex and begin its flow (V-13.3(d), V-13.8)."""
    p.stacks[cell].append(Member("volcano"))
    flow = Flow(seat, cell, visited={cell})
    p.flows.append(flow)
    return flow


def erupt(p: Position) -> None:
    """Let the armed volcano erupt (V-19.10)."""
    centre = next(flow for flow in p.flows if flow.state == "armed")
    centre.state = "volcano"
    for cell in around(centre.hex):
        for unit in facts.units_on(p, cell):
            send_home(p, unit)
            p.note("V-19.10 wiped out")
        p.sea.pop(cell, None)
    for cell in around(centre.hex):
        if facts.is_biome_land(p, cell):
            stand_volcano(p, centre.owner, cell)
    p.note("V-19.10", "used super")
