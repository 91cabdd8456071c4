"""The real servers that tests start: Valkey, workers, and a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import redis

from taluva_site.management.commands import up
from taluva_site.valkey import on_socket

ROOT = Path(__file__).resolve().parent.parent


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def wait_for(what: Callable[[], object], *, within: float = 30.0, why: str = "") -> None:
    """Returns as soon as `what` holds; fails when it never does."""
    end = time.monotonic() + within
    while not what():
        if time.monotonic() > end:
            raise AssertionError(f"waited {within:.0f} s in vain: {why or what}")
        time.sleep(0.05)


@contextmanager
def running(
    command: list[str], *, log: Path, environ: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """The program, in a session of its own, which ends with the block."""
    with log.open("ab") as file:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(environ or {}), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@contextmanager
def valkey(folder: Path) -> Iterator[str]:
    """The address of a Valkey on a socket in this folder."""
    sock = folder / "redis.sock"
    with running(on_socket(sock, folder), log=folder / "valkey.log"):
        client = redis.Redis(unix_socket_path=str(sock))
        wait_for(lambda: answers(client), why="Valkey does not answer")
        yield f"unix://{sock}"


def answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


def worker(queue: str) -> list[str]:
    """The club's own command of a worker."""
    return up.worker(queue, f"{queue}@%h")
