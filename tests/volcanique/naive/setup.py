"""Setup: islands, starting resources, the bonus (V-3)."""

from tests.volcanique.naive import changes, deeds, facts
from tests.volcanique.naive.asking import Run, ask
from tests.volcanique.naive.grid import COLOURS, Hex, distance, hex_text, step, within
from tests.volcanique.naive.notation import read
from tests.volcanique.naive.position import Member, Position, Question, Refused, Unit, Wait

BASES: dict[int, list[Hex]] = {  # V-3.8
    2: [(0, 0), (4, 0)],
    3: [(0, 0), (4, 0), (0, 4)],
    4: [(0, 0), (4, 0), (0, 4), (4, -4)],
    5: [(4, 0), (0, 4), (-4, 4), (-4, 0), (0, -4)],
}


def set_up(p: Position) -> Run:
    """Lay out the islands and give the starting resources (V-3.3 to V-3.7)."""
    for seat in range(p.options.players):
        p.active = seat
        if p.options.word("setup_mode") == "preset":
            place_island(p, seat, preset_island(BASES[p.options.players][seat]))
            p.note("V-3.8")
            continue
        if seat not in p.departed:
            p.wait = Wait("setup")
            _, text = yield
        if seat in p.departed:
            text = auto_island(p, seat)
        place_island(p, seat, text)
        p.note("V-3.4")
    for unit in p.units:
        changes.gain(p, unit.seat, unit.colour)
        p.note("V-3.7")


def preset_island(base: Hex) -> str:
    """Return the setup action of the preset shape (V-3.8)."""
    return f"S L0@{hex_text(base)} LM2@{hex_text(step(base, 0))} LMD4@{hex_text(step(base, 1))} D"


def auto_island(p: Position, seat: int) -> str:
    """Return the preset shape on the first legal base, for a seat that has left (V-22.7)."""
    near = within(facts.land(p) or [(0, 0)], 7)
    for base in sorted(near, key=lambda cell: (distance(cell, (0, 0)), cell)):
        try:
            deeds.check_setup(p, seat, read(preset_island(base)))
        except Refused:
            continue
        return preset_island(base)
    raise AssertionError("there is always a base")


def place_island(p: Position, seat: int, text: str) -> None:
    """Carry out `S` (V-3.4, V-3.5)."""
    action = read(text)
    for kind, rotation, cell in action.placed:
        p.supply[kind] -= 1
        p.stacks[cell] = [Member(kind, rotation)]
    uno, duo, trio = action.placed
    mate = next(colour for colour in duo[0] if colour != uno[0])
    p.units += [Unit(seat, uno[2], uno[0]), Unit(seat, duo[2], mate), Unit(seat, trio[2], action.word)]


def choose_bonus(p: Position, seat: int) -> Run:
    """Let a player choose the bonus resources (V-3.7, A-25)."""
    count = min(p.options.number("bonus_resources"), facts.total(p.bank))
    ways = facts.hands_of(p.bank, count)
    if count:
        auto = f"G {auto_bonus(p, count)}"
        text = yield from ask(p, seat, Question("G", [f"G {way}" for way in ways], auto))
        changes.gain(p, seat, text[2:])
        p.note("V-3.7 bonus")


def auto_bonus(p: Position, count: int) -> str:
    """Return L, M, D, L, … as far as the supply has them (A-9)."""
    taken = dict.fromkeys(COLOURS, 0)
    while facts.total(taken) < count:
        for colour in COLOURS:
            if taken[colour] < p.bank[colour] and facts.total(taken) < count:
                taken[colour] += 1
    return facts.letters(taken)
