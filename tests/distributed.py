"""The distributed form on one machine, from the wheels: PostgreSQL, Valkey on TCP with a password, two web processes,
a worker for each queue, and the scheduler.

    python -m tests.distributed
"""

from __future__ import annotations

import secrets
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import postgres, processes


@dataclass
class Distributed:
    hosted: processes.Hosted
    addresses: list[str]


@contextmanager
def club(mail: str = "smtp://127.0.0.1:9") -> Iterator[Distributed]:
    """Two doors to the same club; everything ends with the block."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="taluva-distributed-")))
        database = stack.enter_context(postgres.server())
        redis = processes.valkey_on_port(folder, processes.free_port(), secrets.token_urlsafe(12))
        hosted = processes.Hosted(folder, database, stack.enter_context(redis), mail)
        hosted.prepare()
        addresses = [stack.enter_context(hosted.web())[0] for _ in range(2)]
        for process in (*map(hosted.worker, ("default", "bots", "slow")), hosted.scheduler()):
            stack.enter_context(process)
        yield Distributed(hosted, addresses)


def main() -> None:
    stop = threading.Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, lambda *_: stop.set())
    with club() as distributed:
        print(f"What each process says is in {distributed.hosted.folder}; mails wait, since there is no mail server.")
        print(f"One club behind two doors: {' and '.join(distributed.addresses)}", flush=True)
        stop.wait()


if __name__ == "__main__":
    sys.exit(main())
