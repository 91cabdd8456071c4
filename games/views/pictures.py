from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from games import pictures, queries
from games.models import Match, Visibility
from games.views.answers import viewer

A_YEAR = 365 * 24 * 60 * 60


def picture(request: HttpRequest, key: str, number: int, kind: str) -> HttpResponse:
    """The board after turn `number` as PNG. It never changes, so browsers may keep it."""
    match = queries.started_match_for(key, viewer(request))
    if number > match.turn_number or kind not in pictures.KINDS:
        raise Http404
    game = queries.game_for(match, None).at(number)
    response = HttpResponse(pictures.kept_png(match.key, match.rules, game, kind), content_type="image/png")
    response["Cache-Control"] = f"{sharing(match)}, max-age={A_YEAR}, immutable"
    return response


def sharing(match: Match) -> str:
    """Who but the browser itself may keep a picture of it."""
    return "private" if match.visibility == Visibility.PRIVATE else "public"
