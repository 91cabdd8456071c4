"""Templates as text, for tests that read them all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def templates(*suffixes: str) -> Iterator[Path]:
    """Ours, by the ends of their names."""
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in suffixes:
            yield path


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT / "templates"))
