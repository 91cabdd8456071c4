"""How many connections this process holds, in all and of each client address."""

from __future__ import annotations

import resource
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

# Files for the database, Redis, templates and logs: connections must never take these.
RESERVED_FILES = 256
MOST_FILES = 65_536
FEWEST = 64


class Connection(Protocol):
    address: str

    def give_way(self) -> None:
        """Close at once, and count no longer."""


@dataclass
class Connections:
    """When there is no room for another, the one that has idled longest gives way, of the same address first."""

    most: int = 10_000
    most_per_address: int = 10_000
    total: int = 0
    by_address: Counter[str] = field(default_factory=Counter)
    # Those that wait for a request, the oldest first: all of them, and those of each address.
    idle: dict[Connection, None] = field(default_factory=dict)
    idle_of: dict[str, dict[Connection, None]] = field(default_factory=dict)

    def open(self, address: str) -> bool:
        """Count one more, or return False if there is no room for it."""
        if self.by_address[address] >= self.most_per_address and not evict_oldest(self.idle_of.get(address)):
            return False
        if self.total >= self.most and not evict_oldest(self.idle):
            return False
        self.total += 1
        self.by_address[address] += 1
        return True

    def close(self, connection: Connection) -> None:
        self.work(connection)
        self.total -= 1
        self.by_address[connection.address] -= 1
        if not self.by_address[connection.address]:
            del self.by_address[connection.address]

    def rest(self, connection: Connection) -> None:
        """Mark this connection as idle: from now on it may have to give way."""
        self.idle[connection] = None
        self.idle_of.setdefault(connection.address, {})[connection] = None

    def work(self, connection: Connection) -> None:
        """Mark this connection as busy, with a request or as a WebSocket: it need not give way."""
        if connection in self.idle:
            del self.idle[connection]
            of_address = self.idle_of[connection.address]
            del of_address[connection]
            if not of_address:
                del self.idle_of[connection.address]


def evict_oldest(idle: dict[Connection, None] | None) -> bool:
    """Close the oldest of them; return False if there is none."""
    if not idle:
        return False
    next(iter(idle)).give_way()
    return True


connections = Connections()


def raise_file_limit() -> int:
    """Raise the soft limit of open files as far as the system lets us; return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], MOST_FILES)


def room_for_connections(files: int) -> int:
    return max(FEWEST, files - RESERVED_FILES)
