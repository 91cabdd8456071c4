"""The course of the game: setup, turns, end (V-3, V-4, V-19, V-24)."""

import itertools
from collections.abc import Generator

from tests.volcanique.naive import changes, drifting, facts, judge, moving
from tests.volcanique.naive.asking import DEPARTURES, Run, Sent, migrate_from
from tests.volcanique.naive.buying import may_buy, note_crafty
from tests.volcanique.naive.changes import Before, drown_on, pay, settle
from tests.volcanique.naive.closing import collect, end_turn
from tests.volcanique.naive.ending import check_hand, trigger
from tests.volcanique.naive.erupting import activate
from tests.volcanique.naive.lava import erupt, has_active_flow, progress_all
from tests.volcanique.naive.notation import Action, read
from tests.volcanique.naive.position import Member, Position, Turn, Wait
from tests.volcanique.naive.setup import choose_bonus, set_up


def whole_game(p: Position, start: int | None = None) -> Run:
    """Play from the setup, or from the start of a seat's turn, to the end."""
    if start is None:
        yield from set_up(p)
    last = yield from play_normally(p, start or 0)
    if p.trigger and p.trigger.kind != "winter":
        last = yield from play_finals(p, p.trigger.seat)
    if p.trigger and p.trigger.kind == "super":
        last = p.trigger.seat
        yield from play_turn(p, last, "erupt")
    while has_active_flow(p):
        last = (last + 1) % p.options.players
        yield from play_turn(p, last, "cool")
        p.note("V-19.11")
    p.note("V-19.12")
    if any(p.craters[seat] and facts.has(p, seat, "exalted") for seat in facts.seat_order(p)):
        p.note("used exalted")
    p.reason = p.trigger.kind if p.trigger else "stall"
    p.wait = Wait("")


def play_normally(p: Position, start: int) -> Generator[None, Sent, int]:
    """Play until an end sequence follows; return the seat of the last turn."""
    for number in itertools.count(start):
        seat = number % p.options.players
        winter = p.trigger is not None
        yield from play_turn(p, seat, "winter" if winter else "normal")
        if p.trigger is None:
            if is_stalled(p):
                return seat
        elif p.trigger.kind != "winter" or winter_is_over(p):
            return seat
    raise AssertionError("turns go on")


def is_stalled(p: Position) -> bool:
    """Return whether nothing has happened for too long, or the game has lasted too long (A-1, A-35)."""
    if p.idle_turns >= p.options.number("stall_rounds") * p.options.players:
        p.note("V-19.6")
        return True
    if p.turns_begun >= 60 * p.options.players:
        p.note("A-35")
        return True
    return False


def winter_is_over(p: Position) -> bool:
    """Return whether all land is frozen and everybody had a turn (V-19.15, A-26)."""
    return p.turns_since_trigger >= p.options.players and set(facts.land(p)) <= p.frozen


def play_finals(p: Position, seat: int) -> Generator[None, Sent, int]:
    """Give every other player a final turn (V-19.7); return the seat of the last one."""
    others = facts.seat_order(p, seat)[1:]
    for other in others:
        yield from play_turn(p, other, "final")
        p.note("V-19.7")
    return others[-1]


def play_turn(p: Position, seat: int, mode: str) -> Run:
    """Play one turn from T0 to T6."""
    first = seat > 0 and p.turns_begun == seat
    p.active, p.turn = seat, Turn(mode)
    p.turns_begun += 1
    if first and mode != "cool":
        yield from choose_bonus(p, seat)
    if p.options.word("lava_timing") == "start":
        yield from progress_all(p)
    if mode == "erupt":
        erupt(p)
    elif seat not in p.departed:
        yield from act(p)
    p.turn.step = 5
    if mode in ("normal", "winter"):
        yield from collect(p, seat)
    p.turn.step = 6
    yield from end_turn(p)


def act(p: Position) -> Run:
    """Let the active player act in T1 to T4, or claim in a cool-down turn (A-22)."""
    p.turn.step = 3 if p.turn.mode == "cool" else 1
    p.turn.moves = 2 if facts.has(p, p.active, "agile") else 1
    at_start = True
    while p.active not in p.departed:
        if (at_start or p.options.on("auto_end")) and judge.only_end_is_left(p):
            p.note("A-22")
            return
        at_start = False
        p.wait = Wait("act")
        seat, text = yield
        if text == "E":
            p.note("V-4.5")
            return
        p.turn.acted |= text[:2] not in ("T ", "Z ")
        if text not in DEPARTURES:
            yield from perform(p, seat, read(text))
        if text == "K!":
            return


def perform(p: Position, seat: int, action: Action) -> Run:
    """Carry out one action and go on to the next step (A-23)."""
    if action.kind in drifting.POWER_OF:
        drifting.use_limited(p, seat, action)
        return
    p.turn.step = judge.step_of(p, action.kind)
    if action.kind == "V":
        yield from activate(p, seat, action)
    elif action.kind == "B":
        yield from lay(p, seat, action)
    else:
        DEEDS[action.kind](p, seat, action)
    if action.kind in ("B", "V", "I", "K", "K$", "K!", "C"):
        p.turn.busy = True
    if action.kind != "V":
        check_hand(p)
    advance(p, action)


def advance(p: Position, action: Action) -> None:
    """Leave T1 with the last move, T2 when nothing more may be bought (A-23, A-16)."""
    if action.kind in ("M", "F") and not p.turn.moves:
        p.turn.step = 2
    may_go_on = any(may_buy(p, p.active, item) for item in ("land", "volcano"))
    if action.kind in ("B", "V", "I") and p.turn.mode == "normal" and not may_go_on:
        p.turn.step = 3
    if action.kind[0] in "XUCW" and p.turn.step == 3:
        p.turn.started_t3 = True


def lay(p: Position, seat: int, action: Action) -> Run:
    """Buy a land tile and lay it (V-7)."""
    kind, rotation, cell = action.placed[0]
    on_soil = facts.is_soil(p, cell)
    pay(p, seat, action.pay)
    p.supply[kind] -= 1
    note_crafty(p)
    p.turn.items.append("soil" if on_soil else "land")
    p.note("V-7.1", f"V-6.8 item {len(p.turn.items)}", *(["V-14.11"] if on_soil else []))
    if not facts.total(p.supply):
        trigger(p, "land")
    yield from migrate_from(p, cell, [target[0] for _, target in action.migs])
    before = Before(p)
    p.stacks[cell].append(Member(kind, rotation))
    settle(p, before, seat)


def summon(p: Position, seat: int, action: Action) -> None:
    """Buy an island (V-11)."""
    pay(p, seat, action.pay)
    p.craters[seat] -= 3
    p.turn.items.append("island")
    for kind, rotation, cell in action.placed:
        p.supply[kind] -= 1
        p.stacks[cell] = [Member(kind, rotation)]
    drown_on(p, {cell for _, _, cell in action.placed})
    p.note(*(["V-11.3"] if action.pay else ["V-16.8 free island", "used exalted"]))
    if not facts.total(p.supply):
        trigger(p, "land")


def erode(p: Position, seat: int, action: Action) -> None:
    """Remove the top of a hex from the game (V-16.7, V-1.12)."""
    before = Before(p)
    p.removed.append(p.stacks[action.hex].pop().kind)
    settle(p, before, seat)
    p.note("V-16.7", "used erosion")


def claim(p: Position, seat: int, action: Action) -> None:
    changes.place_unit(p, seat, *action.target)
    p.note("V-9.1")


def upgrade(p: Position, seat: int, action: Action) -> None:
    """Make a critter colossal (V-16.3)."""
    unit = facts.unit_at(p, seat, action.target)
    assert unit
    pay(p, seat, action.pay)
    unit.pieces, unit.colossal = 2, True
    p.note("V-16.3 upgrade", "used colossal")


def go_to_sea(p: Position, seat: int, action: Action) -> None:
    """Put, move or land a sea critter (V-16.20)."""
    p.turn.at_sea = True
    p.note(f"V-16.20 {action.kind}", "used sea")
    if action.kind != "W+":
        del p.sea[action.hex]
    if action.kind == "W>":
        changes.place_unit(p, seat, *action.target)
    else:
        p.sea[action.onto or action.hex] = seat


def sacrifice(p: Position, seat: int, action: Action) -> None:
    """Put a piece into the crater: from the map, paid, or by a forced pass (V-10)."""
    if action.kind == "K":
        unit = facts.unit_at(p, seat, action.source)
        assert unit
        changes.send_home(p, unit, 1)
        p.turn.sacrificed = True
    if action.kind == "K$":
        pay(p, seat, action.pay)
        p.turn.paid_sacrifice = True
        p.note(*(["used frugal"] if len(action.pay) == 3 else []))
    p.craters[seat] += 1
    p.note({"K": "V-10.1", "K$": "V-10.2", "K!": "V-10.3"}[action.kind])


def buy_points(p: Position, seat: int, action: Action) -> None:
    pay(p, seat, action.pay)
    p.points[seat] += len(action.pay) // 3
    p.note(f"points in a {p.turn.mode} turn")


DEEDS = {
    "M": moving.move,
    "F": moving.move,
    "I": summon,
    "X": erode,
    "C": claim,
    "U": upgrade,
    "W+": go_to_sea,
    "W~": go_to_sea,
    "W>": go_to_sea,
    "K": sacrifice,
    "K$": sacrifice,
    "K!": sacrifice,
    "Q": buy_points,
}
