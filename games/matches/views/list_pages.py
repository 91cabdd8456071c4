"""A whole turn from a plain list of choices, without the board."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.boards import Place, Words
from games.matches import queries
from games.matches.views.answers import PageRequest, status_of, viewer_of
from games.matches.views.game_view import context_of, result_view, stage_view
from games.matches.views.match_view import LIST_KEPT, MatchBoard, draft_link, match_board, turn_view
from games.matches.views.turn_pages import turn_create
from games.registry import Refusal


class ChoiceGroup(NamedTuple):
    """The choices under one heading."""

    title: Words
    lines: list[Place]


def match_list(request: PageRequest, key: str) -> HttpResponse:
    """Return my turn as a list of choices, played here too; while it isn't my turn, what the board holds in words."""
    if request.method == "POST":
        return turn_create(request, key=key, show_refused=list_refused, kept=LIST_KEPT)
    match = queries.started_match_for(key, viewer_of(request))
    page = match_board(match, viewer_of(request), request.GET, kept=LIST_KEPT)
    return render(request, "games/list.html", list_context(page, request.path))


def list_refused(request: HttpRequest, page: MatchBoard, refusal: Refusal) -> HttpResponse:
    """Return the list again after a turn that was refused."""
    context = list_context(page, request.path) | {"refusal": refusal}
    return render(request, "games/list.html", context, status=status_of(refusal))


def list_context(page: MatchBoard, path: str) -> dict[str, object]:
    rows = page.seen.board.rows(page.seen.game, page.seen.names)
    return context_of(
        stage_view(page.seen.rules, page.shown.board, page.query, rows=rows),
        turn_view(page, path, is_list=True),
        result=result_view(page.seen, page.seen.game),
        groups=choice_groups(page),
        board_link=draft_link(page, "match"),
    )


def choice_groups(page: MatchBoard) -> list[ChoiceGroup]:
    """Return what can be selected next, under headings."""
    lines = page.seen.board.lines(page.seen.game, page.sight)
    return [ChoiceGroup(title, list(found)) for title, found in groupby(lines, lambda line: line.group)]
