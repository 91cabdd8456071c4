"""The demo: every log is legal, and the large one is large."""

from __future__ import annotations

import random
import sys
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import demo
from games.api import tokens
from games.history.studies import study_records
from games.matches import play, queries
from games.matches.tables.tables import SeatPlan
from games.models import AnalysisRun, Dump, Match, MatchState, Message, Reckoning, Seat, Study, Tag, Turn, TurnOrigin
from games.models.token import Scope
from games.notifications import feeds, notification_settings
from games.registry import RULES
from tests.factories import NOW, finished_match, open_table, person, running_match


@pytest.mark.django_db
def test_demo_holds_games_that_replay() -> None:
    matches, turns = demo.create_large_demo(
        demo.Size(12, 1, finished=5, running=4, open=2), now=NOW, rng=random.Random(3)
    )
    out = StringIO()
    call_command("archive", "check", "--workers", "1", stdout=out)

    assert (matches, Match.objects.count(), Turn.objects.count()) == (11, 11, turns)
    assert out.getvalue().startswith("9 games, the ratings and the dump checked in ")
    assert Match.objects.filter(state="open", seats__user=None).count() == 2


@pytest.mark.django_db
def test_bots_play_rated_games_that_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "LEFT", 1)
    told: list[int] = []
    size = demo.Size(people=3, originals=0, finished=2, running=1, open=1, rated=True)
    matches, turns = demo.create_demo(size, now=NOW, rng=random.Random(6), workers=1, say=told.append)
    out = StringIO()
    call_command("archive", "check", "--workers", "1", stdout=out)

    assert (matches, turns, told) == (4, Turn.objects.count(), [1, 2])
    assert out.getvalue().startswith("3 games, the ratings and the dump checked in ")
    assert Reckoning.objects.count() == 2
    assert Seat.objects.filter(reason__in=[play.RESIGNED, play.TIMED_OUT]).exists()
    assert Turn.objects.filter(by=TurnOrigin.BOT).exists()
    assert Tag.objects.filter(public=True).exists()
    assert Study.objects.filter(public=True).exists()
    assert Message.objects.filter(after_end=True).exists()
    assert AnalysisRun.objects.exists()


@pytest.mark.django_db
def test_the_command_leaves_a_dump_too(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES = {**settings.STORAGES, "default": memory}
    monkeypatch.setattr(demo, "SMALL", demo.Size(people=9, originals=0, finished=1, running=0, open=0, rated=True))
    out = StringIO()
    call_command("demo", "--workers", "1", stdout=out)

    assert out.getvalue().startswith("1 matches and ")
    assert Dump.objects.get().games == 1


def test_the_demo_has_every_option_for_every_number_of_players() -> None:
    found = demo.kinds_of_games(demo.SMALL.finished, random.Random(1))
    wanted = {
        (players, option.name, choice.value)
        for option in RULES["taluva"].options
        for choice in option.choices
        for players in choice.seats
    }

    assert len(found) == demo.SMALL.finished
    assert wanted <= {(kind["players"], name, value) for _key, kind in found for name, value in kind.items()}


@pytest.mark.django_db
def test_hosted_club_is_not_filled_by_accident(settings: object) -> None:
    settings.HOSTED = True  # type: ignore[attr-defined]
    with pytest.raises(CommandError):
        call_command("demo")

    assert not Match.objects.exists()


PAGES = [
    "/games/",
    "/tables/",
    "/notices/",
    "/ratings/taluva/",
    "/ratings/taluva/more/",
    "/studies/",
    "/archive/",
    "/people/",
    "/pulse/",
]
API = ["/api/v1/matches", "/api/v1/tables", "/api/v1/finished", "/api/v1/finished?player=ben", "/api/v1/invitations"]
API += ["/api/v1/studies"]
RUNNING, FINISHED, STUDIES = 50, 300, 12  # Ann's in the large club; the studies are of each of so many people
Figures = dict[str, tuple[int, int]]
STEPS = 20  # of SQLite, which count like the call of a function


def figures(user: User) -> Figures:
    """Queries, and the least work of several times, of each list."""
    browser = Client()
    browser.force_login(user)
    _, text = tokens.create_token(user=user, name="lists", scopes=Scope.values, now=NOW)
    program = Client(headers={"Authorization": f"Bearer {text}"})
    token = notification_settings.feed_token_of(user) or notification_settings.renew_feeds(user)
    read = [*PAGES, feeds.ics_path(token), feeds.atom_path(token)]
    asked = [*((browser, path) for path in read), *((program, path) for path in API)]
    return {path: (queries_for(who, path), min(work_for(who, path) for _ in range(3))) for who, path in asked}


def queries_for(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def work_for(client: Client, path: str) -> int:
    """Calls of functions, and steps of the database, until the page is answered: the same on a busy machine."""
    work = 0

    def count(*_event: object) -> int:
        nonlocal work
        work += 1
        return 0

    connection.ensure_connection()
    if connection.vendor == "sqlite":
        connection.connection.set_progress_handler(count, STEPS)
    sys.setprofile(count)
    try:
        client.get(path)
    finally:
        sys.setprofile(None)
        if connection.vendor == "sqlite":
            connection.connection.set_progress_handler(None, 0)
    return work


def rows_of_all_lists(ann: User, ben: User) -> None:
    """One thing at least for each list."""
    running_match(ann, ben)
    open_table(ben)
    open_table(ben, SeatPlan(invited=ann))
    studied(ben, finished_match(ben, ann))


def seat(user: User, state: MatchState, number: int) -> None:
    """The user takes the first seat of so many matches."""
    found = Match.objects.filter(state=state).exclude(seats__user=user).values_list("pk", flat=True)[:number]
    assert Seat.objects.filter(match__in=list(found), index=0).update(user=user) == number


def studied(user: User, match: Match) -> None:
    study_records.save_studies(owner=user, text=queries.record_for(match, None), title="A study", public=True, now=NOW)


def study_much() -> None:
    """Several people publish some of what was played."""
    matches = Match.objects.filter(state=MatchState.FINISHED, players=2).prefetch_related(queries.with_seats())
    for user in User.objects.order_by("pk")[:STUDIES]:
        for match in matches[:STUDIES]:
            studied(user, match)


@pytest.mark.django_db
def test_lobby_is_read_page_by_page_with_what_was_looked_for(client: Client) -> None:
    ben = person("Ben")
    tables = [open_table(ben, name=f"Table {number}", now=NOW + timedelta(hours=number)) for number in range(11)]
    open_table(ben, SeatPlan(), SeatPlan(), name="For three")
    first, second = (client.get("/tables/", {"players": 2, "page": page}).text for page in (1, 2))

    assert [f"/games/{table.key}/" in first for table in tables] == [False] + [True] * 10
    assert [f"/games/{table.key}/" in second for table in tables] == [True] + [False] * 10
    assert 'href="?players=2&amp;page=2"' in first
    assert 'href="?players=2&amp;page=1"' in second
    assert "For three" not in first + second


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.django_db
def test_lists_cost_no_more_in_a_large_club(capsys: pytest.CaptureFixture[str]) -> None:
    """No more queries, and at most twice the work, than in a club that fills a page of each list."""
    ann, ben = person("Ann"), person("Ben")
    rows_of_all_lists(ann, ben)
    demo.create_large_demo(
        demo.Size(people=40, originals=1, finished=20, running=RUNNING, open=20), now=NOW, rng=random.Random(2)
    )
    seat(ann, MatchState.RUNNING, RUNNING)
    before = figures(ann)
    matches, turns = demo.create_large_demo(demo.LARGE, now=NOW, rng=random.Random(1))
    seat(ann, MatchState.FINISHED, FINISHED)
    study_much()
    after = figures(ann)
    with capsys.disabled():
        print(f"\n{matches} matches, {turns} turns: queries, work in a small club and in this one")
        for path, (number, _) in after.items():
            print(f"{path:64} {number:3}", *(f"{told[path][1]:8}" for told in (before, after)))

    assert (matches, turns >= 200_000) == (5000, True)
    assert {path: number for path, (number, _) in after.items()} == {path: n for path, (n, _) in before.items()}
    assert [path for path, (_, work) in after.items() if work > 2 * before[path][1]] == []
