"""Questions to players: who is asked what, which answers there are, and what an answer does (V-22)."""

from collections.abc import Iterable, Sequence

from games.hexes import Cell
from games.volcanique.rules.entries.actions import Answer, Migration, Reply, Sector
from games.volcanique.rules.entries.clauses import Clause, Rule
from games.volcanique.rules.position.effects import hurt_colossal, pay_price, relocate_unit, send_home, split_unit
from games.volcanique.rules.position.pieces import Unit, Units
from games.volcanique.rules.position.position import Position
from games.volcanique.rules.position.resources import all_mixes, covers, letters_of
from games.volcanique.rules.position.waits import Inquiry, Question
from games.volcanique.rules.questions.policies import auto_answer, auto_reply, flight_cost, open_destinations

MIGRATE, EVACUATE, VMIGRATE, COLOSSAL = "m", "e", "v", "c"
MANNER = {MIGRATE: "migrate", EVACUATE: "evacuate", VMIGRATE: "volcanic migration", COLOSSAL: "flee"}


def ask_about_units(
    pos: Position, queues: Iterable[Sequence[Question]], away: tuple[Cell, ...], before: Units | None = None
) -> None:
    """Ask several seats at once, each about one unit after the other; what has one answer is done at once (V-22.3)."""
    inquiry = Inquiry((), away, pos.units if before is None else before)
    asked = [open_questions(pos, inquiry, tuple(queue)) for queue in queues]
    open_inquiry(pos, inquiry._replace(queues=tuple(queue for queue in asked if queue)))


def ask_about_event(pos: Position, kind: str, seat: int, about: tuple[Cell, tuple[Cell, ...]]) -> None:
    """Ask one seat for yes or no; `pos.reply` is the answer once nothing is waited for."""
    inquiry = Inquiry(((Question(kind, seat),),), about=about)
    if seat in pos.left:
        tell_reply(pos, seat, auto_reply(pos, inquiry, kind, seat))
    else:
        open_inquiry(pos, inquiry)


def open_inquiry(pos: Position, inquiry: Inquiry) -> None:
    """Wait for answers, if any question is left."""
    if inquiry.queues:
        pos.wait = inquiry
        pos.asked += 1
        if any(queue[0].seat != pos.active for queue in inquiry.queues):
            pos.committed = True


def open_questions(pos: Position, inquiry: Inquiry, queue: tuple[Question, ...]) -> tuple[Question, ...]:
    """Return the queue from the first question on that has two answers; those before are answered by the rules."""
    while queue:
        unit, rest = queue[0].unit, queue[1:]
        assert unit is not None
        question = fitting_question(pos, queue[0], unit)
        cells = open_destinations(pos, unit, inquiry.away)
        if not is_asked(pos, question, unit, cells):
            do_forced(pos, question, unit, cells)
        elif question.seat in pos.left:
            apply_answer(pos, question, unit, auto_answer(pos, inquiry, question, unit))
        else:
            return question, *rest
        queue = rest
    return ()


def fitting_question(pos: Position, question: Question, unit: Unit) -> Question:
    """V-16.21: a colossal that can't pay for volcanic migration is asked as colossals are."""
    if question.kind != VMIGRATE or not unit.colossal or sum(pos.held[unit.seat]) >= flight_cost(pos, VMIGRATE):
        return question
    return question._replace(kind=COLOSSAL)


def is_asked(pos: Position, question: Question, unit: Unit, cells: list[Cell]) -> bool:
    """V-22.1: whether there are two answers."""
    if question.kind in (MIGRATE, COLOSSAL):
        return len(cells) > 1
    can_pay = sum(pos.held[unit.seat]) >= flight_cost(pos, question.kind)
    return bool(cells) and (can_pay or (unit.colossal and question.kind == EVACUATE))


def do_forced(pos: Position, question: Question, unit: Unit, cells: list[Cell]) -> None:
    """V-22.3: what has only one answer: the only way, or none; who stays is wiped out by what follows."""
    if cells and question.kind in (MIGRATE, COLOSSAL):
        apply_answer(pos, question, unit, Answer(question.kind, sector_of(unit), Sector(cells[0], unit.colour)))
    elif question.kind == MIGRATE:
        send_home(pos, unit, "buried")


def sector_of(unit: Unit) -> Sector:
    """Where a unit stands."""
    return Sector(unit.cell, unit.colour)


def apply_answer(pos: Position, question: Question, unit: Unit, answer: Answer) -> None:
    """Do what an answer about a unit says."""
    if answer.end is None:
        return
    if answer.price is not None:
        pay_price(pos, unit.seat, answer.price)
        pos.tell("paid", seat=unit.seat, what=MANNER[question.kind], price=letters_of(answer.price))
    elif question.kind != MIGRATE:
        unit = hurt_colossal(pos, unit, MANNER[question.kind])
    moving = split_unit(pos, unit, unit.pieces if answer.pieces is None else answer.pieces)
    relocate_unit(pos, moving, answer.end.cell, answer.end.colour, MANNER[question.kind])


def migrate_as_given(
    pos: Position, migrations: Iterable[Migration], questions: Iterable[Question], away: tuple[Cell, ...]
) -> list[Question]:
    """V-22.1, V-28.15: do the migrations that came with the action; the questions that are then left.

    One came for every unit that has a choice, in their order: units of two owners may stand on one sector.
    """
    asked = list(questions)
    choosing = [one for one in asked if one.unit is not None and len(open_destinations(pos, one.unit, away)) > 1]
    given = dict(zip(choosing, migrations, strict=False))
    for question, (start, end) in given.items():
        assert question.unit is not None
        apply_answer(pos, question, question.unit, Answer(question.kind, start, end))
    return [question for question in asked if question not in given]


def question_of(pos: Position, seat: int) -> Question | None:
    """Return what this seat is asked now."""
    if not isinstance(pos.wait, Inquiry):
        return None
    return next((queue[0] for queue in pos.wait.queues if queue[0].seat == seat), None)


def inquiry_of(pos: Position) -> Inquiry:
    """Return the inquiry that is under way."""
    assert isinstance(pos.wait, Inquiry)
    return pos.wait


def asked_unit(pos: Position, seat: int) -> Unit:
    """Return the unit about which this seat is asked."""
    question = question_of(pos, seat)
    assert question is not None
    assert question.unit is not None
    return question.unit


def fits_open_question(pos: Position, seat: int, answer: Answer) -> bool:
    """Return whether the seat is asked just this."""
    question = question_of(pos, seat)
    return (
        question is not None
        and question.unit is not None
        and question.kind == answer.kind
        and sector_of(question.unit) == answer.start
    )


def is_open_destination(pos: Position, seat: int, answer: Answer) -> bool:
    """Return whether the unit can go there."""
    if answer.end is None:
        return True
    unit = asked_unit(pos, seat)
    return answer.end.colour == unit.colour and answer.end.cell in open_destinations(pos, unit, inquiry_of(pos).away)


def has_pieces(pos: Position, seat: int, answer: Answer) -> bool:
    """V-23.1, V-23.4: a number of pieces is named if fewer than all of a group go."""
    unit = asked_unit(pos, seat)
    return answer.pieces is None or (unit.is_group and answer.pieces < unit.pieces)


def is_paid(pos: Position, seat: int, answer: Answer) -> bool:
    """V-14.5, V-14.6: whether the price is the right one; a colossal may pay with a hit point."""
    unit = asked_unit(pos, seat)
    if answer.end is None or answer.kind in (MIGRATE, COLOSSAL):
        return True
    if answer.price is None:
        return unit.colossal and answer.kind == EVACUATE
    pieces = 1 if unit.colossal else answer.pieces or unit.pieces
    return sum(answer.price) == pieces * flight_cost(pos, answer.kind)


def can_pay_for_it(pos: Position, seat: int, answer: Answer) -> bool:
    """Return whether the owner has what is to be paid."""
    return answer.price is None or covers(pos.held[asked_unit(pos, seat).seat], answer.price)


def answer_question(pos: Position, seat: int, given: Answer) -> None:
    """Do what the answer says, and go on with the questions of this seat."""
    question, unit = question_of(pos, seat), asked_unit(pos, seat)
    assert question is not None
    apply_answer(pos, question, unit, given)
    next_up = question._replace(kind=COLOSSAL) if given.end is None and given.kind == VMIGRATE else None
    go_on(pos, seat, next_up if unit.colossal else None)


def go_on(pos: Position, seat: int, first: Question | None = None) -> None:
    """Ask a seat that has answered its next questions; when nobody is asked any more, go on with the game."""
    inquiry = inquiry_of(pos)
    queues = []
    for queue in inquiry.queues:
        if queue[0].seat == seat:
            rest = queue[1:] if first is None else (first, *queue[1:])
            queue = open_questions(pos, inquiry, rest)
        if queue:
            queues.append(queue)
    pos.wait = inquiry._replace(queues=tuple(queues)) if queues else None


def answer_for_those_who_left(pos: Position) -> None:
    """V-22.7: pending questions to a seat that has left are answered by the rules."""
    inquiry = inquiry_of(pos)
    queues = []
    for queue in inquiry.queues:
        if queue[0].seat not in pos.left:
            queues.append(queue)
        elif queue[0].unit is None:
            tell_reply(pos, queue[0].seat, auto_reply(pos, inquiry, queue[0].kind, queue[0].seat))
        else:
            open_questions(pos, inquiry, queue)
    pos.wait = inquiry._replace(queues=tuple(queues)) if queues else None


def keep_reply(pos: Position, seat: int, given: Reply) -> None:
    """Keep a yes or no for the task that asked, and go on."""
    tell_reply(pos, seat, given)
    pos.wait = None


def tell_reply(pos: Position, seat: int, given: Reply) -> None:
    """Keep a yes or no, given by the seat or by the rules for a seat that has left."""
    pos.reply = given.yes
    pos.tell("reply", seat=seat, about="diversion" if given.kind == "d" else "magma bomb", yes=given.yes)


def is_asked_to_reply(pos: Position, seat: int, given: Reply) -> bool:
    """Return whether the seat is asked just this."""
    question = question_of(pos, seat)
    return question is not None and question.unit is None and question.kind == given.kind


def legal_answers(pos: Position, seat: int) -> list[Answer | Reply]:
    """All answers to what this seat is asked."""
    question = question_of(pos, seat)
    assert question is not None
    if question.unit is None:
        return [Reply(question.kind, yes) for yes in (True, False)]
    unit, kind = question.unit, question.kind
    ends = [Sector(cell, unit.colour) for cell in open_destinations(pos, unit, inquiry_of(pos).away)]
    if kind in (MIGRATE, COLOSSAL):
        return [Answer(kind, sector_of(unit), end) for end in ends]
    found: list[Answer | Reply] = [Answer(kind, sector_of(unit), None)]
    for pieces in range(1, 2 if unit.colossal else unit.pieces + 1):
        count = pieces if unit.is_group and pieces < unit.pieces else None
        prices = [price for price in all_mixes(pieces * flight_cost(pos, kind)) if covers(pos.held[unit.seat], price)]
        found += [Answer(kind, sector_of(unit), end, count, price) for end in ends for price in prices]
    if unit.colossal and kind == EVACUATE:
        found += [Answer(kind, sector_of(unit), end) for end in ends]
    return found


ANSWER = Rule(
    Answer,
    (
        Clause("V-22.2", "This doesn't answer the question that you were asked.", fits_open_question),
        Clause("V-7.3", "The critter can't go there.", is_open_destination),
        Clause("V-14.5", "Write a number only for part of a group, smaller than the group.", has_pieces),
        Clause("V-14.5", "This is not the price of fleeing.", is_paid),
        Clause("V-14.5", "Its owner does not have these resources.", can_pay_for_it),
    ),
    answer_question,
)
REPLY = Rule(
    Reply, (Clause("V-22.2", "This doesn't answer the question that you were asked.", is_asked_to_reply),), keep_reply
)
