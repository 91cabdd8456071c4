"""The mark of the compiled core: it holds as long as all that numba goes by is what it was."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games.bot_contract import CoreState
from games.taluva.bots import engine, fast_core


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    monkeypatch.setattr(fast_core, "version", lambda name: "0.1")
    monkeypatch.setattr(engine, "has_numba", lambda: True)


def test_the_core_counts_as_compiled_once_it_was() -> None:
    assert fast_core.state() is CoreState.NOT_READY
    fast_core.ready_marker().touch()
    assert fast_core.state() is CoreState.READY


def test_what_could_not_be_compiled_is_unavailable_until_somebody_tries_again() -> None:
    fast_core.mark_failed()
    told = [fast_core.state()]
    fast_core.clear_failed()
    told.append(fast_core.state())
    fast_core.mark_failed()
    fast_core.ready_marker().touch()
    told.append(fast_core.state())

    assert told == [CoreState.UNAVAILABLE, CoreState.NOT_READY, CoreState.READY]


def test_who_comes_while_another_process_compiles_waits_for_that_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """And then finds everything compiled."""
    steps: list[int] = []

    def compile_step(number: int, _game: object) -> None:
        steps.append(number)
        time.sleep(0.05)

    monkeypatch.setattr(fast_core, "compile_step", compile_step)
    with ThreadPoolExecutor(2) as both:
        list(both.map(fast_core.compile_core, [lambda _line: None] * 2))

    assert steps == [1, 2, 3]


OTHERS = {
    "numba": ("games.taluva.bots.fast_core.version", lambda name: "0.2"),
    "processor": ("games.taluva.bots.fast_core.processor_features", lambda: "another one"),
    "python": ("games.taluva.bots.fast_core.sys.implementation", type("Other", (), {"cache_tag": "cpython-399"})),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_another_numba_python_or_processor_compiles_anew(
    other: tuple[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    fast_core.ready_marker().touch()
    monkeypatch.setattr(*other)
    assert fast_core.state() is CoreState.NOT_READY


def test_sources_that_were_written_anew_are_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an image is built again: the same words, and numba goes by their time."""
    source = tmp_path / "tile.py"
    source.touch()
    monkeypatch.setattr(engine, "CORE", tmp_path)
    before = fast_core.ready_marker().name
    os.utime(source, (1, 1))
    assert fast_core.ready_marker().name != before


def test_a_club_that_was_moved_compiles_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cache moved with it, and numba looks for the code of these very files."""
    before = fast_core.ready_marker().name
    monkeypatch.setattr(engine, "CORE", tmp_path / "core")
    assert fast_core.ready_marker().name != before


def test_what_is_loaded_names_expansions_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Naming one is the only thing that no cache keeps."""
    plain, brain, named = engine.position_class(compiled=False), engine.brain_class(compiled=False), []
    anchor = plain.anchor
    monkeypatch.setattr(engine, "position_class", lambda *, compiled: plain)
    monkeypatch.setattr(engine, "brain_class", lambda *, compiled: brain)
    monkeypatch.setattr(plain, "anchor", lambda position, slot: named.append(slot) or anchor(position, slot))

    fast_core.ready_marker().touch()
    fast_core.load()

    assert named
