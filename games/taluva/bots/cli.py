"""What `manage.py bots …` does, as functions: warming the core, and what a tool says while it works."""

import fcntl
import hashlib
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from games.taluva import rules
from games.taluva.bots import engine
from games.taluva.bots.thinking import position_of
from games.taluva.bots.weights import weights_for

Say = Callable[[str], None]
STEPS = ("the rules", "the scan of all turns", "the search")
LONGEST = 600  # seconds; it takes one minute, or two
FEATURES = ("model name", "flags", "CPU part", "Features")  # as Linux lists them


def warm(say: Say) -> float:
    """Compile everything that a bot's turn needs into the cache, and say how far it is; the seconds that it took.

    Who comes while another process compiles it waits for that one.
    """
    started = time.monotonic()
    with compiling_alone():
        if not is_warm():
            begun().touch()
            try:
                warm_all(say)
            except BaseException:
                begun().unlink(missing_ok=True)
                raise
            marker().touch()
    seconds = time.monotonic() - started
    say(f"ready after {seconds:.0f} s")
    return seconds


@contextmanager
def compiling_alone() -> Iterator[None]:
    """The lock of this state of the core on this machine; it goes with its process, however that ends."""
    with marker().with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def warm_all(say: Say) -> None:
    game = rules.Game(rules.Options(), ["JC", "SJ"])
    for number, step in enumerate(STEPS, start=1):
        say(f"{number} of {len(STEPS)}: compiling {step}")
        warm_step(number, game)


def warm_ahead() -> None:
    """Compile the core where it wasn't yet, with a line for each step, so that nobody waits without a word."""
    if engine.has_numba() and not is_warm():
        warm(lambda line: print(line, file=sys.stderr, flush=True))


def warm_step(number: int, game: rules.Game) -> None:
    """One part of the core, called once."""
    position = position_of(game, compiled=True)
    brain = engine.brains(compiled=True)(weights_for(2, "apart"), 2)
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


def load() -> None:
    """Have it all in this process, from the cache; what no cache keeps is compiled again, within a second."""
    warm_all(lambda _step: None)


def marker() -> Path:
    """The file that says that the cache is complete: for these sources, and for what else numba goes by."""
    directory: Path = engine.module("jit").cache_directory()
    with suppress(OSError):  # where nothing can be written, there is no mark
        directory.mkdir(parents=True, exist_ok=True)
    goes_by = [version("numba"), sys.implementation.cache_tag, str(engine.CORE), processor(), *stamps()]
    return directory / f"warm-{hashlib.sha256(repr(goes_by).encode()).hexdigest()[:16]}"


def stamps() -> list[str]:
    """When the sources were written: numba takes no code that was compiled from others."""
    return [str(source.stat().st_mtime_ns) for source in sorted(engine.CORE.glob("*.py"))]


@cache
def processor() -> str:
    """What it is and can do, asked once in a process; code that was compiled for another one is compiled anew."""
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text().splitlines() if listed.exists() else []
    return "\n".join([platform.machine(), *sorted({line for line in lines if line.startswith(FEATURES)})])


def begun() -> Path:
    """The file that says since when it is being made."""
    return marker().with_suffix(".begun")


def is_being_compiled() -> bool:
    """Whether somebody is at it. What has taken much longer than anywhere has broken off."""
    return not is_warm() and begun().exists() and time.time() - begun().stat().st_mtime < LONGEST


def is_warm() -> bool:
    """Whether everything was compiled before: a turn that had to wait for it would not come within its time."""
    return marker().exists()
