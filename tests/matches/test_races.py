"""Many processes at once play the same turn of the same match: exactly one turn each, whoever calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from games.api import tokens
from games.matches import stored_match
from games.models import Match, Turn
from games.models.token import Scope
from tests.factories import NOW, difference, outside_bot, running_match

ROOT = Path(__file__).resolve().parents[2]
PROCESSES, MATCHES = 8, 50
CALLERS = ("service", "page", "api", "bot")


def jobs() -> list[dict[str, object]]:
    """What every process will try to play: the first turn of each match, which a bot's task may play as well."""
    robo, robin = outside_bot("Robo"), outside_bot("Robin")
    _, text = tokens.create_token(user=robo, name="race", scopes=Scope.values, now=NOW)
    listed = []
    for _ in range(MATCHES):
        match = running_match(robo, robin, at_deadline="stand-in", stand_in_level="seedling")
        match.seats.filter(index=0).update(stand_in=True)
        turns = stored_match.game_of(match).choices(0)
        listed.append({"id": match.pk, "key": match.key, "user": robo.pk, "token": text, "turns": turns})
    return listed


def raced(callers: list[str], listed: list[dict[str, object]], folder: Path) -> Counter[str]:
    """What the processes were answered; of each match all begin at once."""
    work = folder / "jobs.json"
    work.write_text(json.dumps(listed))
    answers: Counter[str] = Counter()
    with ExitStack() as stack:
        racers = [stack.enter_context(racer(str(work), *who)) for who in enumerate(callers)]
        assert [line_of(each) for each in racers] == ["ready"] * len(racers)
        for number in range(len(listed)):
            for each in racers:
                tell(each, str(number))
            answers.update(line_of(each) for each in racers)
    return answers


def racer(work: str, number: int, caller: str) -> subprocess.Popen[str]:
    """A process on this test's database."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.matches.racer", work, caller, str(number)],
        cwd=ROOT,
        env={**os.environ, **environ()},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def environ() -> dict[str, str]:
    values = connection.settings_dict
    named = {f"RACE_{name}": str(values[name]) for name in ("ENGINE", "NAME", "USER", "HOST", "PORT", "PASSWORD")}
    return {**named, "RACE_SECRET_KEY": settings.SECRET_KEY, "DJANGO_SETTINGS_MODULE": "tests.matches.racing"}


def tell(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def check(answers: Counter[str], callers: list[str]) -> None:
    """One turn a match; everybody else was told so, and nobody met a fault."""
    turns = Counter(Turn.objects.values_list("by", flat=True))
    print(f"played by {dict(turns)}")
    asked = callers.count("bot") * MATCHES
    played = turns.total() - turns["stand-in"]
    assert answers == +Counter(asked=asked, played=played, stale=PROCESSES * MATCHES - asked - played)
    stored_match.clear_cache()
    for match in Match.objects.all():
        assert (match.turn_number, match.turns.count()) == (1, 1)
        assert difference(match) == ""


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_one_of_eight_plays_whoever_calls(tmp_path: Path) -> None:
    """Two processes through each door: the service, the page, the API and a bot's task."""
    callers = [*CALLERS, *CALLERS]
    check(raced(callers, jobs(), tmp_path), callers)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("caller", CALLERS)
def test_one_of_eight_plays_through_one_door(caller: str, tmp_path: Path) -> None:
    callers = [caller] * PROCESSES
    check(raced(callers, jobs(), tmp_path), callers)
