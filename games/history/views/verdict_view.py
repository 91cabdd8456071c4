"""What the bots say of one turn: what it gave away, what they would have played, and the answer that it allows."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.boards import Alternative, Words
from games.boards.translatable import say
from games.history import course
from games.history.course import Cause
from games.history.views.course_view import CourseGame, cause_words, to_percent
from games.matches.views.replay import BotChoice, ReplayBoard, choice_of, reasons_for


class BotAnswer(NamedTuple):
    """What the bots would play next: who, in words, what it does, the chance that it gives, and where it is played."""

    name: str
    words: tuple[Words, ...]
    reasons: Words | None
    chance: int
    cells: tuple[str, ...]


class Verdict(NamedTuple):
    """What the bots say of a turn.

    `kind` is a class of the style sheet. `before` and `after`: its player's chance. `best`: their choice, where it is
    another turn, and what that does. `answer`: what a mistake allows the next player.
    """

    kind: str
    words: str
    name: str
    before: int
    after: int
    best: BotChoice | None
    best_reasons: Words | None
    answer: BotAnswer | None


def turn_verdict(played: CourseGame, page: ReplayBoard) -> Verdict | None:
    """Return what the bots say of the turn that is shown; None before the first, and where they have not looked."""
    number = page.number
    before, after = (played.chances[number - 1], played.chances[number]) if number else (None, None)
    if before is None or after is None or page.instead:
        return None
    game, seen = page.seen.game, page.seen
    entry = game.entries[number - 1]
    cause = course.cause_of(game, page.outlooks, played.chances, number)
    best = better_turn(page)
    return Verdict(
        kind=kind_of(cause),
        words=verdict_words(played, page, cause, best),
        name=seen.names[entry.seat],
        before=to_percent(before[entry.seat]),
        after=to_percent(after[entry.seat]),
        best=best,
        best_reasons=reasons_for(seen, number, best.text) if best else None,
        answer=next_answer(page) if cause is Cause.MISTAKE else None,
    )


def kind_of(cause: Cause | None) -> str:
    return {Cause.MISTAKE: "mistake", Cause.GOOD_TURN: "good", Cause.DRAW: "draw"}.get(cause, "") if cause else ""


def verdict_words(played: CourseGame, page: ReplayBoard, cause: Cause | None, best: BotChoice | None) -> str:
    """Return the sentence about the turn; of a mistake, how much it gave away."""
    worth = course.turn_worth(page.seen.game, page.outlooks, played.chances, page.number)
    if worth is None or (cause is not None and cause is not Cause.MISTAKE):
        return cause_words(cause)
    if cause is Cause.MISTAKE:
        return _("A mistake: it gave away %(lost)d %%.") % {"lost": to_percent(worth[0])}
    return _("Close to the bots' choice.") if best else _("The bots' choice.")


def better_turn(page: ReplayBoard) -> BotChoice | None:
    """Return the bots' choice for the turn that is shown; None where it is the one that was played."""
    row = page.outlooks.get(page.number - 1)
    if row is None or not row.turns or row.turns[0][0] == page.seen.game.entries[page.number - 1].text:
        return None
    return choice_of(page.seen, page.number, row)


def next_answer(page: ReplayBoard) -> BotAnswer | None:
    """Return what the bots would play after the turn that is shown."""
    seen, row = page.seen, page.outlooks.get(page.number)
    if row is None or not row.turns:
        return None
    answer = choice_of(seen, page.number + 1, row)
    name = seen.names[seen.game.at(page.number).awaited()[0]]
    return BotAnswer(name, answer.words, reasons_for(seen, page.number + 1, answer.text), answer.chance, answer.cells)


def alternative_of(verdict: Verdict | None) -> Alternative | None:
    """Return the bots' choice as the board shows it over what was played."""
    if verdict is None or verdict.best is None:
        return None
    return Alternative(verdict.best.text, say("%(label)s", label=_("Bots: %(n)d %%") % {"n": verdict.best.chance}))
