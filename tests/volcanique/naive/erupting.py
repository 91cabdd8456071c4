"""Buying a volcano, with everything that follows (V-13.3)."""

from tests.volcanique.naive import answers, changes, facts
from tests.volcanique.naive.asking import Run, ask, evacuate, react, roll
from tests.volcanique.naive.buying import is_volcano_target, note_crafty, slide_is_legal, slide_targets
from tests.volcanique.naive.changes import Before, settle
from tests.volcanique.naive.ending import check_hand, trigger
from tests.volcanique.naive.grid import CLASS_OF, Hex, around, step
from tests.volcanique.naive.lava import stand_volcano
from tests.volcanique.naive.notation import Action
from tests.volcanique.naive.position import Position


def activate(p: Position, seat: int, action: Action) -> Run:
    """Carry out `V` in the order of V-13.3."""
    held_before = facts.powers(p, seat)
    changes.pay(p, seat, action.pay)
    note_crafty(p)
    p.turn.items.append("volcano")
    p.note("V-13.3", f"V-6.2 {len(action.pay)} for a volcano")
    if action.word:
        trigger(p, action.word)
    yield from react(p, action.hex, [target[0] for _, target in action.migs])
    turn_secretly(p, action.hex, action.rotation)
    flow = stand_volcano(p, seat, action.hex)
    flow.state = "armed" if action.word == "super" else "volcano"
    unlock(p, seat, action.slot)
    check_hand(p)
    if action.arc is not None:
        yield from erupt_aside(p, seat, action.hex, action.arc)
    if action.slide is not None:
        yield from slide(p, seat, action)
    yield from bomb_all(p, action.hex, held_before)
    if action.word == "winter":
        p.frozen |= {action.hex, *around(action.hex)}
        p.note("V-19.13", "used winter")


def turn_secretly(p: Position, cell: Hex, rotation: int) -> None:
    """Turn the top tile; of an uno nothing is hidden (V-13.3(c), V-13.6)."""
    p.stacks[cell][-1].rotation = rotation
    if CLASS_OF[facts.top(p, cell)] != "uno":
        p.hidden.add(cell)
        p.note("V-13.6")


def unlock(p: Position, seat: int, slot: str) -> None:
    """Put a piece on the grid, or on the track (V-13.3(e)(f), V-15.4 to V-15.6)."""
    p.activations[seat] += 1
    if slot == "-":
        p.track[seat] += 1
        p.note("V-15.6" if p.options.on("powers") else "V-15.4")
        return
    p.slots[seat].append(slot)
    p.note("V-15.5", f"unlocked {p.grid[slot]}")


def erupt_aside(p: Position, seat: int, volcano: Hex, start: int) -> Run:
    """Roll for a second volcano (V-16.16)."""
    shown = yield from roll(p, 4)
    cell = step(volcano, start + shown - 1)
    if not is_volcano_target(p, cell):
        p.note("V-16.16 misfire")
        return
    p.note("V-16.16", "used lateral")
    yield from react(p, cell, [])
    tile = facts.top_member(p, cell)
    if CLASS_OF[tile.kind] != "uno":
        question = answers.rotate_question(p, cell, tile.rotation)
        text = yield from ask(p, seat, question)
        tile.rotation = int(text[-1])
        if seat not in p.departed:
            p.hidden.add(cell)
    stand_volcano(p, seat, cell)


def slide(p: Position, seat: int, action: Action) -> Run:
    """Let the named tile slide, if it still can (V-16.15, A-11)."""
    tile = action.slide
    assert tile
    if not slide_is_legal(p, action.hex, tile, action.onto):
        p.note("A-11 no longer legal")
        return
    found = slide_targets(p, action.hex, tile)
    target = action.onto or found[0]
    if action.onto is None and len(found) > 1:
        target = found[(yield from roll(p, len(found))) - 1]
    yield from evacuate(p, target, [tile])
    before = Before(p)
    p.stacks[target].append(p.stacks[tile].pop())
    for unit in facts.units_on(p, tile):
        unit.hex = target
        p.note("V-16.15 rides along")
    p.note("V-16.15", "used landslide")
    settle(p, before, seat)


def bomb_all(p: Position, volcano: Hex, held_before: set[str]) -> Run:
    """Offer every holder a magma bomb (V-16.18, V-13.4)."""
    for seat in facts.seat_order(p):
        holds = "magma" in held_before if seat == p.active else facts.has(p, seat, "magma")
        if not holds:
            continue
        if not any(facts.pieces_on(p, cell) for cell in around(volcano)):
            p.note("A-34")
            continue
        text = yield from ask(p, seat, answers.bomb_question(p, seat, volcano))
        p.note(f"V-16.18 {text}")
        p.replies.append((seat, "magma bomb", text == "b y"))
        if text == "b y":
            p.note("used magma")
            yield from bomb(p, volcano)


def bomb(p: Position, volcano: Hex) -> Run:
    """Roll a d6 and hit one neighbour (V-16.18)."""
    shown = yield from roll(p, 6)
    cell = step(volcano, shown - 1)
    for unit in facts.units_on(p, cell):
        if unit.colossal:
            changes.lose_hit_point(p, unit)
            p.note("V-16.18 colossal")
        else:
            changes.send_home(p, unit)
            p.note("V-16.18 hit")
    p.sea.pop(cell, None)
