"""`manage.py bots …`: what it doesn't take is said in a sentence."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.bot_contract import CoreState
from games.taluva.bots import fast_core


@pytest.fixture(autouse=True)
def _own_folder_and_no_numba(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR = tmp_path
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)


@pytest.mark.parametrize("seconds", ["0", "nan"])
def test_a_visitor_needs_some_time_between_two_looks(seconds: str) -> None:
    with pytest.raises(CommandError, match=f"{seconds} is not a time above 0"):
        call_command("bots", "visit", "https://club.example", "builder", "--seconds", seconds)


@pytest.mark.parametrize(("level", "needs_core"), [("navigator", True), ("breaker", False)])
def test_a_level_that_has_to_be_compiled_first_says_so(
    level: str,
    needs_core: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: True)
    monkeypatch.setattr(fast_core, "version", lambda name: "0.1")
    monkeypatch.setattr(fast_core, "compile_step", lambda number, game: None)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))

    call_command("bots", "engine", level)

    assert ("1 of 3: compiling the rules\n2 of 3" in capsys.readouterr().err) == needs_core
    assert (fast_core.state() is CoreState.READY) == needs_core
