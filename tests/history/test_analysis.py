"""Computer analysis of a finished match: asked for once, found position by position, and no help in a running game."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from games.api import tokens
from games.bot_contract import CoreState, Outlook
from games.history import computer_analysis
from games.matches import bot_core, play, stored_match
from games.matches.refusals import LimitReached, SiteRefusal
from games.models import Analysis, AnalysisRun, Match
from games.registry import BOTS
from games.tasks import analyse_position
from tests.factories import NOW, people, played_on, running_match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plain_and_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)
    monkeypatch.setattr(BOTS["taluva"], "analysis_budget", lambda *, compiled: 12000 if compiled else 4)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(analyse_position, "apply_async", lambda args, *_more, **_options: found.append(args))
    return found


def ended(turns: int = 3, **wishes: Any) -> Match:
    """A match that ends when the first player gives up after some turns."""
    ann, ben = people(2)
    match = played_on(running_match(ann, ben, **wishes), turns)
    play.resign_match(match_id=match.pk, player=ann, now=NOW)
    return Match.objects.get(pk=match.pk)


def begun() -> Match:
    """A match at which the bots look."""
    match = ended()
    AnalysisRun.objects.create(match=match, user=match.creator, touched_at=NOW)
    return match


def test_analysis_waits_while_the_core_is_compiled(
    told: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    match = ended()
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: True)
    monkeypatch.setattr("games.taluva.bots.fast_core.state", lambda: CoreState.NOT_READY)
    bot_core.check_all()  # as the bots' worker does when it starts
    page = Client().get(f"{match.get_absolute_url()}course/", follow=True).text
    for number in range(match.turn_number):  # from a time without the core
        Analysis.objects.create(match=match, number=number, chances=[0.5, 0.5], turns=[], simulations=4)
    with django_capture_on_commit_callbacks(execute=True):
        computer_analysis.request_analysis(match=match, user=match.creator, now=NOW)
        computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)
        computer_analysis.go_on(NOW + 2 * computer_analysis.SILENCE)

    assert "Computer analysis of every turn by the strongest bot" in page
    assert told == [(match.pk, 0), (match.pk, 0)]
    assert {row.simulations for row in match.analyses.all()} == {4}


def test_every_position_is_looked_at_one_task_after_the_other(
    told: list[tuple[int, int]], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    match = ended()

    with django_capture_on_commit_callbacks(execute=True):
        computer_analysis.request_analysis(match=match, user=match.creator, now=NOW)
    while told:
        pk, number = told.pop()
        assert told == []
        with django_capture_on_commit_callbacks(execute=True):
            computer_analysis.analyse_position(match_id=pk, number=number, now=NOW)

    rows = list(match.analyses.all())
    assert [row.number for row in rows] == [0, 1, 2, 3]
    for row in rows:
        game = stored_match.replay_match(match, row.number)
        assert sum(row.chances) == pytest.approx(1, abs=0.01)
        assert [game.why_not(text) for text, _chance in row.turns] == [None] * len(row.turns)
        assert 1 <= len(row.turns) <= 3


def test_a_position_is_looked_at_once_and_the_next_one_is_told_again(
    told: list[tuple[int, int]], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    """A task that was killed after its row and before it told the next one is repeated."""
    match = begun()
    computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)
    first = Analysis.objects.get()

    with django_capture_on_commit_callbacks(execute=True):
        computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)

    assert (Analysis.objects.get(), told) == (first, [(match.pk, 1)])


def test_who_asks_again_gets_a_closer_look_where_it_was_a_quick_one(
    told: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    match, client = ended(1), Client()
    client.force_login(match.creator)
    looked: list[tuple[int, bool]] = []

    def look(_game: Any, simulations: int, _rng: Any, *, compiled: bool, **_more: Any) -> Outlook:
        looked.append((simulations, compiled))
        return Outlook([0.5, 0.5], [])

    def asked() -> tuple[str, str]:
        """The course before somebody asks, and when all is found."""
        before = client.get(f"{match.get_absolute_url()}course/", follow=True).text
        with django_capture_on_commit_callbacks(execute=True):
            computer_analysis.request_analysis(match=match, user=match.creator, now=NOW)
        while told:
            with django_capture_on_commit_callbacks(execute=True):
                computer_analysis.analyse_position(match_id=match.pk, number=told.pop()[1], now=NOW)
        return before, client.get(f"{match.get_absolute_url()}course/", follow=True).text

    monkeypatch.setattr(BOTS["taluva"], "analyse", look)
    plain = asked()
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: True)
    monkeypatch.setattr("games.taluva.bots.fast_core.state", lambda: CoreState.READY)
    bot_core.check_all()  # as the bots' worker does when it starts
    close = [asked(), asked()]

    assert looked == [(4, False)] * 2 + [(12000, True)] * 2
    assert "A quick computer analysis of every turn" in plain[0]
    assert [
        ("Quick analysis" in page, "Analysis by the strongest bot" in page) for page in (plain[1], close[0][1])
    ] == [
        (True, False),
        (False, True),
    ]
    offers = [('id="analyse"' in page, "Analyse in depth" in page) for page in (plain[1], *close[0], close[1][0])]
    assert offers == [(False, False), (True, True), (False, False), (False, False)]


def test_what_was_found_before_it_was_known_how_closely_is_thrown_away() -> None:
    Analysis.objects.create(match=ended(), number=0, chances=[0.5, 0.5], turns=[], simulations=4)

    import_module("games.migrations.0021_simulations_of_an_analysis").throw_away(apps)

    assert not Analysis.objects.exists()


def test_a_running_game_gets_no_help(told: list[tuple[int, int]]) -> None:
    match = running_match(*people(2))

    with pytest.raises(SiteRefusal):
        computer_analysis.request_analysis(match=match, user=match.creator, now=NOW)
    computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)

    assert not Analysis.objects.exists()
    assert "analyse" not in Client().get(f"{match.get_absolute_url()}0/").text


def test_somebody_may_ask_a_dozen_times_an_hour(told: list[tuple[int, int]]) -> None:
    match = ended()
    for _number in range(12):
        computer_analysis.request_analysis(match=match, user=match.creator, now=NOW)
        computer_analysis.request_analysis(
            match=match, user=match.creator, now=NOW
        )  # it runs already: nothing is begun
        computer_analysis.cancel_analysis(match=match, user=match.creator)
    with pytest.raises(LimitReached):
        computer_analysis.request_analysis(match=match, user=match.creator, now=NOW)


def test_who_asked_for_it_ends_it_and_what_was_found_stays(told: list[tuple[int, int]]) -> None:
    match, client = begun(), Client()
    computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)
    client.force_login(match.seats.get(index=1).user)
    client.post(f"{match.get_absolute_url()}analysis/cancel/")
    assert AnalysisRun.objects.exists()
    client.force_login(match.creator)

    answer = client.post(f"{match.get_absolute_url()}analysis/cancel/")
    computer_analysis.analyse_position(match_id=match.pk, number=1, now=NOW)

    assert (answer.status_code, AnalysisRun.objects.count()) == (303, 0)
    assert [row.number for row in match.analyses.all()] == [0]


def test_the_sweep_takes_up_what_was_lost_and_lets_go_of_what_is_done(
    told: list[tuple[int, int]], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    match = begun()
    with django_capture_on_commit_callbacks(execute=True):
        computer_analysis.go_on(NOW + timedelta(minutes=1))
    assert told == []
    with django_capture_on_commit_callbacks(execute=True):
        computer_analysis.go_on(NOW + timedelta(minutes=3))
    assert told == [(match.pk, 0)]
    for number in range(match.turn_number):
        Analysis.objects.create(match=match, number=number, chances=[0.5, 0.5], turns=[], simulations=4)

    computer_analysis.go_on(NOW + timedelta(minutes=5))

    assert not AnalysisRun.objects.exists()


def test_the_sweep_begins_no_second_chain_while_the_first_may_still_come(
    told: list[tuple[int, int]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    match = begun()
    for minutes in (2, 2.25, 3.9, 4):
        with django_capture_on_commit_callbacks(execute=True):
            computer_analysis.go_on(NOW + timedelta(minutes=minutes))
    assert told == [(match.pk, 0)] * 2

    monkeypatch.setattr(computer_analysis, "free_places_for", lambda task, most: 0)
    with django_capture_on_commit_callbacks(execute=True):
        computer_analysis.go_on(NOW + timedelta(minutes=20))
    assert told == [(match.pk, 0)] * 2


def test_what_fails_at_each_try_is_given_up(
    told: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, now = begun(), NOW
    computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)

    def broken(*_args: Any, **_more: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(BOTS["taluva"], "analyse", broken)
    for left in (1, 1, 0):
        with pytest.raises(MemoryError):
            computer_analysis.analyse_position(match_id=match.pk, number=1, now=now)
        now += computer_analysis.SILENCE
        computer_analysis.go_on(now)
        assert AnalysisRun.objects.count() == left
    assert f"the analysis of match {match.pk} is given up" in caplog.text
    assert match.analyses.count() == 1


def test_a_task_that_comes_back_at_once_each_time_is_given_up(
    told: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it does when its process was ended."""
    match = begun()
    looked = []

    def ending(*_args: Any, **_more: Any) -> None:
        looked.append(1)
        raise MemoryError

    monkeypatch.setattr(BOTS["taluva"], "analyse", ending)
    for _ in range(computer_analysis.TRIES):
        with pytest.raises(MemoryError):
            computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)
    computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)

    assert (len(looked), AnalysisRun.objects.count()) == (computer_analysis.TRIES, 0)


def test_the_page_shows_how_far_it_is_and_the_replay_the_bots_choice(told: list[tuple[int, int]]) -> None:
    match, client = ended(), Client()
    address = match.get_absolute_url()
    assert client.post(f"{address}analysis/").status_code == 302
    client.force_login(match.creator)
    before = client.get(f"{address}course/", follow=True).text
    games = [stored_match.replay_match(match, number) for number in range(2)]
    best, second = ([game.choices(game.awaited()[0])[rank] for rank in (0, 4)] for game in games)
    first = {"chances": [0.6, 0.4], "turns": [[best[0], 0.61], [best[1], 0.58]]}
    for number, found in enumerate((first, {"chances": [0.384, 0.616], "turns": [[second[0], 0.7]]})):
        Analysis.objects.create(match=match, number=number, simulations=4, **found)

    answer = client.post(f"{address}analysis/")
    during = client.get(f"{address}course/", follow=True).text
    replay = client.get(f"{address}1/?mode=analysis").text
    shown = client.get(f"{address}2/?instead=1&mode=analysis").text
    other, none = (client.get(f"{address}1/?instead={rank}&mode=analysis").text for rank in (2, 3))

    assert "Request computer analysis" in before
    assert (answer.status_code, answer["Location"]) == (303, f"{address}4/?mode=analysis")
    assert "Analysing: 2 of 4 positions." in during
    assert 'id="stop"' in during
    assert "<b>Ann</b> 38 %, <b>Ben</b> 62 %" in " ".join(replay.split())
    choice = r'\?instead=(\d)&amp;mode=analysis">([^<]+)</a> (\d+) % <small><code>([^<]+)</code></small>'
    choices = re.findall(choice, replay)
    assert [(rank, chance, text) for rank, _words, chance, text in choices] == [
        ("1", "61", best[0]),
        ("2", "58", best[1]),
    ]
    assert choices[0][1].startswith("The first tile, towards ")
    assert re.findall(r'\?instead=(\d)&amp;mode=analysis" aria-current="true">', other) == ["2"]
    assert 'id="instead"' in other
    assert 'id="instead"' not in none
    assert "This is the bots&#x27; choice, not what was played." in shown or "This is the bots' choice" in shown
    assert 'id="instead"' not in replay


def test_the_api_asks_for_an_analysis_and_shows_it(client: Client, told: list[tuple[int, int]]) -> None:
    match = ended()
    _token, secret = tokens.create_token(user=match.creator, name="test", scopes=["read", "play"], now=NOW)
    asked = client.post(f"/api/v1/matches/{match.key}/analysis", headers={"Authorization": f"Bearer {secret}"})
    assert (asked.status_code, asked.json()) == (202, [])

    computer_analysis.analyse_position(match_id=match.pk, number=0, now=NOW)
    stopped = client.delete(f"/api/v1/matches/{match.key}/analysis", headers={"Authorization": f"Bearer {secret}"})
    assert (stopped.status_code, AnalysisRun.objects.count()) == (204, 0)
    [found] = client.get(f"/api/v1/matches/{match.key}/analysis", headers={"Authorization": f"Bearer {secret}"}).json()
    assert (found["number"], found["simulations"]) == (0, 4)
    assert stored_match.replay_match(match, 0).why_not(found["turns"][0]["text"]) is None
    assert sum(found["chances"]) == pytest.approx(1, abs=0.01)
