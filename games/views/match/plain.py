"""A whole turn from a plain list of choices, without the board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render

from games import queries
from games.boards import Place, Words
from games.views.answers import PageRequest, viewer
from games.views.match.page import PREPARES, MatchPage


class Group(NamedTuple):
    title: Words
    lines: list[Place]


@dataclass
class ListPage(MatchPage):
    """The same draft in the same query; what can be chosen next is a list under headings."""

    kept: ClassVar[tuple[str, ...]] = (PREPARES,)
    is_list: ClassVar[bool] = True

    @property
    def groups(self) -> list[Group]:
        bar = self.shown.turn
        if bar is None:
            return []
        lines = self.board.builds(self.game, self.sight) if bar.at else self.places
        return [Group(title, list(found)) for title, found in groupby(lines, lambda line: line.group)]


def match_list(request: PageRequest, key: str) -> HttpResponse:
    """My turn as a list of choices; while it isn't my turn, what the board holds in words."""
    match = queries.match_for(key, viewer(request))
    if not match.started_at:
        raise Http404
    return render(request, "games/list.html", ListPage(request, match).context())
