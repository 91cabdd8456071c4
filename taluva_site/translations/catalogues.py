"""Translations as Django reads them: for each .po file a .mo file beside it, made without gettext's own tools."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def compile_stale(folders: Iterable[Path]) -> list[Path]:
    """Compile what has changed since it was compiled last; return which."""
    stale = [path for folder in folders for path in sorted(folder.glob("*/LC_MESSAGES/*.po")) if is_stale(path)]
    for path in stale:
        compile_one(path)
    return stale


def is_stale(path: Path) -> bool:
    compiled = path.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime_ns < path.stat().st_mtime_ns


def compile_one(path: Path) -> None:
    """Compile one catalogue. Readers find the old file or the new one meanwhile."""
    from babel.messages.mofile import write_mo  # most starts compile nothing and need not wait for Babel
    from babel.messages.pofile import read_po

    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    with path.open("rb") as source, unfinished.open("wb") as target:
        write_mo(target, read_po(source))
    unfinished.chmod(0o644)  # a part of the program, which another account may run
    unfinished.replace(path.with_suffix(".mo"))
