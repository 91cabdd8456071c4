from __future__ import annotations

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import queries
from games.services.fairness import checked
from games.views.answers import viewer
from games.views.match.pulse import record_file


def fairness(request: HttpRequest, key: str) -> HttpResponse:
    """That nobody could know or change the stack: its hash from the start, and after the end all steps to check it."""
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
        "program": finders.find(program) and program,
    }
    context["record_file"] = record_file(match)
    return render(request, "games/fairness.html", context)
