"""The end of a turn: resources, soil, frost (V-12, V-24.3)."""

from collections.abc import Generator

from tests.volcanique.naive import changes, drifting, facts
from tests.volcanique.naive.asking import DEPARTURES, Run, Sent
from tests.volcanique.naive.changes import pay
from tests.volcanique.naive.grid import COLOURS
from tests.volcanique.naive.lava import cool_down, lift, progress_all
from tests.volcanique.naive.notation import read
from tests.volcanique.naive.position import Position, Question, Wait


def collect(p: Position, seat: int) -> Run:
    """Collect, then relieve or discard (V-12)."""
    own = facts.controlled(p, seat)
    for biome in own:
        if any(unit.seat == seat and unit.hex not in p.frozen for unit in facts.units_in(p, biome)):
            changes.gain(p, seat, biome.colour)
            p.note("V-12.1" if len(facts.controllers(p, biome)) == 1 else "V-12.1 shared")
    for unit in p.units:
        if unit.seat == seat and facts.is_herd(p, unit) and unit.hex not in p.frozen:
            changes.gain(p, seat, unit.colour)
            p.note("V-12.2", "used herding")
    if not own and seat not in p.sea.values() and p.options.on("relief"):
        yield from relieve(p, seat)
    yield from discard(p, seat)


def relieve(p: Position, seat: int) -> Run:
    """Give one resource to a player without biomes (V-12.6)."""
    left = [colour for colour in COLOURS if p.bank[colour]]
    if left:
        auto = f"R +{facts.most_held(p.bank, COLOURS)}"
        text = yield from pick(p, seat, Question("R", [f"R +{colour}" for colour in left], auto))
        changes.gain(p, seat, text[3:])
        p.note("V-12.6")


def cap(p: Position, seat: int) -> int:
    """Return how much may be kept (V-12.4)."""
    raised = max(8 if facts.has(p, seat, "extra") else 0, 7 if facts.has(p, seat, "bountiful") else 0)
    return max(p.options.number("base_cap"), raised)


def discard(p: Position, seat: int) -> Run:
    """Discard what is over the cap (V-12.4)."""
    held = p.resources[seat]
    if min(facts.total(held), cap(p, seat)) > p.options.number("base_cap"):
        p.note("used extra" if facts.has(p, seat, "extra") else "used bountiful")
    over = facts.total(held) - cap(p, seat)
    if over > 0:
        ways = [f"R -{way}" for way in facts.hands_of(held, over)]
        text = yield from pick(p, seat, Question("R", ways, f"R -{changes.discard_auto(held, over)}"))
        pay(p, seat, text[3:])
        p.note(f"V-12.4 cap {cap(p, seat)}")


def pick(p: Position, seat: int, question: Question) -> Generator[None, Sent, str]:
    """Ask for `R`; limited powers may come between (A-28)."""
    if seat in p.departed or len(question.answers) == 1:
        return question.auto if seat in p.departed else question.answers[0]
    while True:
        p.wait = Wait("pick", {seat: question})
        who, text = yield
        if text in DEPARTURES:
            return question.auto
        if text[0] not in "TZ":
            return text
        drifting.use_limited(p, who, read(text))


def end_turn(p: Position) -> Run:
    """Cool lava, spread the winter, count idle turns (T6, V-24.3)."""
    yield from cool_down(p)
    if p.options.word("lava_timing") == "end":
        yield from progress_all(p)
        for flow in p.flows:
            yield from lift(p, flow)
        p.note("D-13 end")
    if p.trigger:
        if p.trigger.kind == "winter" and p.turns_since_trigger:
            p.frozen |= facts.beside_frozen(p)
            p.note("V-19.14")
        p.turns_since_trigger += 1
    p.idle_turns = 0 if p.turn.busy else p.idle_turns + 1
