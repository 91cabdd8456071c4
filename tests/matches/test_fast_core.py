"""What the club knows of the bots' fast core: told by the bots' worker, read by pages, on other machines too."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games import tasks
from games.bot_contract import CoreState
from games.matches import bot_core, bot_turns, refusals
from games.taluva.bots import fast_core
from tests.factories import level_bot, person, running_match

KEY = bot_core.cache_key("taluva")


@pytest.fixture(autouse=True)
def _own_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with numba, on which nothing was compiled yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: True)
    monkeypatch.setattr(fast_core, "version", lambda name: "0.1")


def started(monkeypatch: pytest.MonkeyPatch, queue: str, wait: Callable[[], int] = lambda: 0) -> list[CoreState]:
    """What a worker of this queue has told by the time it begins to compile; the compiler ends as `wait` says."""
    seen: list[CoreState] = []

    def compiler(*_args: Any, **_more: Any) -> SimpleNamespace:
        seen.append(fast_core.state())
        return SimpleNamespace(wait=wait)

    monkeypatch.setattr(tasks.subprocess, "Popen", compiler)
    queues = SimpleNamespace(consume_from={queue: None})
    tasks.compile_cores(sender=SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=queues))))
    return seen


def test_the_bots_worker_says_that_it_prepares_the_core_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (started(monkeypatch, "default"), cache.get(KEY)) == ([], None)
    assert (started(monkeypatch, "bots"), bot_core.known_state("taluva")) == (
        [CoreState.NOT_READY],
        CoreState.NOT_READY,
    )
    fast_core.ready_marker().touch()
    assert (started(monkeypatch, "bots"), bot_core.known_state("taluva")) == ([], CoreState.READY)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("core", "said", "offered"),
    [
        (CoreState.READY, None, 6),
        (CoreState.NOT_READY, "Getting ready, for a minute or two: Navigator, Elder.", 6),
        (CoreState.UNAVAILABLE, "This club can't run these bots: Navigator, Elder.", 4),
    ],
)
def test_pages_go_by_what_was_told_and_not_by_their_own_disk(
    core: CoreState, said: str | None, offered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def own_disk() -> None:
        raise AssertionError

    monkeypatch.setattr(fast_core, "ready_marker", own_disk)
    cache.set(KEY, core)

    page = Client().get("/tables/").text

    sentences = ("Getting ready", "This club can't run these bots")
    assert [sentence in page for sentence in sentences] == [bool(said and sentence in said) for sentence in sentences]
    assert said is None or said in page
    assert len(bot_turns.offered_levels("taluva")) == offered


@pytest.mark.django_db
def test_no_new_game_is_begun_with_a_level_whose_core_could_not_be_made(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "taluva.bots"):
        fast_core.mark_failed()
        assert [bot_core.check_state("taluva") for _ in range(2)] == [CoreState.UNAVAILABLE] * 2
    with pytest.raises(refusals.SiteRefusal, match="Elder isn't available at the moment"):
        running_match(person("Ann"), level_bot("elder"))
    assert caplog.text.count("The bots' fast core is missing here") == 1


def test_where_nothing_can_be_written_the_core_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))

    started(monkeypatch, "bots")

    assert bot_core.known_state("taluva") is CoreState.UNAVAILABLE


def test_a_compiler_that_is_killed_leaves_the_core_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the kernel does where memory is short: it can't say so itself."""
    is_killed, before = threading.Event(), set(threading.enumerate())
    started(monkeypatch, "bots", lambda: -signal.SIGKILL if is_killed.wait() else 0)
    assert bot_core.known_state("taluva") is CoreState.NOT_READY

    is_killed.set()
    for thread in set(threading.enumerate()) - before:
        thread.join()

    assert bot_core.known_state("taluva") is CoreState.UNAVAILABLE


def test_what_breaks_off_is_compiled_by_who_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: Any) -> None:
        raise MemoryError

    steps: list[int] = []
    monkeypatch.setattr(fast_core, "compile_step", broken)
    with pytest.raises(MemoryError):
        fast_core.compile_core(lambda _line: None)
    assert fast_core.state() is CoreState.NOT_READY

    monkeypatch.setattr(fast_core, "compile_step", lambda number, _game: steps.append(number))
    fast_core.compile_core(lambda _line: None)
    assert (fast_core.state(), steps) == (CoreState.READY, [1, 2, 3])


def test_a_worker_that_starts_again_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_core.mark_failed()
    bot_core.check_all()
    assert bot_core.known_state("taluva") is CoreState.UNAVAILABLE
    assert (started(monkeypatch, "bots"), bot_core.known_state("taluva")) == (
        [CoreState.NOT_READY],
        CoreState.NOT_READY,
    )


@pytest.mark.parametrize(("queues", "warm", "loaded"), [("bots", True, 1), ("default", True, 0), ("bots", False, 0)])
def test_a_process_of_the_bots_worker_loads_the_core_as_it_starts(
    queues: str, warm: bool, loaded: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = SimpleNamespace(Thread=lambda target, daemon: SimpleNamespace(start=target))
    calls: list[str] = []
    monkeypatch.setattr(
        tasks, "current_app", SimpleNamespace(amqp=SimpleNamespace(queues=SimpleNamespace(consume_from=[queues])))
    )
    monkeypatch.setattr(tasks, "threading", at_once)
    monkeypatch.setattr(fast_core, "state", lambda: CoreState.READY if warm else CoreState.NOT_READY)
    monkeypatch.setattr(fast_core, "compile_all", lambda _say: calls.append("loaded"))

    tasks.load_cores()

    assert len(calls) == loaded
