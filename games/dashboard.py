from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.matches import queries
from games.matches.tables import match_lists
from games.matches.views.answers import MemberRequest, flash_message
from games.people import profiles
from taluva_site.http.redirects import login_required


@login_required
def dashboard_page(request: MemberRequest) -> HttpResponse:
    stamp = match_lists.dashboard_stamp(request.user)  # first: what changes meanwhile is then found by the next pulse
    context = {
        "games": match_lists.dashboard_games(request.user),
        "stamp": stamp,
        "followed": profiles.followed_people(request.user),
    }
    return render(request, "games/dashboard.html", context)


@login_required
def next_match(request: MemberRequest) -> HttpResponse:
    """Redirect to the most urgent game in which it is my turn."""
    match = queries.next_awaiting(request.user)
    if match is None:
        flash_message(request, _("No game is waiting for you now."))
        return redirect("dashboard")
    return redirect(match)


@login_required
def waiting_count(request: MemberRequest) -> HttpResponse:
    """Return how many games wait for me: the number in the top bar, requested after a nudge."""
    return render(request, "games/parts/_count.html", {"waiting": queries.count_awaiting(request.user)})
