"""The same work on many things, on several cores."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")


def as_done(work: Callable[[Item], Done], items: Sequence[Item], workers: int) -> Iterator[tuple[Item, Done]]:
    """Each with what came of it, as it comes; a single worker is this process."""
    if workers == 1:
        yield from ((item, work(item)) for item in items)
        return
    pool = ProcessPoolExecutor(workers)
    try:
        waiting = {pool.submit(work, item): item for item in items}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)
