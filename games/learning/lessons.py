"""How a turn goes, and the tutorial: exercises on the real board, each with its draft in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.boards import Lesson, Shown, Sight, Words
from games.contract import Game
from games.learning.rulebook import examples
from games.matches.views.answers import PageRequest, number_from
from games.matches.views.board_view import BoardPage
from games.matches.views.game_choice import choose_game, known_game
from games.matches.views.turn_pages import is_step, step
from games.registry import BOARDS, ORIGINAL, RULES

DONE = "done"
SOLVED = "lessons"


@dataclass
class LessonPage(BoardPage):
    """An exercise with the turn that is drafted on it; once it is confirmed, the board after it."""

    lesson: Lesson
    number: int
    rules_key: str
    finish: ClassVar[str] = "games/parts/_finish_lesson.html"
    otherwise: ClassVar[str] = "games/parts/_lesson_done.html"
    kept: ClassVar[tuple[str, ...]] = ("z", "text")

    @property
    def rules(self) -> str:
        return self.rules_key

    @property
    def seat(self) -> int:
        return self.lesson.game.awaited()[0]

    @cached_property
    def names(self) -> Sequence[str]:
        return [_("your side") if seat == self.seat else _("Ben") for seat in range(2)]

    @cached_property
    def drafted(self) -> Shown:
        """The board on which the turn is taken."""
        return self.board.show(self.lesson.game, Sight(names=self.names, turn_of=self.seat, chosen=self.chosen))

    @cached_property
    def played(self) -> Game | None:
        """The game after the drafted turn, once that is ready."""
        bar = self.drafted.turn
        if bar is None or not bar.text:
            return None
        game = self.lesson.game.copy()
        game.play(bar.text, self.seat)
        return game

    @property
    def is_solved(self) -> bool:
        return self.played is not None and self.lesson.is_solved(self.played)

    @property
    def is_done(self) -> bool:
        return self.is_solved and self.request.GET.get(DONE) == "1"

    @cached_property
    def game(self) -> Game:
        return self.played if self.is_done and self.played else self.lesson.game

    @property
    def turn_of(self) -> int | None:
        return None if self.is_done else self.seat

    @cached_property
    def shown(self) -> Shown:
        return super().shown if self.is_done else self.drafted

    @property
    def told(self) -> tuple[Words, ...]:
        """What the turn did."""
        return self.board.story(self.game, self.game.turn, self.names)

    @property
    def solved(self) -> list[int]:
        """The exercises that were done in this browser."""
        return list(self.request.session.get(solved_key(self.rules), []))

    def remember(self) -> None:
        if self.is_done and self.number not in self.solved:
            self.request.session[solved_key(self.rules)] = [*self.solved, self.number]

    @property
    def done_link(self) -> str:
        return self.view_link(**{DONE: "1"})

    @property
    def of(self) -> int:
        return len(self.board.lessons())

    @property
    def following_number(self) -> int | None:
        return self.number + 1 if self.number < self.of else None


def solved_key(rules: str) -> str:
    """Return the session's key of the exercises that were solved in a game; the first game's has no name in it."""
    return SOLVED if rules == ORIGINAL else f"{SOLVED}-{rules}"


def learn(request: HttpRequest) -> HttpResponse:
    """Lead to the tutorial of a game."""
    return choose_game(request, "learn-game", _("How a turn goes"))


def learn_game(request: HttpRequest, rules: str) -> HttpResponse:
    """Show how a turn goes, drawn."""
    known_game(rules)
    drawn = {example.clause: example.right for example in examples(rules, get_language() or "")}
    board = BOARDS[rules]
    context = {"rules": RULES[rules], "board": board, "drawn": drawn, "lessons": len(board.lessons())}
    return render(request, "games/learn.html", context)


def signs(request: HttpRequest, rules: str) -> HttpResponse:
    """Show what the marks on the board mean, in the colour of a seat; a game's page folds it in for who asks."""
    known_game(rules)
    seat = number_from(request.GET.get("seat", ""))
    return render(request, "games/signs.html", {"rules": RULES[rules], "board": BOARDS[rules], "seat": seat})


def lesson(request: PageRequest, rules: str, number: int) -> HttpResponse:
    """Show an exercise; a step of its turn swaps its own layers only."""
    known_game(rules)
    lessons = BOARDS[rules].lessons()
    if not 1 <= number <= len(lessons):
        raise Http404
    page = LessonPage(request, lessons[number - 1], number, rules)
    page.remember()
    if is_step(request):
        return step(request, page.context())
    return render(request, "games/lesson.html", page.context())
