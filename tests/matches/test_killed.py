"""The web is killed between the commit and its effects: the sweep makes up for the bot, the mail, the nudge."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import msgpack
import pytest
import redis

from taluva_site.operations import supervisor
from tests import databases, processes

ROOT = Path(__file__).resolve().parents[2]
WITHIN = 240.0  # seconds for all repairs; a sweep comes every 15
MAKE = """
import json
from bench.matches import logged_in
from django.utils import timezone
from accounts.models import NoticePreference, User
from games.matches import bot_turns, stored_match
from games.matches.tables import tables
from games.matches.tables.tables import SeatPlan
ann = User.objects.create_user("Ann", email="ann@club.example")
ben = User.objects.create_user("Ben", email="ben@club.example")
for other in (bot_turns.bot_account("seedling"), ben):
    seats = [SeatPlan(user=ann), SeatPlan(user=other)]
    match = tables.create_match(creator=ann, rules="taluva", settings={}, seats=seats, now=timezone.now(),
                                draw_seats=False, days_per_turn=3)
    cookies, token = logged_in(ann)
    text = stored_match.game_of(match).choices(0)[0]
    print(json.dumps({"key": match.key, "cookies": cookies, "token": token, "text": text}))
NoticePreference.objects.create(user=ben, event="your-turn", when="at-once")
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
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, f"{what}: {done.stderr}"
    return done.stdout


def turns(database: str, key: str) -> list[object]:
    query = (
        "SELECT t.\"by\" FROM games_turn t JOIN games_match m ON m.id = t.match_id WHERE m.key = '{}' ORDER BY number"
    )
    return [by for (by,) in databases.rows(database, query.format(key))]


@pytest.mark.worker
@pytest.mark.long
def test_sweep_repairs_what_a_killed_web_left_untold(
    environ: dict[str, str], database_url: str, tmp_path: Path
) -> None:
    made = [json.loads(line) for line in run("make", environ, [sys.executable, "-c", MAKE]).splitlines()[-2:]]
    with_bot, with_ben = (turn["key"] for turn in made)
    for turn in made:
        assert end_of_web(turn, environ, tmp_path) == -signal.SIGKILL
        assert turns(database_url, turn["key"]) == ["person"]
    assert mails_to(database_url, "ben@club.example") == []

    told: set[str] = set()
    sub = redis.Redis.from_url(environ["REDIS_URL"]).pubsub()
    sub.psubscribe("*")
    started = time.monotonic()
    with ExitStack() as stack:
        for name, command in helpers(tmp_path).items():
            stack.enter_context(processes.running(command, log=tmp_path / f"{name}.log", environ=environ))
        processes.wait_for(lambda: turns(database_url, with_bot) == ["person", "bot"], within=WITHIN, why="the bot")
        processes.wait_for(lambda: mails_to(database_url, "ben@club.example"), within=WITHIN, why="the mail")
        for nudge in (f"{with_ben} 1", f"{with_bot} 2"):
            processes.wait_for(
                lambda nudge=nudge: nudge in nudged(sub, told), within=WITHIN, why=f"the nudge of {nudge}"
            )

    assert time.monotonic() - started < WITHIN
    assert turns(database_url, with_ben) == ["person"]
    assert len(mails_to(database_url, "ben@club.example")) == 1


def end_of_web(turn: dict[str, str], environ: dict[str, str], folder: Path) -> int:
    """How the web process ended to which a browser confirmed this turn: no answer came."""
    port = processes.free_port()
    command = [sys.executable, "-m", "uvicorn", "tests.matches.killed:web", "--port", str(port), "--lifespan", "off"]
    with processes.running(command, log=folder / "web.log", environ=environ) as web:
        processes.wait_for(lambda: supervisor.is_open("127.0.0.1", port), why="the web does not answer")
        browser = HTTPConnection("localhost", port, timeout=60)
        body = {"csrfmiddlewaretoken": turn["token"], "number": 1, "text": turn["text"], "key": "one click"}
        headers = {"Cookie": turn["cookies"], "Content-Type": "application/x-www-form-urlencoded"}
        browser.request("POST", f"/games/{turn['key']}/", urlencode(body), headers)
        with pytest.raises(ConnectionError):
            browser.getresponse()
        return web.wait(30)


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
    """The person's mails in the outbox that it is their turn."""
    query = f"""SELECT d.mail_id FROM games_delivery d JOIN games_notice n ON n.id = d.notice_id
               JOIN accounts_user u ON u.id = n.user_id
               WHERE u.email = '{address}' AND n.event = 'your-turn' AND n.turn = 1 AND d.mail_id IS NOT NULL"""
    return databases.rows(database, query)


def nudged(sub: redis.client.PubSub, told: set[str]) -> set[str]:
    """Matches and turns of which the pages that look at them were told."""
    while message := sub.get_message(timeout=0.1):
        if message["type"] == "pmessage" and b"match." in message["channel"]:
            nudge = msgpack.unpackb(message["data"])
            told.add(f"{nudge['match']} {nudge['turn']}")
    return told
