"""All turns that the reader may take now, as data: the page shows each step before the server has answered it."""

from __future__ import annotations

import json
from dataclasses import replace

from django.core.cache import cache
from django.http import HttpResponse
from django.template.loader import render_to_string

from games.boards import StepsAhead
from games.matches import queries
from games.matches.views.answers import PageRequest, viewer_of
from games.matches.views.game_view import context_of
from games.matches.views.match_view import MatchBoard, match_board, match_stage, turn_view

KEPT_SECONDS = 3600


def turns_answer(request: PageRequest, key: str) -> HttpResponse:
    """Return every legal turn and the turn bar of each step; nothing of either for who has no turn to draft."""
    match = queries.started_match_for(key, viewer_of(request))
    page = match_board(match, viewer_of(request), request.GET)
    ahead = page.seen.board.steps_ahead(page.seen.game, page.sight) if page.own.drafts else None
    if ahead is None:
        return HttpResponse("{}", content_type="application/json")
    bars = json.dumps(bars_in_html(request, page, ahead))
    return HttpResponse(f'{{"bars":{bars},"turns":{turns_of(page, ahead)}}}', content_type="application/json")


def turns_of(page: MatchBoard, ahead: StepsAhead) -> str:
    """Return the turns as JSON; they are worked out once for each position and seat."""
    name = f"turns-{page.match.key}-{page.match.turn_number}-{page.sight.turn_of}-{page.own.order}"
    found: str | None = cache.get(name)
    if found is None:
        found = json.dumps(ahead.turns(), separators=(",", ":"))
        cache.set(name, found, KEPT_SECONDS)
    return found


def bars_in_html(request: PageRequest, page: MatchBoard, ahead: StepsAhead) -> list[str]:
    view = turn_view(page, page.match.get_absolute_url())
    template = f"{page.seen.board.parts}/_turn_bar.html"
    context = context_of(match_stage(page), view)
    bars = (replace(view.bar, turn=turn) for turn in ahead.bars)
    return [render_to_string(template, context | {"bar": bar}, request) for bar in bars]
