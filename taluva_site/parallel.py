"""Work in portions on several cores: by processes that know nothing but the plain values they are given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Portion = TypeVar("Portion")
Done = TypeVar("Done")
# Portions that wait for each process: enough that none is idle, few enough that they fit into the memory.
AHEAD = 2


def on_cores(work: Callable[[Portion], Done], portions: Iterable[Portion], workers: int) -> Iterator[Done]:
    """What comes of each portion, in their order; one worker does it in this process.

    The processes start empty (spawn): a connection to the database that they had from us would be in two hands.
    """
    if workers == 1:
        yield from map(work, portions)
        return
    pool, waiting = ProcessPoolExecutor(workers, get_context("spawn")), deque[Future[Done]]()
    try:
        for portion in portions:
            waiting.append(pool.submit(work, portion))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
