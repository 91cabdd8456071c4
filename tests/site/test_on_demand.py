"""A worker that is started when its queue holds something, and ends when it has had nothing to do for a while."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery.app.task import Task

from games.tasks import draw_animation, play_bot_turn
from taluva_site.operations import supervisor
from taluva_site.operations.supervisor import ProcessPlan
from taluva_site.queues import enqueue, on_demand, queue_lengths
from taluva_site.tasks import call_workers


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that starts the worker of the slow queue, under a supervisor."""
    monkeypatch.setenv(on_demand.FOLDER, str(tmp_path))
    return on_demand.flag_file(tmp_path, "slow")


def waiting(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> None:
    """So many tasks are found in the queue, look after look."""
    found: Iterator[int] = iter(numbers)
    monkeypatch.setattr(queue_lengths, "count_tasks", lambda _queue: next(found))


def test_a_task_calls_the_worker_of_its_queue(called: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Task, "apply_async", lambda *_args, **_more: None)
    enqueue.enqueue(play_bot_turn.name, 1, 2, 3)
    assert not list(called.parent.iterdir())

    enqueue.enqueue(draw_animation.name, 1)

    assert list(called.parent.iterdir()) == [called]


def test_without_a_supervisor_nobody_is_called(called: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(on_demand.FOLDER)
    on_demand.call_worker("slow")
    call_workers()

    assert not called.exists()


def test_what_waits_without_a_worker_calls_it(called: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the tasks of the scheduler do, which knows of no files."""
    waiting(monkeypatch, 0, 1)
    call_workers()
    assert not called.exists()

    call_workers()

    assert called.exists()


def test_a_worker_without_work_ends_unless_a_task_has_just_come(called: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[tuple[int, bool]] = []
    called.touch()
    waiting(monkeypatch, 1, 0)
    monkeypatch.setattr(on_demand, "LOOKS", 0.0)
    monkeypatch.setattr(on_demand, "IDLE", -1.0)
    monkeypatch.setattr(on_demand.os, "kill", lambda _pid, signum: ended.append((signum, called.exists())))

    on_demand.watch(called.parent, ["slow"])

    assert ended == [(signal.SIGTERM, False)]


def test_the_supervisor_starts_it_when_it_is_called_and_lets_it_end(
    called: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flag = called.parent / "fails"
    plan = ProcessPlan("slow", ["sh", "-c", f"test ! -e {flag}"], flag=str(called))
    club = supervisor.Supervisor([plan], called.parent, 0)
    [child] = club.children

    def looked() -> Any:
        """What runs after a look."""
        club.look_after(child)
        return child.process

    assert looked() is None
    called.touch()
    process = looked()
    assert (process.wait(10), called.exists()) == (0, False)
    assert [looked(), looked(), capsys.readouterr().out] == [None, None, ""]

    flag.touch()
    called.touch()
    assert looked().wait(10) == 1
    called.touch()
    assert [looked(), looked()] == [None, None]  # after a pause
    assert capsys.readouterr().out.startswith("slow ended (1) and starts again")
    assert club.environ[on_demand.FOLDER] == str(called.parent)
