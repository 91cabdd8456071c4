"""The compiled core on this machine: whether it is ready, and how it gets so."""

import fcntl
import hashlib
import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from games.bot_contract import CoreState, Say
from games.taluva import rules
from games.taluva.bots import engine
from games.taluva.bots.thinking import position_of
from games.taluva.bots.weights import weights_for

STEPS = ("the rules", "the scan of all turns", "the search")
FEATURES = ("model name", "flags", "CPU part", "Features")  # as Linux lists them


def is_installed() -> bool:
    """Return whether numba is installed."""
    return engine.has_numba()


def state() -> CoreState:
    """Return how it stands on this machine, by the marks on its disk.

    READY: everything was compiled before, so that a turn comes within its time. NOT_READY: somebody is at it, or
    will be.
    """
    if not is_installed():
        return CoreState.UNAVAILABLE
    if ready_marker().exists():
        return CoreState.READY
    can_be_kept = os.access(ready_marker().parent, os.W_OK)
    return CoreState.NOT_READY if can_be_kept and not failure_marker().exists() else CoreState.UNAVAILABLE


def compile_core(say: Say) -> float:
    """Compile everything that a bot's turn needs into the cache, and say how far it is; the seconds that it took.

    Another process waits for the one that compiles.
    """
    started = time.monotonic()
    with compiling_alone():
        if not ready_marker().exists():
            compile_all(say)
            ready_marker().touch()
    seconds = time.monotonic() - started
    say(f"ready after {seconds:.0f} s")
    return seconds


def compile_ahead() -> None:
    """Compile the core where it wasn't yet, with a line for each step, so that nobody waits without a word."""
    if is_installed() and state() is not CoreState.READY:
        compile_core(lambda line: print(line, file=sys.stderr, flush=True))


def load() -> None:
    """Have it all in this process, from the cache; what no cache keeps is compiled again, within a second."""
    if state() is CoreState.READY:
        compile_all(lambda _step: None)


def mark_failed() -> None:
    """Note that it can't be compiled here; where nothing can be written, nothing has to be noted."""
    with suppress(OSError):
        failure_marker().touch()


def clear_failed() -> None:
    """Forget that it could not be compiled: somebody tries again."""
    with suppress(OSError):
        failure_marker().unlink(missing_ok=True)


@contextmanager
def compiling_alone() -> Iterator[None]:
    """Yield the lock of this state of the core on this machine; it goes with its process, however that ends."""
    with ready_marker().with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compile_all(say: Say) -> None:
    """Call every part of the core once."""
    game = rules.Game(rules.Options(), ["JC", "SJ"])
    for number, step in enumerate(STEPS, start=1):
        say(f"{number} of {len(STEPS)}: compiling {step}")
        compile_step(number, game)


def compile_step(number: int, game: rules.Game) -> None:
    """Compile one part of the core by calling it once."""
    position = position_of(game, compiled=True)
    brain = engine.brain_class(compiled=True)(weights_for(2, "apart"), 2)
    if number == 1:
        position.placements("JC")
        position.builds("JC@0,0E")
        for tile in ("JC", "SJ"):
            position.play(position.turn_name(position.turns_named(tile)[0], tile))
        for turn in position.turns_named("CL"):  # expansions among them
            position.turn_name(turn, "CL")
    elif number == 2:
        brain.values(position, "JC")
        brain.chances(position)
    else:
        brain.search(position, "JC", {"SJ": 1, "CL": 1}, 8)


def ready_marker() -> Path:
    """Return the file that says that the cache is complete: for these sources, and for what else numba goes by."""
    directory = engine.cache_directory()
    with suppress(OSError):  # where nothing can be written, there is no mark
        directory.mkdir(parents=True, exist_ok=True)
    goes_by = [version("numba"), sys.implementation.cache_tag, str(engine.CORE), processor_features(), *source_times()]
    return directory / f"warm-{hashlib.sha256(repr(goes_by).encode()).hexdigest()[:16]}"


def source_times() -> list[str]:
    """Return when the sources were written: numba takes no code that was compiled from others."""
    return [str(source.stat().st_mtime_ns) for source in sorted(engine.CORE.rglob("*.py"))]


@cache
def processor_features() -> str:
    """Return what it is and can do, asked once in a process.

    Code that was compiled for another one is compiled anew.
    """
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text().splitlines() if listed.exists() else []
    return "\n".join([platform.machine(), *sorted({line for line in lines if line.startswith(FEATURES)})])


def failure_marker() -> Path:
    """Return the file that says that it could not be made."""
    return ready_marker().with_suffix(".failed")
