from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tests.lanterns
from games import positions
from games.boards import BOARDS
from games.rules import RULES
from tests.lanterns import Lanterns
from tests.lanterns.board import LanternsBoard


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """The site with lanterns on offer: its rules, its board and the board's templates, and nothing else."""
    monkeypatch.setitem(RULES, "lanterns", Lanterns())
    monkeypatch.setitem(BOARDS, "lanterns", LanternsBoard())
    engine = settings.TEMPLATES[0]
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], Path(tests.lanterns.__file__).parent / "templates"]}]
    yield
    positions.forget()
