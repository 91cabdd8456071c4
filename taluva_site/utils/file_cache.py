"""Files that can be made again, in a folder that does not grow beyond a size: what was used least lately goes first."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

UNFINISHED = ".new-"
ABANDONED = 3600.0  # seconds after which an unfinished file is one that a killed process left
USED = 3600.0  # seconds: so exactly is known when a file was last used
TIDY_AFTER = 50  # a process looks at the folder when it has written so many parts of what may be there


class CachedFile(NamedTuple):
    used_at: float
    size: int
    path: Path


class FileCache:
    """Whole files under plain names. Any number of processes may read and write the same folder."""

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most
        self.written = most  # the first file that a process writes is followed by a look at the folder

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()

    def get(self, name: str) -> bytes | None:
        """Return the file, which counts as used now, or None if it is not there."""
        path = self.folder / name
        try:
            with path.open("rb") as file:
                content = file.read()
                if time.time() - os.fstat(file.fileno()).st_mtime > USED:
                    path.touch()
        except OSError:
            return None
        return content

    def put(self, name: str, content: bytes) -> None:
        """Keep the file, for this account alone. Readers find all of it or nothing meanwhile."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, unfinished = tempfile.mkstemp(prefix=UNFINISHED, dir=self.folder)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
            os.replace(unfinished, self.folder / name)  # noqa: PTH105 - mkstemp gives a name
        except OSError:
            with suppress(OSError):
                os.unlink(unfinished)  # noqa: PTH108
            raise
        self.written += len(content)
        if self.written * TIDY_AFTER > self.most:
            self.written = 0
            self.tidy()

    def tidy(self) -> None:
        """Remove what was used least lately, until a tenth of the room is free again, and what was never finished."""
        kept = sorted(self.files())
        size = sum(file.size for file in kept)
        if size <= self.most:
            return
        for file in kept:
            file.path.unlink(missing_ok=True)
            size -= file.size
            if size <= self.most * 0.9:
                return

    def files(self) -> Iterator[CachedFile]:
        """Yield all finished files; remove those that a killed process left unfinished."""
        with os.scandir(self.folder) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    found = entry.stat()
                    if not entry.name.startswith("."):
                        yield CachedFile(found.st_mtime, found.st_size, Path(entry.path))
                    elif entry.name.startswith(UNFINISHED) and time.time() - found.st_mtime > ABANDONED:
                        os.unlink(entry.path)  # noqa: PTH108

    def forget(self, prefix: str) -> None:
        """Remove the files whose names begin with this."""
        if self.folder.exists():
            for path in self.folder.glob(f"{prefix}*"):
                path.unlink(missing_ok=True)
