"""The mark of the compiled core: it holds as long as all that numba goes by is what it was."""

import os
import time
from pathlib import Path

import pytest

from games.taluva.bots import cli, engine


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    monkeypatch.setattr(cli, "version", lambda name: "0.1")


def test_the_core_counts_as_compiled_once_it_was() -> None:
    assert not cli.is_warm()
    cli.marker().touch()
    assert cli.is_warm()


def test_it_is_being_compiled_from_its_begin_to_its_end_and_for_ten_minutes_at_most() -> None:
    told = [cli.is_being_compiled()]
    cli.begun().touch()
    told.append(cli.is_being_compiled())
    os.utime(cli.begun(), (time.time() - 601,) * 2)
    told.append(cli.is_being_compiled())
    cli.begun().touch()
    cli.marker().touch()
    told.append(cli.is_being_compiled())

    assert told == [False, True, False, False]


OTHERS = {
    "numba": ("games.taluva.bots.cli.version", lambda name: "0.2"),
    "processor": ("games.taluva.bots.cli.processor", lambda: "another one"),
    "python": ("games.taluva.bots.cli.sys.implementation", type("Other", (), {"cache_tag": "cpython-399"})),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_another_numba_python_or_processor_compiles_anew(
    other: tuple[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.marker().touch()
    monkeypatch.setattr(*other)
    assert not cli.is_warm()


def test_sources_that_were_written_anew_are_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an image is built again: the same words, and numba goes by their time."""
    source = tmp_path / "tile.py"
    source.touch()
    monkeypatch.setattr(engine, "CORE", tmp_path)
    before = cli.marker().name
    os.utime(source, (1, 1))
    assert cli.marker().name != before


def test_a_club_that_was_moved_compiles_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cache moved with it, and numba looks for the code of these very files."""
    before = cli.marker().name
    monkeypatch.setattr(engine, "CORE", tmp_path / "core")
    assert cli.marker().name != before


def test_what_is_loaded_names_expansions_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Naming one is the only thing that no cache keeps."""
    plain, brain, named = engine.positions(compiled=False), engine.brains(compiled=False), []
    anchor = plain.anchor
    monkeypatch.setattr(engine, "positions", lambda *, compiled: plain)
    monkeypatch.setattr(engine, "brains", lambda *, compiled: brain)
    monkeypatch.setattr(plain, "anchor", lambda position, slot: named.append(slot) or anchor(position, slot))

    cli.load()

    assert named
