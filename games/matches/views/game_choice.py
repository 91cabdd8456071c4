"""Pages that are about one game, asked for without one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from games.registry import RULES, Rules


def choose_game(request: HttpRequest, page: str, title: str) -> HttpResponse:
    """Redirect to the page of the only game, with the query and what is sent; list the games if there are several."""
    games = [(rules, address_for(request, page, rules)) for rules in RULES.values()]
    if len(games) > 1:
        return render(request, "games/choose_game.html", {"title": title, "games": games})
    return HttpResponseRedirect(games[0][1], preserve_request=request.method == "POST")


def check_game(rules: str) -> None:
    """Raise Http404 for an address that names no game of this site."""
    if rules not in RULES:
        raise Http404


def game_in(request: HttpRequest) -> str:
    """Return the key of the game that the query names; else that of the first in the list, which the page shows."""
    key = request.GET.get("rules", "")
    return key if key in RULES else next(iter(RULES))


def address_for(request: HttpRequest, page: str, rules: Rules) -> str:
    """Return the address of this game's page, with the query of the request."""
    address, query = reverse(page, args=[rules.key]), request.META["QUERY_STRING"]
    return f"{address}?{query}" if query else address
