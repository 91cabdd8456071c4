"""200 mails, and the worker, Valkey and the supervisor killed at random: each mail arrives, or says why not."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests import databases, post, processes

KINDS = ["worker", "valkey", "scheduler", "supervisor"]
MAILS = 200
WRITER = f"""
import time
from django.core.mail import send_mail
for number in range({MAILS}):
    send_mail(f"Mail {{number}}", "Your turn.", None, [f"player{{number}}@taluva.example"])
    time.sleep(0.25)
"""
SETTLES_WITHIN = 300  # the lease of a killed worker's mail is two minutes


class Club:
    """Started again whenever its supervisor was killed."""

    def __init__(self, hosted: processes.Hosted) -> None:
        self.hosted = hosted
        self.kills: Counter[str] = Counter()
        self.log = hosted.folder / "up.log"
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", "0"],
                cwd=processes.ROOT,
                env={**os.environ, **self.hosted.environ()},
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def kill_somebody(self, chance: random.Random) -> None:
        """Of those who run somebody who was not killed yet, and then anybody."""
        if self.process.poll() is not None:
            self.start()
        elif children := self.named():
            running = {"supervisor": self.process.pid, **children}
            spared = [kind for kind in KINDS if kind in running and not self.kills[kind]]
            name = chance.choice(spared or [kind for kind in KINDS if kind in running])
            self.kill(name, running[name])

    def named(self) -> dict[str, int]:
        """The children by name, as their command lines tell."""
        with suppress(FileNotFoundError):
            pids = [int(pid) for pid in json.loads((self.hosted.folder / "pids.json").read_text())]
            return {name: pid for pid in pids if (name := name_of(pid))}
        return {}

    def kill(self, name: str, pid: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            self.kills[name] += 1
        if name == "supervisor":
            self.process.wait()

    @property
    def has_spared_somebody(self) -> bool:
        return set(self.kills) != set(KINDS) or self.kills.total() < 6

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)


def name_of(pid: int) -> str:
    with suppress(OSError):
        line = Path(f"/proc/{pid}/cmdline").read_text()
        marks = {
            "mail@": "worker",
            "valkey": "valkey",
            "beat": "scheduler",
            "taluva_site.server": "web",
            "bots@": "bots",
        }
        return next((name for mark, name in marks.items() if mark in line), "")
    return ""


def mails(database: str) -> list[tuple[object, ...]]:
    return databases.rows(database, "SELECT message_id, state, reason, attempts FROM accounts_mail")


@pytest.mark.long
@pytest.mark.worker
@pytest.mark.timeout(900)
def test_no_mail_is_lost_while_everything_is_killed(tmp_path: Path, database_url: str) -> None:
    seed = random.randrange(10**6)
    chance = random.Random(seed)
    with ExitStack() as stack:
        letters, url = stack.enter_context(post.office(of_the_club=False))
        hosted = processes.Hosted(tmp_path, database_url, "embedded", url)
        hosted.prepare()
        club = Club(hosted)
        stack.callback(club.stop)
        writer = stack.enter_context(hosted.start("writer", [sys.executable, "manage.py", "shell", "-c", WRITER]))
        while writer.poll() is None or club.has_spared_somebody:
            time.sleep(chance.uniform(0.5, 3))
            club.kill_somebody(chance)
        assert writer.returncode == 0, (tmp_path / "writer.log").read_text()
        if club.process.poll() is not None:
            club.start()
        started = time.monotonic()
        while any(state == "waiting" and not reason for _, state, reason, _ in mails(database_url)):
            assert time.monotonic() - started < SETTLES_WITHIN, Counter(state for _, state, _, _ in mails(database_url))
            time.sleep(1)

    rows = mails(database_url)
    taken = Counter(letter["Message-ID"] for letter in letters.taken)
    sent = {message_id for message_id, state, _, _ in rows if state == "sent"}
    waiting = [reason for _, state, reason, _ in rows if state == "waiting"]
    again, pause = sum(count - 1 for count in taken.values()), time.monotonic() - started
    print(f"seed {seed}: killed {dict(club.kills)}; {len(rows)} mails written, {len(taken)} arrived, ", end="")
    print(f"{len(waiting)} wait with a reason, {again} sent again under the same id; settled in {pause:.0f} s")
    assert len(rows) == MAILS
    assert set(club.kills) == set(KINDS)
    assert sent <= set(taken)
    assert len(sent) + len(waiting) == MAILS
    assert all(waiting)
