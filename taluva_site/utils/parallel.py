"""Work in portions on several cores: by processes that know nothing but the plain values they are given."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

Portion = TypeVar("Portion")
Done = TypeVar("Done")
# Portions that wait for each process: enough that none is idle, few enough that they fit into the memory.
AHEAD = 2


def map_on_cores(
    work: Callable[[Portion], Done], portions: Iterable[Portion], workers: int, *, start: str = "spawn"
) -> Iterator[Done]:
    """Yield what comes of each portion, in their order; one worker does it in this process.

    The processes start empty (spawn): a connection to the database that they had from us would be in two hands. Where
    there is none, they may begin with all that we have (fork). Broken off, they end at once.
    """
    if workers == 1:
        yield from map(work, portions)
        return
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context(start), initializer=ignore_interrupts)
    waiting = deque[Future[Done]]()
    try:
        for portion in portions:
            waiting.append(pool.submit(work, portion))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C, which reaches all processes; the one that began the others ends them, and reports it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
