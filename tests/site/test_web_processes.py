"""The parent of the web processes."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from taluva_site.server import run
from taluva_site.server.run import Parent


@pytest.fixture
def parent() -> Parent:
    return Parent(run.server_config(1), socket.socket(), 1)


def test_a_child_is_known_before_the_parent_can_be_asked_to_end(
    parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one that is started in this moment is not told, and the parent waits for it."""
    known: list[tuple[int, list[int]]] = []
    monkeypatch.setattr(run.os, "fork", lambda: 99)
    monkeypatch.setattr(run.signal, "pthread_sigmask", lambda how, _signals: known.append((how, [*parent.children])))
    parent.start()

    assert known == [(signal.SIG_BLOCK, []), (signal.SIG_UNBLOCK, [99])]


def test_a_parent_that_is_asked_to_end_does_not_wait_for_its_pause(
    parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        parent.stop(signal.SIGTERM, None)

    monkeypatch.setattr(run.time, "sleep", nap)
    parent.children[99], parent.pause = run.time.monotonic(), run.LONGEST_PAUSE
    parent.replace(99, 1)

    assert (naps, parent.children) == ([0.1], {})


def test_a_server_that_can_write_nothing_starts_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "SHARED_MEMORY", tmp_path / "no memory")
    settings.METRICS_TOKEN, settings.VAR = "a token", tmp_path / "no folder"
    settings.VAR.touch()
    environ: dict[str, str] = {}
    with socket.create_server(("127.0.0.1", 0)) as sock:
        monkeypatch.setattr(run.os, "environ", environ)
        run.count_together(sock)
        monkeypatch.undo()

    assert environ == {}
    assert capsys.readouterr().out.endswith("can't be made: Not a directory.\n")


@pytest.mark.parametrize(
    ("host", "names"), [("127.0.0.1", ["127.0.0.1"]), ("::1", ["::1"]), ("::", ["::1", "127.0.0.1"])]
)
def test_it_listens_where_it_is_told_to(host: str, names: list[str]) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    with run.open_socket(run.parse_arguments(["--host", host, "--port", "0"])) as sock:
        for name in names:
            socket.create_connection((name, sock.getsockname()[1]), timeout=5).close()


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("has_memory", [True, False])
def test_two_servers_of_a_machine_count_apart(
    has_memory: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    memory = tmp_path / "memory"
    monkeypatch.setattr(run, "SHARED_MEMORY", memory)
    settings.METRICS_TOKEN, settings.VAR = "a token", tmp_path / "var"
    if has_memory:
        memory.mkdir()
    kept, real = list[Path](), os.environ
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        for sock in (one, two, one):
            environ: dict[str, str] = {}
            monkeypatch.setattr(run.os, "environ", environ)
            folder = run.count_together(sock)
            monkeypatch.setattr(run.os, "environ", real)
            assert folder
            assert environ == {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
            (folder / f"counter_{len(kept)}.db").touch()
            kept.append(folder)

    assert [[path.name for path in folder.iterdir()] for folder in kept[:2]] == [["counter_2.db"], ["counter_1.db"]]
    assert kept[0] == kept[2]
    assert kept[0].is_relative_to(memory if has_memory else tmp_path / "var")


def test_nothing_is_counted_together_where_nobody_may_read_it(settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        assert run.count_together(sock) is None


def test_what_reading_needs_stays_when_the_last_request_is_answered(tmp_path: Path) -> None:
    """SQLite makes it anew otherwise, which a full disk does not allow."""
    database = tmp_path / "club.sqlite3"
    with closing(sqlite3.connect(database)) as request:
        request.execute("PRAGMA journal_mode=WAL")
        request.execute("CREATE TABLE turn (number)")
    with run.held_open({"NAME": database}):
        for _ in range(2):
            with closing(sqlite3.connect(database)) as request:
                request.execute("INSERT INTO turn VALUES (1)")
                request.commit()
        assert (tmp_path / "club.sqlite3-shm").exists()

    assert [path.name for path in tmp_path.iterdir()] == ["club.sqlite3"]
