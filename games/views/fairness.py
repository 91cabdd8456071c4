from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import queries
from games.models import State
from games.views.answers import viewer


def fairness(request: HttpRequest, key: str) -> HttpResponse:
    """That nobody could know or change the stack: its hash from the start, its seed after the end."""
    match = queries.match_for(key, viewer(request))
    shows_seed = match.state in {State.FINISHED, State.CANCELLED} and bool(match.seed)
    return render(request, "games/fairness.html", {"match": match, "seed": match.seed if shows_seed else ""})
