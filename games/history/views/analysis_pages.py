"""The board on which a match is replayed and analysed: one page, whose address says the turn and the mode."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.history import computer_analysis
from games.history.graph import Graph
from games.history.views.course_view import CourseGame, course_game, course_view, match_graph, turn_marks
from games.history.views.verdict_view import alternative_of, turn_verdict
from games.matches import queries
from games.matches.views.answers import (
    MemberRequest,
    PageRequest,
    asks_for,
    number_from,
    refusal_page,
    see_other,
    viewer_of,
)
from games.matches.views.game_view import context_of, match_preview, match_seen
from games.matches.views.modes import Mode, mode_links
from games.matches.views.replay import (
    ReplayBoard,
    TurnMark,
    asks_for_still,
    is_replay_step,
    match_outlooks,
    match_replay_view,
    replay_board,
    replay_page_view,
    replay_stage,
    still_answer,
)
from games.matches.views.sandbox import sandbox_shown
from games.models import Match, MatchState
from games.registry import Refusal
from taluva_site.http.client_addresses import request_address
from taluva_site.http.redirects import login_required


@dataclass(frozen=True)
class GraphView:
    """What stands under the board of a match that is over: the graph with the turns that changed it most."""

    graph: Graph | None
    marks: dict[int, TurnMark]


def match_turn(request: PageRequest, key: str, number: int) -> HttpResponse:
    """Return the game as it was after turn `number`; of a finished one, also what the bots say of it."""
    match = queries.started_match_for(key, viewer_of(request))
    if number > match.turn_number:
        raise Http404
    if asks_for_still(request):
        return still_answer(request, match, number)
    who = viewer_of(request)
    page = replay_board(match_seen(match, who), number, request.GET, match_outlooks(match))
    played = course_game(match, page.seen, page.outlooks) if match.state == MatchState.FINISHED else None
    if played is not None and asks_for(request, "analysis"):
        return analysis_progress(request, played, page)
    view = match_replay_view(request, match, page, modes_of(match, is_now=page.is_now))
    verdict = turn_verdict(played, page) if played and (page.asks_for_analysis or view.why) else None
    stage = replay_stage(page, alternative_of(verdict) if page.asks_for_analysis else None)
    parts = {"match": match, "own_seat": queries.seat_of(match, who), "verdict": verdict}
    if is_replay_step(request):
        return render(request, "games/parts/_replay_step.html", context_of(stage, view, **parts))
    return render(request, *whole_page(request, played, page, context_of(stage, view, **parts)))


def whole_page(
    request: PageRequest, played: CourseGame | None, page: ReplayBoard, parts: dict[str, object]
) -> tuple[str, dict[str, object]]:
    """Return the template of the page in its mode, and what it shows besides these parts."""
    match, under = parts["match"], graph_view(played)
    assert isinstance(match, Match)
    around = replay_page_view(page, match_preview(match, page.seen, page.game.turn, request.path), under.marks)
    if played is None or not page.asks_for_analysis:
        return "games/replay.html", parts | context_of(around, under)
    return "games/analysis.html", parts | context_of(around, under, course_view(played, viewer_of(request)))


def graph_view(played: CourseGame | None) -> GraphView:
    marks = turn_marks(played) if played else {}
    return GraphView(match_graph(played, marks) if played else None, marks)


def analysis_progress(request: PageRequest, played: CourseGame, page: ReplayBoard) -> HttpResponse:
    """Return what changes while the bots look at the match, for the page that asks every two seconds."""
    who, under = viewer_of(request), graph_view(played)
    around = replay_page_view(page, None, under.marks)
    view = match_replay_view(request, played.match, page, modes_of(played.match, is_now=page.is_now))
    context = context_of(view, around, under, course_view(played, who), match=played.match)
    return render(request, "games/parts/_analysis_step.html", context)


def modes_of(match: Match, *, is_now: bool) -> list[Mode]:
    """Return what one can do with the match: nothing is analysed before its end, and what was played is not tried."""
    analysis = [Mode.ANALYSIS] if match.state == MatchState.FINISHED else []
    return [Mode.REPLAY, *analysis, *([Mode.SANDBOX] if match.is_over or is_now else [])]


def match_sandbox(request: PageRequest, key: str, number: int) -> HttpResponse:
    """Return the board to try things on, after turn `number` and the moves in the address."""
    match = queries.started_match_for(key, viewer_of(request))
    if number > match.turn_number:
        raise Http404
    who = viewer_of(request)
    seen = match_seen(match, who)
    played = course_game(match, seen, match_outlooks(match)) if match.state == MatchState.FINISHED else None
    modes = mode_links(seen, number, modes_of(match, is_now=True), Mode.SANDBOX)
    parts = {"match": match, "own_seat": queries.seat_of(match, who), "modes": modes, "way": "try/"}
    return sandbox_shown(request, seen, number, **parts, **context_of(graph_view(played)))


def finished_match_or_404(request: HttpRequest, key: str) -> Match:
    """Return a match that was played to its end, if this person may see it."""
    match = queries.match_for(key, viewer_of(request))
    if match.state != MatchState.FINISHED:
        raise Http404
    return match


def analysis_address(match: Match, number: int | None = None) -> str:
    """Return the analysis of a match at a turn, or at its end."""
    at = match.turn_number if number is None else min(number, match.turn_number)
    return f"{reverse('match-turn', args=[match.key, at])}?mode={Mode.ANALYSIS.value}"


def match_course(request: PageRequest, key: str) -> HttpResponse:
    """Redirect from the address that the analysis had: to the end of the game, where the whole graph lies behind."""
    return redirect(analysis_address(finished_match_or_404(request, key)))


@login_required
@require_POST
def analysis_ask(request: MemberRequest, key: str) -> HttpResponse:
    """Start the analysis of the match; the page shows its progress, at the turn that it showed."""
    match = queries.match_for(key, request.user)
    back = analysis_address(match, number_from(request.POST.get("t", "")))
    try:
        computer_analysis.request_analysis(
            match=match, user=request.user, address=request_address(request), now=timezone.now()
        )
    except Refusal as refusal:
        return refusal_page(request, refusal, rules=match.rules, back=back)
    return see_other(back)


@login_required
@require_POST
def analysis_cancel(request: MemberRequest, key: str) -> HttpResponse:
    match = queries.match_for(key, request.user)
    computer_analysis.cancel_analysis(match=match, user=request.user)
    return see_other(analysis_address(match, number_from(request.POST.get("t", ""))))
