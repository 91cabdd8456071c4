"""The demo: every log is legal, and the large one is large."""

from __future__ import annotations

import random
import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match, Turn
from games.services import demo
from tests.factories import NOW, open_table, person, running_match


@pytest.mark.django_db
def test_demo_holds_games_that_replay() -> None:
    matches, turns = demo.fill(demo.Size(12, 1, finished=5, running=4, open=2), now=NOW, rng=random.Random(3))
    out = StringIO()
    call_command("replay_all", stdout=out)

    assert (matches, Match.objects.count(), Turn.objects.count()) == (11, 11, turns)
    assert out.getvalue() == "9 games replayed, 0 would end differently.\n"
    assert Match.objects.filter(state="open", seats__user=None).count() == 2


@pytest.mark.django_db
def test_hosted_club_is_not_filled_by_accident(settings: object) -> None:
    settings.HOSTED = True  # type: ignore[attr-defined]
    with pytest.raises(CommandError):
        call_command("demo")

    assert not Match.objects.exists()


LISTS = ["/games/", "/tables/"]


def figures(user: User) -> dict[str, tuple[int, float]]:
    """Queries, and the best time of several, of each list page."""
    client = Client()
    client.force_login(user)
    return {path: (queries(client, path), min(seconds(client, path) for _ in range(7))) for path in LISTS}


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def seconds(client: Client, path: str) -> float:
    begin = time.perf_counter()
    client.get(path)
    return time.perf_counter() - begin


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.django_db
def test_list_pages_cost_no_more_queries_in_a_large_club(capsys: pytest.CaptureFixture[str]) -> None:
    ann, ben = person("Ann"), person("Ben")
    running_match(ann, ben)
    open_table(ben)
    before = figures(ann)
    matches, turns = demo.fill(demo.LARGE, now=NOW, rng=random.Random(1))
    after = figures(ann)
    with capsys.disabled():
        for path in LISTS:
            print(f"\n{path}: {before[path]} before, {after[path]} in a club of {matches} matches and {turns} turns")

    assert (matches, turns >= 200_000) == (5000, True)
    assert {path: after[path][0] for path in LISTS} == {path: before[path][0] for path in LISTS}
