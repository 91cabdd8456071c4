"""A whole club on a real PostgreSQL whose processes are killed one after the other, and come back."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import processes


class Part:
    """A process of the club that can be killed and comes back."""

    def __init__(self, name: str, begin: Callable[[], AbstractContextManager[Any]]) -> None:
        self.name, self.begin = name, begin
        self.run: AbstractContextManager[Any] = begin()
        self.process = self.run.__enter__()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.end()
        self.run = self.begin()
        self.process = self.run.__enter__()

    def end(self) -> None:
        self.run.__exit__(None, None, None)


@dataclass
class Club:
    """All that runs of it."""

    hosted: processes.Hosted
    port: int
    parts: list[Part] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    stopping: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        from taluva_site.management.commands import up

        sock = Path(self.hosted.redis.removeprefix("unix://"))
        web = [*up.web_command(), "--host", "127.0.0.1", "--port", str(self.port)]
        self.add(
            "broker", lambda: processes.running(processes.socket_command(sock, sock.parent), log=sock.parent / "v.log")
        )
        self.add("web", lambda: self.hosted.start("web", web))
        for name in ("one", "two"):
            self.add(f"worker {name}", lambda name=name: self.hosted.worker("default", name))
        self.add("bots", lambda: self.hosted.worker("bots"))
        self.add("slow", lambda: self.hosted.worker("slow"))
        self.add("scheduler", self.hosted.scheduler)

    def add(self, name: str, begin: Callable[[], AbstractContextManager[Any]]) -> None:
        self.parts.append(Part(name, begin))

    def kill_at_random(self, chance: random.Random, pause: float) -> None:
        """Kill one process after the other until `stopping` is set: first each once, then any of them."""
        spared = chance.sample(self.parts, len(self.parts))
        while not self.stopping.wait(chance.uniform(0.5, 1.5) * pause):
            part = spared.pop() if spared else chance.choice(self.parts)
            part.kill()
            self.kills[part.name] += 1

    def never_killed(self) -> list[str]:
        return [part.name for part in self.parts if not self.kills[part.name]]

    def close(self) -> None:
        for part in reversed(self.parts):
            part.end()
