"""The archive: finished games, found by what the address says."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from games.history import archive_search as finished_games
from games.history.archive_forms import ArchiveForm
from games.history.archive_search import NEWEST
from games.matches.views.answers import PageRequest, viewer_of

PAGE = 9  # rows of three, where there is room


def archive_page(request: PageRequest) -> HttpResponse:
    """Show a page of finished games that the person may find, or of their own."""
    who, query = viewer_of(request), request.GET
    form = ArchiveForm(query, user=who, mine="mine" in query)
    is_valid = form.is_valid()
    page = finished_games.page_of_matches(
        finished_games.finished_matches(who, form.wish()),
        form.cleaned_data.get("sort") or NEWEST,
        after=query.get("after", ""),
        before=query.get("before", ""),
        most=PAGE,
    )
    context = {"form": form, "page": page, "mine": form.mine}
    return render(request, "games/archive.html", context, status=200 if is_valid else 422)
