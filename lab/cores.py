"""The same work on many things, on several cores."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")


def as_done(work: Callable[[Item], Done], items: Sequence[Item], workers: int) -> Iterator[tuple[Item, Done]]:
    """Each with what came of it, as it comes; a single worker is this process."""
    if workers == 1:
        yield from ((item, work(item)) for item in items)
        return
    with pool(workers) as processes:
        waiting = {processes.submit(work, item): item for item in items}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


@contextmanager
def pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, which end with the block: at once, where it is broken off."""
    others = set(multiprocessing.active_children())
    processes = ProcessPoolExecutor(workers, initializer=leave_it_to_the_first)
    try:
        yield processes
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        processes.shutdown(cancel_futures=True)


def leave_it_to_the_first() -> None:
    """Ctrl-C reaches all processes; the one that began the others ends them, and tells of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
