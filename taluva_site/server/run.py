"""The web processes: one parent loads the site, and its children answer at one socket and share its memory."""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from taluva_site.operations import supervisor
from taluva_site.server.connections import connections, raise_file_limit, room_for_connections
from taluva_site.server.protocols import BoundedHttpProtocol, BoundedWebSocketProtocol

LONGEST_PAUSE = 15.0
GOOD_LIFE = 30.0
LARGEST_FRAME = 512
STOPPING = (signal.SIGINT, signal.SIGTERM)
KEEP_ALIVE = 5
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own in it, which nobody else can have made


def server_config(grace: int, application: Any = "taluva_site.asgi:application") -> uvicorn.Config:
    return uvicorn.Config(
        application,
        http=BoundedHttpProtocol,
        ws=BoundedWebSocketProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=grace,
        lifespan="off",
        access_log=False,
        log_config=None,
    )


def load_site(config: uvicorn.Config) -> None:
    """Import the site, its pages too, so that children share all of it."""
    config.load()
    from django.conf import settings
    from django.urls import resolve

    resolve("/")
    connections.most = room_for_connections(raise_file_limit())
    if not settings.ENVIRONMENT.trusted_proxies:
        connections.most_per_address = settings.ENVIRONMENT.connections_per_address


def count_together(sock: socket.socket) -> Path | None:
    """Let the processes at this socket share what /metrics tells of requests; called before the site is loaded.

    Return the folder that was made for it, if any.
    """
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        return None
    from django.conf import settings

    if not settings.METRICS_TOKEN:  # nobody may read them
        return None
    folder = counting_folder(sock.getsockname()[1])
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True, mode=0o700)
    except OSError as error:
        supervisor.print_line(
            f"/metrics tells of one web process at a time, since {folder} can't be made: {error.strerror}."
        )
        return None
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    return folder


def counting_folder(port: int) -> Path:
    """Return the folder for counts of the server at this port, which it empties when it starts.

    In memory, where the system has a place for that: a process that maps a file of a full disk is killed by a write.
    """
    from django.conf import settings

    if SHARED_MEMORY.is_dir() and os.access(SHARED_MEMORY, os.W_OK):
        return SHARED_MEMORY / f"taluva-metrics-{os.getuid()}-{port}"
    return Path(settings.VAR) / "metrics" / str(port)


class Parent:
    """Keeps so many children, each a server at the same socket. They end with it, however it ends."""

    def __init__(self, config: uvicorn.Config, sock: socket.socket, number: int) -> None:
        self.config, self.sock, self.number = config, sock, number
        self.children: dict[int, float] = {}
        self.pause = 0.0
        self.is_stopping = False

    def run(self) -> None:
        for signum in STOPPING:
            signal.signal(signum, self.stop)
        for _ in range(self.number):
            self.start()
        while self.children:
            pid, status = os.wait()
            self.replace(pid, os.waitstatus_to_exitcode(status))

    def start(self) -> None:
        parent = os.getpid()
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        pid = os.fork()
        if pid == 0:
            become_child(parent)
            os._exit(serve(self.config, self.sock))
        self.children[pid] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)

    def replace(self, pid: int, code: int) -> None:
        """Start another child for one that ended, after a pause that grows while they keep dying."""
        lived = time.monotonic() - self.children.pop(pid)
        if self.is_stopping:
            return
        self.pause = 0.0 if lived > GOOD_LIFE else min(self.pause * 2 + 0.1, LONGEST_PAUSE)
        supervisor.print_line(f"A web process ended ({code}) and starts again.")
        self.wait()
        if not self.is_stopping:
            self.start()

    def wait(self) -> None:
        """Sleep for the pause, but no longer when asked to end: a sleep alone goes on after a signal."""
        end = time.monotonic() + self.pause
        while not self.is_stopping and time.monotonic() < end:
            time.sleep(0.1)

    def stop(self, signum: int, frame: FrameType | None) -> None:
        self.is_stopping = True
        for pid in self.children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)


def become_child(parent: int) -> None:
    """Reset the parent's signals in a child, before anything else, and end when the parent does."""
    for signum in STOPPING:
        signal.signal(signum, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    supervisor.die_with(parent)


def serve(config: uvicorn.Config, sock: socket.socket) -> int:
    """Answer until asked to end; return the exit code."""
    from django.db import connection

    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt), held_open(connection.settings_dict if connection.vendor == "sqlite" else None):
        server.run(sockets=[sock])
    return 0 if server.started else 1


@contextmanager
def held_open(database: dict[str, Any] | None) -> Iterator[None]:
    """Keep a connection to an SQLite database, so that the files beside it stay.

    Each request has a connection of its own, and the last to close removes them: where the disk is full by then,
    nobody can even read.
    """
    with ExitStack() as stack:
        if database is not None:
            with suppress(sqlite3.Error):
                there = f"{Path(database['NAME']).resolve().as_uri()}?mode=rw"
                held = stack.enter_context(closing(sqlite3.connect(there, uri=True)))
                held.execute("SELECT count(*) FROM sqlite_master").fetchall()
        yield


def parse_arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m taluva_site.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="a socket that listens already, instead of host and port")
    parser.add_argument("--processes", type=int, help="by default WEB_PROCESSES, or as many as there are cores")
    parser.add_argument("--grace", type=int, default=10, help="seconds for requests that run when it is asked to end")
    return parser.parse_args(given)


def usual_number() -> int:
    from django.conf import settings

    return int(settings.ENVIRONMENT.web_processes)


def open_socket(options: argparse.Namespace) -> socket.socket:
    """Return the socket that was handed over, or listen at host and port; `::` means every address, of IPv4 too."""
    if options.fd is not None:
        return socket.socket(fileno=options.fd)
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    place = (options.host, options.port)
    return socket.create_server(place, family=family, backlog=512, dualstack_ipv6=options.host == "::")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taluva_site.settings")
    options = parse_arguments()
    sock = open_socket(options)
    config = server_config(options.grace)
    number = options.processes or usual_number()
    counts = count_together(sock) if number > 1 else None
    load_site(config)
    if number == 1:
        sys.exit(serve(config, sock))
    gc.collect()
    gc.freeze()
    Parent(config, sock, number).run()
    if counts is not None:
        shutil.rmtree(counts, ignore_errors=True)
