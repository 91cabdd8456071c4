from __future__ import annotations

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.history.fairness import checked
from games.learning.rulebook import chance_clause
from games.matches import queries
from games.matches.views.answers import viewer
from games.matches.views.pulse import record_file


def fairness(request: HttpRequest, key: str) -> HttpResponse:
    """Say what the seed's fingerprint proves and what it does not; after the end, with every step to check it."""
    match = queries.started_match_for(key, viewer(request))
    check = checked(match)
    joiners = [str(seat.user) for seat in sorted(match.seats.all(), key=lambda seat: seat.joined or 0)]
    seating = [joiners[order] for order in check.seating or []]
    program = f"verify_{match.rules}.py"
    context = {
        "match": match,
        "check": check,
        "joiners": joiners,
        "seating": seating,
        "clause": chance_clause(match.rules),
        "program": finders.find(program) and program,
    }
    context["record_file"] = record_file(match)
    return render(request, "games/fairness.html", context)
