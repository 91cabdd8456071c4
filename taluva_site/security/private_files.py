"""What a club writes is for its own account alone: keys, sessions, mails, the seeds of running games."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

log = logging.getLogger("taluva.private")
FOR_OTHERS = 0o077


def keep_private() -> None:
    """Let whatever this process and its children write be readable by its own account alone."""
    os.umask(FOR_OTHERS)


def seal_files(paths: Iterable[Path]) -> None:
    """Take from others what earlier versions let them read: these files, and folders with all that is in them."""
    for path in walk_folders(paths):
        try:
            mode = path.lstat().st_mode
            if stat.S_IMODE(mode) & FOR_OTHERS and not stat.S_ISLNK(mode):
                path.chmod(stat.S_IMODE(mode) & ~FOR_OTHERS)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("Others may read %s: %s", path, error.strerror)


def walk_folders(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield path
        for folder, folders, files in os.walk(path):
            yield from (Path(folder, name) for name in (*folders, *files))


def club_paths(var: Path, shared: Path, database: Path | None) -> list[Path]:
    """Return the folders of a club, and the files of its SQLite database, which may lie elsewhere."""
    beside = [database.with_name(database.name + end) for end in ("", "-wal", "-shm")] if database else []
    return [var, shared, *beside]
