"""Templates as text, for tests that read them all."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def templates(*suffixes: str) -> list[Path]:
    """Return our templates whose names end so."""
    return [path for path in sorted((ROOT / "templates").rglob("*")) if path.suffix in suffixes]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT / "templates"))
