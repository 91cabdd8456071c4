"""The view objects of a match's pages, built without a request."""

from __future__ import annotations

import dataclasses

import pytest
from django.http import QueryDict

from accounts.models import User
from games.matches import queries
from games.matches.views.game_view import board_query, context_of, match_seen, stage_view
from games.matches.views.match_view import MatchBoard, match_board, match_stage, match_view, turn_view
from games.matches.views.replay import replay_board, replay_page_view, replay_stage, replay_view
from games.matches.views.sandbox import sandbox_view, trial_board
from games.models import Match
from games.registry import BOARDS
from tests.factories import first_choice, people, played, played_on, running_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitters() -> list[User]:
    return people(2)


@pytest.fixture
def match(sitters: list[User]) -> Match:
    return running_match(*sitters)


def board_of(match: Match, who: User | None, query: str = "", **how: bool) -> MatchBoard:
    return match_board(queries.match_for(match.key, who), who, QueryDict(query), **how)


def test_a_query_keeps_its_view_and_changes_one_part() -> None:
    query = board_query(QueryDict("v=1,0&z=2&text=1&other=x"), BOARDS["taluva"])

    assert (query.draft, query.keep, query.zoom, query.as_text) == ({"v": "1,0"}, "&z=2&text=1", "2", True)
    assert (query.link(z=""), query.link(z="3")) == ("v=1,0&text=1", "v=1,0&z=3&text=1")
    assert query.kept_pairs == [("z", "2"), ("text", "1")]


def test_a_draft_whose_moment_has_passed_is_dropped(match: Match, sitters: list[User]) -> None:
    drafted, stale = (board_of(match, sitters[0], "v=0,0&z=2", is_stale=is_stale) for is_stale in (False, True))

    assert (drafted.query.draft, stale.query.draft) == ({"v": "0,0"}, {})
    assert (drafted.query.keep, stale.query.keep) == ("&z=2", "&z=2")


def test_only_who_is_to_move_has_a_draft(match: Match, sitters: list[User]) -> None:
    bars = [turn_view(board_of(match, who), "/here/") for who in (*sitters, None)]

    assert [bar.bar.turn is not None for bar in bars] == [True, False, False]
    assert [bar.wait is not None for bar in bars] == [False, True, True]
    assert bars[1].wait is not None
    assert [seat.user for seat in bars[1].wait.awaited] == [sitters[0]]
    assert (bars[1].wait.orderable, bars[1].wait.others) == ((), 0)


def test_a_draft_comes_back_where_it_is_sent(match: Match, sitters: list[User]) -> None:
    placement, build = first_choice(match).split()
    name, at = placement.split("@")
    cell, direction = at.rstrip("NESW"), at[len(at.rstrip("NESW")) :]
    assert name
    view = turn_view(board_of(match, sitters[0], f"v={cell}&d={direction}&b={build}&z=2"), "/here/")

    assert view.bar.turn is not None
    assert view.bar.turn.text == f"{placement} {build}"
    assert view.confirm.address == f"/here/?v={cell}&d={direction}&b={build}&z=2"
    assert view.confirm.draft == f"v={cell}&d={direction}&b={build}"


def test_what_the_others_played_is_news_to_whom_it_was_not_shown(match: Match, sitters: list[User]) -> None:
    played(played(match))
    views = [match_view(board_of(match, who), "/") for who in (*sitters, None)]

    assert [[line.number for line in view.news] for view in views] == [[2], [], []]
    assert [view.first_news for view in views] == [2, None, None]
    assert [[line.number for line in view.log] for view in views] == [[2, 1]] * 3
    assert [[seat.is_awaited for seat in view.seats] for view in views] == [[True, False]] * 3
    assert [[seat.is_own for seat in view.seats] for view in views] == [[True, False], [False, True], [False, False]]


@pytest.mark.parametrize(
    ("query", "since", "link"),
    [("", 1, "since=off"), ("since=off", None, "since=1"), ("since=0", 0, "since=off"), ("since=9", 2, "since=off")],
)
def test_the_board_marks_what_happened_since(
    match: Match, sitters: list[User], query: str, since: int | None, link: str
) -> None:
    played(played(match))
    page = board_of(match, sitters[0], query)

    assert page.sight.since == since
    assert (match_stage(page).tools.since, match_stage(page).tools.is_since) == (link, since is not None)


def test_a_replay_stands_between_its_neighbours(match: Match) -> None:
    now = played_on(match, 3)
    seen = match_seen(queries.match_for(now.key, None), None)
    pages = [replay_board(seen, number, QueryDict("z=2")) for number in range(4)]
    views = [replay_view(page, now_words="Now", modes=[]) for page in pages]

    assert [(view.previous, view.number, view.following, view.last) for view in views] == [
        (0, 0, 1, 3),
        (0, 1, 2, 3),
        (1, 2, 3, 3),
        (2, 3, 3, 3),
    ]
    assert [view.line and view.line.number for view in views] == [None, 1, 2, 3]
    assert [view.bar.seat for view in views] == [None, 0, 1, 0]
    assert {view.way for view in views} == {"?z=2"}
    page = replay_board(seen, 1, QueryDict())
    assert [line.number for line, _mark in replay_page_view(page, None).lines] == [1, 2, 3]
    assert (replay_stage(page).rows, page.is_now) == ((), False)


def test_a_trial_goes_a_turn_on_and_back(match: Match) -> None:
    seen, text = match_seen(queries.match_for(match.key, None), None), first_choice(match)
    page = trial_board(seen, 0, QueryDict(f"m=0:{text.replace(' ', '%20')}&z=2"))
    view = sandbox_view(page)

    assert [(turn.number, turn.name) for turn in view.line] == [(1, "Ann")]
    assert (page.seat, view.bar.whose, view.back_link) == (1, "Ben", "?z=2")
    assert all(tile.link.endswith(f"m=~{tile.tile}&z=2") for tile in view.tiles)
    assert match.turns.count() == 0


def test_a_template_gets_the_fields_by_their_names() -> None:
    query = board_query(QueryDict(), BOARDS["taluva"])
    stage = stage_view("taluva", "drawn", query)
    context = context_of(stage, board="other")

    assert context == {field.name: getattr(stage, field.name) for field in dataclasses.fields(stage)} | {
        "board": "other"
    }
