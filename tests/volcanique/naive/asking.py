"""Where the game stops: for an answer, a die, an uncovered tile (V-22, A-60).

A generator of this package yields whenever `p.wait` says what is awaited, and is sent the seat and its text.
"""

from collections.abc import Callable, Generator

from tests.volcanique.naive import answers, changes, facts
from tests.volcanique.naive.answers import Crowd
from tests.volcanique.naive.grid import Hex, hex_text
from tests.volcanique.naive.position import Position, Question, Unit, Wait

DEPARTURES = ("resign", "timeout")
Sent = tuple[int, str]
Run = Generator[None, Sent, None]


def ask(p: Position, seat: int, question: Question) -> Generator[None, Sent, str]:
    """Ask one seat and return its answer; whoever has left answers by `auto` (V-22.7)."""
    if seat in p.departed:
        p.note("V-22.7 auto")
        return question.auto
    if len(question.answers) == 1:
        p.note("V-22.3")
        return question.answers[0]
    p.turn.asked += question.kind in ("d", "b")
    p.wait = Wait("answers", {seat: question})
    _, text = yield
    return question.auto if text in DEPARTURES else text


def roll(p: Position, sides: int) -> Generator[None, Sent, int]:
    """Roll a die as an entry of the active seat (A-60)."""
    shown = p.dice.roll(sides)
    p.wait = Wait("die", {p.active: Question("D", [f"D {shown}"], f"D {shown}")})
    p.note(f"V-21.2 d{sides}")
    yield
    return shown


def uncover(p: Position, cell: Hex) -> Run:
    """Show the tile under a volcano, if that was a secret (V-13.7, A-60)."""
    if cell not in p.hidden:
        return
    text = f"O {hex_text(cell)}/{p.stacks[cell][-2].rotation}"
    p.wait = Wait("uncover", {p.active: Question("O", [text], text)})
    p.note("V-13.7")
    yield
    p.hidden.discard(cell)


class Concern:
    """What one seat has to decide in an event, unit after unit (A-13)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.left: list[tuple[Unit, list[Callable[[Unit], Question | None]]]] = []
        self.unit: Unit | None = None

    def next_question(self) -> Question | None:
        """Return the next question that has two answers; what has fewer is done on the way."""
        while self.left:
            self.unit, kinds = self.left[0]
            if not kinds:
                self.left.pop(0)
            elif question := kinds.pop(0)(self.unit):
                return question
        return None

    def answered(self, p: Position, text: str) -> None:
        """Carry an answer out; only a refusal to flee leads to the next question about the same unit (A-6)."""
        assert self.unit
        answers.carry_out(p, self.unit, text)
        if not text.endswith(">-"):
            self.left.pop(0)


def ask_all(p: Position, concerns: list[Concern]) -> Run:
    """Ask all owners of one event at the same time (V-22.2, A-13)."""
    open_questions: dict[int, Question] = {}
    by_seat = {concern.seat: concern for concern in concerns}
    for seat in by_seat:
        advance(p, by_seat[seat], open_questions)
    p.turn.asked += bool(open_questions)
    if len(open_questions) > 1:
        p.note("V-22.2")
    while open_questions:
        p.wait = Wait("answers", open_questions)
        seat, text = yield
        question = open_questions.pop(seat)
        by_seat[seat].answered(p, question.auto if text in DEPARTURES else text)
        advance(p, by_seat[seat], open_questions)


def advance(p: Position, concern: Concern, open_questions: dict[int, Question]) -> None:
    """Put the next question of a seat; whoever has left answers by `auto`."""
    while question := concern.next_question():
        if concern.seat not in p.departed:
            open_questions[concern.seat] = question
            return
        p.note("V-22.7 auto")
        concern.answered(p, question.auto)


def concerns_of(p: Position, units: list[Unit]) -> list[Concern]:
    """Return one concern for each owner, in seat order from the active player."""
    return [Concern(seat) for seat in facts.seat_order(p) if any(unit.seat == seat for unit in units)]


def migrate_from(p: Position, cell: Hex, said: list[Hex]) -> Run:
    """Let everybody on the hex migrate; `said` are targets given in the action (V-7.3, A-12)."""
    before, units = answers.crowd(p), facts.units_on(p, cell)
    builder = p.options.word("migration_chooser") == "builder"
    ordered = [unit for seat in facts.seat_order(p) for unit in units if unit.seat == seat]
    choosing = [unit for unit in ordered if len(facts.destinations(p, unit)) > 1]
    mine = [unit for unit in choosing if builder or unit.seat == p.active]
    for unit, target in zip(mine, said, strict=False):
        unit.hex = target
        p.note("A-12")
    concerns = concerns_of(p, units)
    if builder:
        p.note("V-7.4 builder")
        concerns = [Concern(p.active)]
    for concern in concerns:
        every = [unit for unit in ordered if builder or unit.seat == concern.seat]
        concern.left = [
            (unit, [lambda unit: answers.migrate_question(p, unit, before)]) for unit in every if unit.hex == cell
        ]
    yield from ask_all(p, concerns)


def evacuate(p: Position, cell: Hex, barred: list[Hex]) -> Run:
    """Let everybody on the hex flee, then send home who is left (V-14.5)."""
    before, units = answers.crowd(p), facts.units_on(p, cell)
    concerns = concerns_of(p, units)
    for concern in concerns:
        own = [unit for unit in units if unit.seat == concern.seat]
        concern.left = [(unit, [lambda unit: answers.evacuate_question(p, unit, barred, before)]) for unit in own]
    yield from ask_all(p, concerns)
    if facts.units_on(p, cell) or cell in p.sea:
        p.note("V-14.5 wiped out")
    changes.wipe_out(p, cell)


def react(p: Position, cell: Hex, said: list[Hex]) -> Run:
    """Let migrants and colossals flee from a volcano, then send home who is left (V-13.3(b))."""
    before, units = answers.crowd(p), facts.units_on(p, cell)
    mine = [unit for unit in units if unit.colossal and unit.seat == p.active]
    mine = [unit for unit in mine if len(facts.destinations(p, unit)) > 1]
    for unit, target in zip(mine, said, strict=False):
        answers.flee_with_hit(p, unit, (target, unit.colour))
        p.note("A-12")
    concerns = concerns_of(p, units)
    for concern in concerns:
        own = [unit for unit in units if unit.seat == concern.seat and unit.hex == cell]
        concern.left = [(unit, reactions(p, unit, before)) for unit in own]
    yield from ask_all(p, concerns)
    if facts.units_on(p, cell):
        p.note("V-13.3(b)")
    changes.wipe_out(p, cell)


def reactions(p: Position, unit: Unit, before: Crowd) -> list[Callable[[Unit], Question | None]]:
    """Return what the owner of a unit under a volcano is asked, one after the other (V-16.21, A-6)."""
    found: list[Callable[[Unit], Question | None]] = []
    if unit.seat != p.active and facts.has(p, unit.seat, "migration"):
        found.append(lambda unit: answers.volcano_question(p, unit, before))
    if unit.colossal:
        found.append(lambda unit: answers.colossal_question(p, unit, before))
    return found
