"""The page that checks the draw of a match, and the program with which anybody can."""

from __future__ import annotations

from pathlib import PurePosixPath

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.templatetags.static import static

from games.history.fairness import check_draw
from games.history.views.downloads import record_file
from games.learning.rulebook import chance_clause
from games.matches import queries
from games.matches.views.answers import viewer_of


def fairness_page(request: HttpRequest, key: str) -> HttpResponse:
    """Say what the seed's fingerprint proves and what it does not; after the end, with every step to check it."""
    match = queries.started_match_for(key, viewer_of(request))
    check = check_draw(match)
    joiners = [str(seat.user) for seat in sorted(match.seats.all(), key=lambda seat: seat.joined or 0)]
    seating = [joiners[order] for order in check.seating or []]
    program = verifier_of(match.rules)
    context = {
        "match": match,
        "check": check,
        "joiners": joiners,
        "seating": seating,
        "clause": chance_clause(match.rules),
        "program": program,
        "program_name": program and PurePosixPath(program).name,
    }
    context["record_file"] = record_file(match)
    return render(request, "games/fairness.html", context)


def verifier_of(rules: str) -> str:
    """Return the static file of the program that checks a game's draw; empty if the game has none."""
    name = f"{rules}/verify_{rules}.py"
    return name if finders.find(name) else ""


def old_verifier(request: HttpRequest, rules: str) -> HttpResponse:
    """Redirect the address that a game's program had before it moved to the game's folder."""
    program = verifier_of(rules)
    if not program:
        raise Http404
    return HttpResponsePermanentRedirect(static(program))
