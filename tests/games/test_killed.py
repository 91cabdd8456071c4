"""The web is killed between the commit and its effects: the sweep makes up for the bot, the mail, the nudge."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from tests import databases, processes

ROOT = Path(__file__).resolve().parents[2]
WITHIN = 90.0
# The web process as it is, but that it is killed as soon as a turn is committed: nothing of it is told.
KILLED = """
import os, signal
import django
django.setup()
from django.utils import timezone
from games import positions
from games.models import By, Match
from games.services import play
from taluva_site import aside

def die(work):
    os.kill(os.getpid(), signal.SIGKILL)

from games.services import nudges
from taluva_site import queue
nudges.aside = queue.aside = die
match = Match.objects.get(key={key!r})
seat = match.seats.get(index=0)
text = positions.game_of(match).choices(0)[0]
play.play_turn(match_key=match.key, player=seat.user, number=1, text=text, by=By.PERSON, now=timezone.now())
"""
MAKE = """
import django
django.setup()
from django.utils import timezone
from accounts.models import User
from games.services import bots, tables
from games.services.tables import SeatPlan
ann = User.objects.create_user("Ann", email="ann@club.example")
ben = User.objects.create_user("Ben", email="ben@club.example")
for other in (bots.account("seedling"), ben):
    seats = [SeatPlan(user=ann), SeatPlan(user=other)]
    match = tables.create_match(creator=ann, rules="taluva", settings={}, seats=seats, now=timezone.now(),
                                draw_seats=False, days_per_turn=3)
    print(match.key)
"""


@pytest.fixture
def environ(tmp_path: Path, database_url: str) -> Iterator[dict[str, str]]:
    """That of a club with tables and a Valkey."""
    with ExitStack() as stack:
        url = stack.enter_context(processes.valkey(tmp_path))
        environ = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "DATABASE_URL": database_url,
            "REDIS_URL": url,
            "EMAIL_URL": "smtp://127.0.0.1:9",
            "SECRET_KEY": "".join(chr(33 + (7 * i) % 90) for i in range(60)),
            "ALLOWED_HOSTS": "localhost",
            "SITE_URL": "http://localhost",
            "TALUVA_VAR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "taluva_site.settings",
        }
        run("migrate", environ, [sys.executable, "manage.py", "migrate", "-v0"])
        yield environ


def run(what: str, environ: dict[str, str], command: list[str]) -> str:
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, f"{what}: {done.stderr}"
    return done.stdout


def turns(database: str, key: str) -> list[object]:
    query = (
        "SELECT t.\"by\" FROM games_turn t JOIN games_match m ON m.id = t.match_id WHERE m.key = '{}' ORDER BY number"
    )
    return [by for (by,) in databases.rows(database, query.format(key))]


@pytest.mark.worker
@pytest.mark.long
@pytest.mark.timeout(400)
def test_sweep_repairs_what_a_killed_web_left_untold(
    environ: dict[str, str], database_url: str, tmp_path: Path
) -> None:
    with_bot, with_ben = run("make", environ, [sys.executable, "-c", MAKE]).split()[-2:]
    for key in (with_bot, with_ben):
        killed = subprocess.run([sys.executable, "-c", KILLED.format(key=key)], cwd=ROOT, env=environ, check=False)
        assert killed.returncode == -signal.SIGKILL
        assert turns(database_url, key) == ["person"]

    sub = redis.Redis.from_url(environ["REDIS_URL"]).pubsub()
    sub.psubscribe("*")
    started = time.monotonic()
    with ExitStack() as stack:
        for name, command in helpers(tmp_path).items():
            stack.enter_context(processes.running(command, log=tmp_path / f"{name}.log", environ=environ))
        processes.wait_for(lambda: turns(database_url, with_bot) == ["person", "bot"], within=WITHIN, why="the bot")
        processes.wait_for(lambda: mails_to(database_url, "ben@club.example"), within=WITHIN, why="the mail")
        processes.wait_for(lambda: nudged(sub, with_bot), within=WITHIN, why="the nudge")

    assert time.monotonic() - started < WITHIN
    assert turns(database_url, with_ben) == ["person"]
    assert len(mails_to(database_url, "ben@club.example")) == 1


def helpers(folder: Path) -> dict[str, list[str]]:
    """A worker of each queue, and the scheduler."""
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "taluva_site"]
    worker = [*celery, "worker", "-c", "1", "-l", "warning", "--without-gossip", "--without-mingle", "-Q"]
    return {
        "mail": [*worker, "default", "-n", "mail@%h"],
        "bots": [*worker, "bots", "-n", "bots@%h"],
        "beat": [*celery, "beat", "-l", "warning", "--pidfile=", "-s", str(folder / "beat")],
    }


def mails_to(database: str, address: str) -> list[tuple[object, ...]]:
    """Ben's mail that it is his turn, in the outbox or due there: mails of turns wait some minutes by preference."""
    query = f"""SELECT d.id FROM games_delivery d JOIN games_notice n ON n.id = d.notice_id
               JOIN accounts_user u ON u.id = n.user_id
               WHERE u.email = '{address}' AND n.event = 'your-turn' AND n.turn = 1"""
    return databases.rows(database, query)


def nudged(sub: redis.client.PubSub, key: str) -> bool:
    """Whether a page that looks at this match was told of it."""
    message = sub.get_message(timeout=0.1)
    while message:
        if message["type"] == "pmessage" and key.encode() in message["data"]:
            return True
        message = sub.get_message(timeout=0.1)
    return False
