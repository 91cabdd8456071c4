"""How a turn goes, and the tutorial: exercises on the real board, each with its draft in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.boards import BoardView, Lesson, SeatSummary, Sight, Words
from games.contract import Game
from games.learning.rulebook import drawn_examples
from games.matches import bot_turns
from games.matches.views.answers import PageRequest, number_from
from games.matches.views.game_choice import check_game, choose_game
from games.matches.views.game_view import (
    BarView,
    BoardQuery,
    StageView,
    board_query,
    context_of,
    stage_view,
)
from games.matches.views.turn_pages import is_step, step_part
from games.registry import BOARDS, ORIGINAL, RULES

DONE = "done"
SOLVED = "lessons"


@dataclass(frozen=True)
class LessonBoard:
    """An exercise with the turn that is drafted on it; once it is confirmed (`is_done`), the board after it."""

    rules: str
    lesson: Lesson
    names: Sequence[str]
    query: BoardQuery
    seat: int
    game: Game
    shown: BoardView
    is_solved: bool
    is_done: bool


@dataclass(frozen=True)
class LessonView:
    """An exercise among the others; `story`: what the turn did, once it is done; `supply`: where a kind is used up."""

    lesson: Lesson
    lessons: tuple[Lesson, ...]
    number: int
    following: int | None
    bar: BarView
    own_index: int | None
    supply: SeatSummary | None
    story: tuple[Words, ...]
    has_bots: bool
    is_solved: bool
    done_link: str


def lesson_board(rules: str, exercise: Lesson, given: QueryDict) -> LessonBoard:
    """Read the draft in the address, and play it once it is confirmed there."""
    board, seat = BOARDS[rules], exercise.game.awaited()[0]
    names = [_("your side") if index == seat else _("Ben") for index in range(2)]
    query = board_query(given, board)
    drafted = board.show(exercise.game, Sight(names=names, turn_of=seat, query=query.draft))
    played = played_in(exercise, seat, drafted)
    is_solved = played is not None and exercise.is_solved(played)
    if played is None or not is_solved or given.get(DONE) != "1":
        return LessonBoard(rules, exercise, names, query, seat, exercise.game, drafted, is_solved, is_done=False)
    shown = board.show(played, Sight(names=names, query=query.draft))
    return LessonBoard(rules, exercise, names, query, seat, played, shown, is_solved, is_done=True)


def played_in(exercise: Lesson, seat: int, drafted: BoardView) -> Game | None:
    """Return the game after the drafted turn, once that is ready."""
    if drafted.turn is None or not drafted.turn.text:
        return None
    game = exercise.game.copy()
    game.play(drafted.turn.text, seat)
    return game


def lesson_stage(page: LessonBoard) -> StageView:
    rows = BOARDS[page.rules].rows(page.game, page.names) if page.query.as_text else ()
    return stage_view(page.rules, page.shown.board, page.query, rows=rows)


def lesson_view(page: LessonBoard, number: int) -> LessonView:
    """Return exercise `number`, counted from 1."""
    board, seat = BOARDS[page.rules], None if page.is_done else page.seat
    lessons = board.lessons()
    return LessonView(
        lesson=page.lesson,
        lessons=lessons,
        number=number,
        following=number + 1 if number < len(lessons) else None,
        bar=BarView(
            turn=page.shown.turn,
            seat=seat,
            finish="games/parts/_finish_lesson.html",
            otherwise="games/parts/_lesson_done.html",
        ),
        own_index=None,
        supply=scarce_supply(board.seats(page.game)[page.seat]),
        story=lesson_story(page) if page.is_done else (),
        has_bots=bool(bot_turns.offered_levels(page.rules)),
        is_solved=page.is_solved,
        done_link=page.query.link(**{DONE: "1"}),
    )


def scarce_supply(supply: SeatSummary) -> SeatSummary | None:
    """Return the supply if one kind of pieces is used up: only then is it part of the exercise."""
    return supply if any(not stock.left for stock in supply.stock) else None


def lesson_story(page: LessonBoard) -> tuple[Words, ...]:
    """Return what the turn did; of one that wins, that it does."""
    board, game = BOARDS[page.rules], page.game
    if game.over:
        return (
            board.ending(game, [_("You") if index == page.seat else name for index, name in enumerate(page.names)]),
        )
    return board.story(game, game.turn, page.names)


def solved_here(request: HttpRequest, page: LessonBoard, number: int) -> list[int]:
    """Return the exercises that were done in this browser, this one among them once it is."""
    solved: list[int] = list(request.session.get(solved_key(page.rules), []))
    if page.is_done and number not in solved:
        request.session[solved_key(page.rules)] = solved = [*solved, number]
    return solved


def solved_key(rules: str) -> str:
    """Return the session's key of the exercises that were solved in a game; the first game's has no name in it."""
    return SOLVED if rules == ORIGINAL else f"{SOLVED}-{rules}"


def learn_page(request: HttpRequest) -> HttpResponse:
    """Lead to the tutorial of a game."""
    return choose_game(request, "learn-game", _("How a turn works"))


def learn_game(request: HttpRequest, rules: str) -> HttpResponse:
    """Show how a turn goes, drawn."""
    check_game(rules)
    drawn = {example.clause: example.right for example in drawn_examples(rules, get_language() or "")}
    board = BOARDS[rules]
    context = {"rules": RULES[rules], "board": board, "drawn": drawn, "lessons": len(board.lessons())}
    return render(request, "games/learn.html", context)


def signs_page(request: HttpRequest, rules: str) -> HttpResponse:
    """Show what the marks on the board mean, in the colour of a seat; a game's page folds it in for who asks."""
    check_game(rules)
    seat = number_from(request.GET.get("seat", ""))
    return render(request, "games/signs.html", {"rules": RULES[rules], "board": BOARDS[rules], "seat": seat})


def lesson_page(request: PageRequest, rules: str, number: int) -> HttpResponse:
    """Show an exercise; a step of its turn swaps its own layers only."""
    check_game(rules)
    lessons = BOARDS[rules].lessons()
    if not 1 <= number <= len(lessons):
        raise Http404
    page = lesson_board(rules, lessons[number - 1], request.GET)
    solved = solved_here(request, page, number)
    context = context_of(lesson_stage(page), lesson_view(page, number), solved=solved)
    if is_step(request):
        return step_part(request, context)
    return render(request, "games/lesson.html", context)
