"""A web process that may open few files, and more visitors than that."""

from __future__ import annotations

import shlex
import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from taluva_site.operations import supervisor
from taluva_site.server.connections import RESERVED_FILES
from tests import processes
from tests.site import serving
from tests.site.serving import connected, request, status
from tests.site.test_connections import HANDSHAKE

pytestmark = [pytest.mark.worker, pytest.mark.sqlite]
ROOM = 80


@dataclass
class Patient(processes.Hosted):
    """A club that lets one address have any number of connections."""

    def environ(self) -> dict[str, str]:
        return super().environ() | {"SOCKETS_PER_ADDRESS": "100000", "CONNECTIONS_PER_ADDRESS": "100000"}


def command(port: int, which: str = "") -> list[str]:
    """The server under a limit of files: under both, or with "S" under the soft one alone."""
    server = shlex.join([sys.executable, "-m", "taluva_site.server", "--processes", "1", "--port", str(port)])
    return ["sh", "-c", f"ulimit -{which}n {RESERVED_FILES + ROOM}; exec {server}"]


def test_a_full_process_refuses_at_once_and_recovers(tmp_path: Path) -> None:
    with processes.valkey(tmp_path) as redis_url:
        club = Patient(tmp_path, f"sqlite:///{tmp_path}/club.sqlite3", redis_url)
        club.prepare()
        port = processes.free_port()
        with club.start("web", command(port)):
            processes.wait_for(lambda: supervisor.is_open("localhost", port))
            assert ask(port) == 200
            with ExitStack() as stack:
                answers = []
                for _ in range(2 * ROOM):
                    sock = stack.enter_context(connected(port))
                    sock.sendall(request("GET", "/ws/", *HANDSHAKE, "Origin: http://localhost"))
                    answers.append(status(sock))
                assert {answers.index(101): 101, answers.index(503): 503} == {0: 101, ROOM: 503}
                assert set(answers[ROOM:]) == {503}
                assert ask(port) == 503
            processes.wait_for(lambda: ask(port) == 200, why="there is no room again")
        assert (tmp_path / "web.log").read_text() == ""


def test_a_limit_that_may_be_raised_keeps_nobody_out(tmp_path: Path) -> None:
    with processes.valkey(tmp_path) as redis_url:
        club = Patient(tmp_path, f"sqlite:///{tmp_path}/club.sqlite3", redis_url)
        club.prepare()
        port = processes.free_port()
        with club.start("web", command(port, "S")), ExitStack() as stack:
            processes.wait_for(lambda: supervisor.is_open("localhost", port))
            answers = []
            for _ in range(2 * ROOM):
                sock = stack.enter_context(connected(port))
                sock.sendall(request("GET", "/ws/", *HANDSHAKE, "Origin: http://localhost"))
                answers.append(status(sock))
            assert answers == [101] * (2 * ROOM)
            assert ask(port) == 200


def ask(port: int) -> int:
    with connected(port) as sock:
        with suppress(OSError):
            sock.sendall(serving.request("GET", "/terms/"))
        return status(sock)
