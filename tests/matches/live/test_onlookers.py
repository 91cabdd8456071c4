"""How many members look on: whose socket is open, and nobody whose socket was closed."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from games.matches import live
from games.models import Match
from tests.factories import NOW, browser_of, people, running_match

pytestmark = pytest.mark.django_db
ASKED = (("get", ""), ("post", "pulse/"))


def arrive(match: Match, user: User) -> str | None:
    return live.start_watching(match_key=match.key, user=user)


def leave(match: Match, place: str | None) -> None:
    assert place
    live.stop_watching(match_key=match.key, place=place)


def test_members_who_do_not_play_are_counted_once_each() -> None:
    ann, ben, cleo, dov = people(4)
    match, other = running_match(ann, ben), running_match(ann, ben)

    assert [arrive(match, user) for user in (ann, ben)] == [None, None]
    one, two, _his = [arrive(match, user) for user in (cleo, cleo, dov)]
    assert live.count_watching(match) == 2
    leave(match, one)  # the next page of somebody may open before the last is closed
    assert live.count_watching(match) == 2
    leave(match, two)
    assert [live.count_watching(each) for each in (match, other)] == [1, 0]


def test_what_a_closed_page_had_asked_does_not_count_its_reader_again() -> None:
    ann, ben, cleo = people(3)
    match = running_match(ann, ben)
    leave(match, arrive(match, cleo))

    page, news = (getattr(browser_of(cleo), do)(f"{match.get_absolute_url()}{path}") for do, path in ASKED)

    assert (page.status_code, news.json()["watching"], live.count_watching(match)) == (200, 0, 0)


@pytest.mark.parametrize("moment", ["get_many", "touch"])
def test_who_leaves_while_their_page_asks_for_news_is_gone(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cleo, dov = people(4)
    match = running_match(ann, ben)
    hers, _his = (arrive(match, user) for user in (cleo, dov))
    done = getattr(cache, moment)

    def meanwhile(*args: Any) -> Any:
        monkeypatch.undo()
        answer = done(*args)
        leave(match, hers)
        return answer

    monkeypatch.setattr(cache, moment, meanwhile)
    live.keep_watching(match, cleo)

    assert live.count_watching(match) == 1


def test_two_who_come_at_the_same_time_are_both_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cleo, dov = people(4)
    match, look = running_match(ann, ben), cache.get_many

    def meanwhile(keys: Any) -> Any:
        monkeypatch.undo()
        before = look(keys)
        arrive(match, dov)
        return before

    monkeypatch.setattr(cache, "get_many", meanwhile)
    arrive(match, cleo)

    assert live.count_watching(match) == 2


def test_a_page_that_asks_for_news_stays_counted_and_one_that_does_not_is_forgotten(time_machine: Any) -> None:
    time_machine.move_to(NOW)
    ann, ben, cleo, dov = people(4)
    match = running_match(ann, ben)
    for user in (cleo, dov):
        arrive(match, user)
    for _minute in range(4):
        time_machine.shift(60)
        live.keep_watching(match, cleo)

    assert live.count_watching(match) == 1


def test_a_crowd_is_counted_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_WATCHING", 1)
    ann, ben, cleo, dov = people(4)
    match = running_match(ann, ben)

    assert [bool(arrive(match, user)) for user in (cleo, dov)] == [True, False]
    assert live.count_watching(match) == 1
