"""Many processes at once play the same turn of the same match: exactly one turn each, whoever calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.db import connection

from games import positions
from games.models import Match
from games.models.token import Scope
from games.services import replaying, tokens
from tests.factories import NOW, outside_bot, running_match

ROOT = Path(__file__).resolve().parents[2]
PROCESSES, MATCHES = 8, 50
CALLERS = ("service", "page", "api", "bot")


def jobs() -> list[dict[str, object]]:
    """What every process will try to play: the first turn of each match."""
    robo, robin = outside_bot("Robo"), outside_bot("Robin")
    _, text = tokens.create(user=robo, name="race", scopes=Scope.values, now=NOW)
    listed = []
    for _ in range(MATCHES):
        match = running_match(robo, robin)
        turns = positions.game_of(match).choices(0)
        listed.append({"id": match.pk, "key": match.key, "user": robo.pk, "token": text, "turns": turns})
    return listed


def raced(callers: list[str], listed: list[dict[str, object]], folder: Path) -> Counter[str]:
    """What the processes were answered; all wait for the same gun."""
    work = folder / "jobs.json"
    work.write_text(json.dumps(listed))
    values = connection.settings_dict
    environ = {
        **os.environ,
        "RACE_ENGINE": values["ENGINE"],
        "RACE_NAME": str(values["NAME"]),
        "RACE_USER": values["USER"],
        "RACE_HOST": values["HOST"],
        "RACE_PORT": str(values["PORT"]),
        "RACE_PASSWORD": values["PASSWORD"],
        "DJANGO_SETTINGS_MODULE": "tests.games.racing",
    }
    command = [sys.executable, "-m", "tests.games.racer", str(work)]
    started = [
        subprocess.Popen(
            [*command, caller, str(number)],
            cwd=ROOT,
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number, caller in enumerate(callers)
    ]
    for process in started:
        assert process.stdout
        assert process.stdout.readline() == "ready\n", process.stderr.read() if process.stderr else ""
    answers: Counter[str] = Counter()
    for process in started:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in started:
        out, error = process.communicate(timeout=300)
        assert process.returncode == 0, error
        answers.update(json.loads(out))
    return answers


def check(answers: Counter[str]) -> None:
    """One turn a match; everybody else was told so, and nobody met a fault."""
    assert set(answers) <= {"played", "stale"}
    assert answers["played"] == MATCHES
    assert answers["stale"] == (PROCESSES - 1) * MATCHES
    positions.forget()
    for match in Match.objects.all():
        assert (match.turn_number, match.turns.count()) == (1, 1)
        assert replaying.difference(match) == ""


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.django_db(transaction=True)
def test_one_of_eight_plays_whoever_calls(tmp_path: Path) -> None:
    """Two processes through each door: the service, the page, the API and a bot's task."""
    check(raced([*CALLERS, *CALLERS], jobs(), tmp_path))


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("caller", CALLERS)
def test_one_of_eight_plays_through_one_door(caller: str, tmp_path: Path) -> None:
    check(raced([caller] * PROCESSES, jobs(), tmp_path))
