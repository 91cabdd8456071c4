from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from games.matches import queries, refusals
from games.matches.views.answers import status_of, viewer_of, visitor_key, with_pause
from games.models import Match, Visibility
from games.pictures import drawing, images
from games.pictures.gallery import MATCH, StillPicture

A_YEAR = 365 * 24 * 60 * 60


def picture_page(request: HttpRequest, key: str, number: int, kind: str) -> HttpResponse:
    """Show the board after turn `number` as PNG. It never changes, so browsers may keep it."""
    match = queries.started_match_for(key, viewer_of(request))
    if number > match.turn_number or kind not in images.KINDS:
        raise Http404
    still = StillPicture(MATCH, match.key, match.rules, number, kind)
    return picture_response(request, still, f"{cache_scope(match)}, max-age={A_YEAR}, immutable")


def picture_response(request: HttpRequest, still: StillPicture, keeping: str) -> HttpResponse:
    """Answer with the picture and this Cache-Control, or with why it is not there yet, which nobody keeps."""
    try:
        found = drawing.get_still(still, visitor_key(request))
    except refusals.SiteRefusal as refusal:
        headers = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
        answer = HttpResponse(f"{refusal.message}\n", status=status_of(refusal), headers=headers)
        return with_pause(answer, refusal)
    return HttpResponse(found, content_type="image/png", headers={"Cache-Control": keeping})


def cache_scope(match: Match) -> str:
    """Return who may keep a picture of it: "public" for shared caches, too, else "private"."""
    return "private" if match.visibility == Visibility.PRIVATE else "public"
