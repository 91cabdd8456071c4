from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse

from games.matches import notices, queries
from games.matches.live import onlookers
from games.matches.views.answers import viewer_of
from games.models import Match


def pulse_answer(request: HttpRequest, key: str = "") -> JsonResponse:
    """Return what a page compares with what it shows: numbers, and nothing about the position.

    By POST it also says that its reader looks on, if they do not play; a GET changes nothing.
    """
    who = viewer_of(request)
    beat: dict[str, object] = {
        "waiting": queries.count_awaiting(who) if who else 0,
        "unread": notices.unread_count(who) if who else 0,
    }
    if who and "games" in request.GET:
        beat["games"] = queries.dashboard_stamp(who)
    if key:
        match = queries.match_for(key, who)
        beat |= {"turn": match.turn_number, "state": match.state, "talk": queries.last_said(match, who)}
        beat |= {"seats": queries.seating_code(match), "asking": len(queries.asking_to_cancel(match, who))}
        if request.method == "POST" and who:
            onlookers.refresh(match, who)
        beat["watching"] = onlookers.count_watching(match)
    return JsonResponse(beat)


def record_download(request: HttpRequest, key: str) -> HttpResponse:
    """Return the game as text (T-10), as far as the viewer may see it."""
    who = viewer_of(request)
    match = queries.started_match_for(key, who)
    text = queries.record_for(match, queries.seat_index(match, who))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{record_file(match)}"'
    return response


def record_file(match: Match, kind: str = "txt") -> str:
    return f"{match.rules}-{match.key}.{kind}"
