"""The page for who comes to the club for the first time: its games, and a way into each."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.boards import GameBoard
from games.matches import bot_turns
from games.registry import BOARDS, RULES, Rules


class OfferedGame(NamedTuple):
    """A game of this club; `has_bots`: one can be played at once."""

    rules: Rules
    board: GameBoard
    has_bots: bool


def landing_page(request: HttpRequest) -> HttpResponse:
    """Show what the club is; who is logged in goes to their games."""
    if request.user.is_authenticated:
        return redirect("dashboard")
    lead, *others = [
        OfferedGame(RULES[key], board, bool(bot_turns.offered_levels(key))) for key, board in BOARDS.items()
    ]
    titles = ", ".join(rules.title for rules in RULES.values())
    return render(request, "landing.html", {"lead": lead, "others": others, "titles": titles})
