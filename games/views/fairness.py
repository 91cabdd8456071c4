from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import queries
from games.services.fairness import checked
from games.views.answers import viewer


def fairness(request: HttpRequest, key: str) -> HttpResponse:
    """That nobody could know or change the stack: its hash from the start, and after the end all steps to check it."""
    match = queries.match_for(key, viewer(request))
    check = checked(match)
    sitters = [str(seat.user) for seat in match.seats.all()]
    return render(request, "games/fairness.html", {"match": match, "check": check, "sitters": sitters})
