"""How soon the club is open, and how much memory it takes while nobody plays.

python -m bench.site [--json] [--runs 3]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from taluva_site import environment

ROOT = Path(__file__).resolve().parent.parent
OPEN = "The club is open: "
GOALS = {"first page, s": 5.0, "second start, s": 5.0, "memory, MB": 450.0}


def surroundings(var: Path) -> dict[str, str]:
    names = {*environment.NAMES, "DJANGO_SETTINGS_MODULE", "PORT", "HOST", "NUMBA_CACHE_DIR"}
    return {**{name: value for name, value in os.environ.items() if name not in names}, "TALUVA_VAR": str(var)}


def start_club(var: Path) -> tuple[subprocess.Popen[str], str, float]:
    """Return the supervisor, the address, and the seconds from the command to the whole first page."""
    started = time.monotonic()
    command = [sys.executable, "manage.py", "up", "--port", "0"]
    club = subprocess.Popen(command, cwd=ROOT, env=surroundings(var), stdout=subprocess.PIPE, text=True)
    assert club.stdout
    address = next(line for line in club.stdout if line.startswith(OPEN)).removeprefix(OPEN).strip()
    with urllib.request.urlopen(address) as response:
        response.read()
    return club, address, time.monotonic() - started


def stop_club(club: subprocess.Popen[str]) -> float:
    started = time.monotonic()
    club.send_signal(signal.SIGINT)
    club.wait()
    return time.monotonic() - started


class Club(NamedTuple):
    """A club that runs: its folder, its address, and its supervisor."""

    var: Path
    address: str
    pid: int


@contextmanager
def open_club() -> Iterator[Club]:
    """Run a club in a folder of its own, which this process's Django takes for its own."""
    with tempfile.TemporaryDirectory(prefix="taluva-bench-") as name:
        var = Path(name)
        environ = surroundings(var) | {"DJANGO_SETTINGS_MODULE": "taluva_site.settings"}
        os.environ.clear()
        os.environ.update(environ)
        club, address, _first = start_club(var)
        try:
            import django

            django.setup()
            wait_until_ready(address)
            yield Club(var, address, club.pid)
        finally:
            stop_club(club)


def wait_until_ready(address: str) -> None:
    while True:
        try:
            with urllib.request.urlopen(f"{address}readyz"):
                return
        except OSError:
            time.sleep(0.5)


def wait_until_compiled(var: Path) -> None:
    """Wait until the bots' core is compiled, once and beside their worker: the idle site's figures are without it."""
    while not [mark for mark in (var / "numba").glob("*/warm-*") if not mark.suffix]:
        time.sleep(0.5)


def memory_by_process(pid: int, var: Path) -> dict[str, float]:
    """Return PSS in MB by child, its own children included: what is shared is counted once."""
    taken = {"supervisor": pss(pid)}
    for child in children(var):
        taken[title(child)] = sum(pss(member) for member in process_group(child))
    return taken


def children(var: Path) -> list[int]:
    """Return the processes that the supervisor of this folder has started; each leads a group."""
    return [int(pid) for pid in json.loads((var / "pids.json").read_text())]


def process_group(child: int) -> list[int]:
    """Return itself and its own children."""
    return [
        int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit() and group(int(path.name)) == child
    ]


def group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def title(pid: int) -> str:
    """Return what this process of the club is there for, or its command; nothing if it has just ended."""
    try:
        line = Path(f"/proc/{pid}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
    marks = {
        "valkey": "valkey",
        "taluva_site.server": "web",
        "mail@": "worker",
        "bots@": "bots",
        "slow@": "slow",
        "beat": "scheduler",
    }
    return next((name for mark, name in marks.items() if mark in line), line)


def pss(pid: int) -> float:
    try:
        found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return 0.0
    return int(found.group(1)) / 1024 if found else 0.0


def measure(settle: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="taluva-bench-") as name:
        var = Path(name)
        club, address, first = start_club(var)
        wait_until_ready(address)
        wait_until_compiled(var)
        time.sleep(settle)
        memory = memory_by_process(club.pid, var)
        ended = stop_club(club)
        club, _, second = start_club(var)
        stop_club(club)
    return {
        "first page, s": first,
        "second start, s": second,
        "end, s": ended,
        **{f"  {part}, MB": size for part, size in memory.items()},
        "memory, MB": sum(memory.values()),
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--settle", type=float, default=15.0, help="seconds of rest before the memory is read")
    options = parser.parse_args(arguments)
    runs = [measure(options.settle) for _ in range(options.runs)]
    figures = {name: round(median(run[name] for run in runs), 2) for name in runs[0]}
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:18} {value:8.1f}{f'   (goal: {GOALS[name]:g})' if name in GOALS else ''}")


if __name__ == "__main__":
    main()
