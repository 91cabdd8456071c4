"""A whole turn from a plain list of choices, without the board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, NamedTuple

from django.http import HttpResponse
from django.shortcuts import render

from games.boards import Place, Words
from games.matches import queries
from games.matches.views.answers import PageRequest, viewer
from games.matches.views.match_view import INSTEAD, PREPARES, MatchPage
from games.matches.views.turn_pages import turn_create


class Group(NamedTuple):
    title: Words
    lines: list[Place]


@dataclass
class ListPage(MatchPage):
    """The same draft in the same query; what can be chosen next is a list under headings."""

    template: ClassVar[str] = "games/list.html"
    kept: ClassVar[tuple[str, ...]] = (PREPARES, INSTEAD)
    is_list: ClassVar[bool] = True

    @property
    def groups(self) -> list[Group]:
        lines = self.board.lines(self.game, self.sight)
        return [Group(title, list(found)) for title, found in groupby(lines, lambda line: line.group)]


def match_list(request: PageRequest, key: str) -> HttpResponse:
    """My turn as a list of choices, played here too; while it isn't my turn, what the board holds in words."""
    if request.method == "POST":
        return turn_create(request, key=key, kind=ListPage)
    match = queries.started_match_for(key, viewer(request))
    page = ListPage(request, match)
    return render(request, page.template, page.context())
