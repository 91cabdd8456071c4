"""Many matches of bots in the embedded club, their worker killed at random: do pages stay quick, is every turn played?

    python -m bench.crowd [--json] [--matches 50] [--levels seedling settler] [--pause 20]

Each match seats four bots, the levels by turns. A visitor asks for the same pages all the time: first while no bot is
to move, then while they all are. In the end every game is replayed and compared with what is stored.
"""

from __future__ import annotations

import argparse
import http.client
import json
import math
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bench import site
from games.taluva.bots.levels import LEVELS

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match

SEATS = 4
GOAL = 2.0  # times the idle p95
EVERY_S = 0.1  # a page; who reads it takes longer
STUCK_S = 600.0  # without a turn


@dataclass
class Visitor:
    """Somebody who looks at one page after the other; the seconds that each took."""

    address: str
    paths: Sequence[str]
    taken: list[float] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def reload_pages(self, stopping: threading.Event) -> None:
        place = urlsplit(self.address)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        for path in cycle(self.paths):
            if stopping.wait(EVERY_S):
                break
            started = time.perf_counter()
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException) as trouble:
                self.broken.append(f"{path}: {trouble!r}")
                connection.close()  # the next request opens it again
                continue
            self.taken.append(time.perf_counter() - started)
            if answer.status != 200:
                self.broken.append(f"{path} answered {answer.status}")
        connection.close()

    def p95_ms(self) -> float:
        return round(1000 * sorted(self.taken or [math.inf])[len(self.taken) * 95 // 100], 1)


@dataclass
class ProcessKiller:
    """Kills a process of the bots' worker now and then: the one that thinks, or its parent and so both."""

    var: Path
    pause: float
    chance: random.Random
    kills: int = 0

    def go_on(self, stopping: threading.Event) -> None:
        while not stopping.wait(self.chance.uniform(0.5, 1.5) * self.pause):
            with suppress(ProcessLookupError):  # it has just ended by itself
                worker = [
                    pid
                    for child in site.children(self.var)
                    if site.title(child) == "bots"
                    for pid in site.process_group(child)
                ]
                if worker:  # else it is just starting
                    os.kill(self.chance.choice(worker), signal.SIGKILL)
                    self.kills += 1


def run_beside(*works: Callable[[threading.Event], None], until: Callable[[], None]) -> float:
    """Do these things in threads of their own until the last one returns; return the seconds that it took.

    Raises the first error of a thread.
    """
    stopping, started = threading.Event(), time.monotonic()
    with ThreadPoolExecutor(len(works)) as pool:
        running = [pool.submit(work, stopping) for work in works]
        try:
            until()
        finally:
            stopping.set()
    for work in running:
        work.result()
    return time.monotonic() - started


def begin(number: int, levels: Sequence[str], creator: User) -> None:
    """Start so many matches of four bots."""
    from django.utils import timezone

    from games.matches import bot_turns
    from games.matches.tables import tables

    for match in range(number):
        accounts = [bot_turns.bot_account(levels[(match + seat) % len(levels)]) for seat in range(SEATS)]
        seats = [tables.SeatPlan(user=account) for account in accounts]
        tables.create_match(creator=creator, rules="taluva", settings={}, seats=seats, now=timezone.now(), rated=False)


def half_played() -> Match:
    """Return a match of two people, in which nobody moves meanwhile."""
    from tests.factories import people, played_on, running_match

    return played_on(running_match(*people(2), days_per_turn=None), 12)


def wait_until_played() -> None:
    """Wait until no match runs, or none gets on."""
    from games.models import Match, Turn

    bots, last, since = Match.objects.filter(players=SEATS), -1, time.monotonic()
    while (running := bots.filter(state="running").count()) and time.monotonic() - since < STUCK_S:
        if (turns := Turn.objects.count()) != last:
            last, since = turns, time.monotonic()
        sys.stderr.write(f"\r\x1b[K{bots.count() - running} of {bots.count()} matches, {turns} turns")
        time.sleep(2)
    sys.stderr.write("\n")


def find_wrong_matches() -> list[str]:
    """Return matches that did not end, turns that are missing or twice, and games that replay to something else."""
    from games.history import archive_check
    from games.models import Match

    found = []
    for match in Match.objects.filter(players=SEATS):
        turns = list(match.turns.order_by("number").values_list("number", "by"))
        if match.state != "finished":
            found.append(f"{match.key} is {match.state} after {len(turns)} turns")
        if turns != [(number, "bot") for number in range(1, match.turn_number + 1)]:
            found.append(f"{match.key} has other turns than 1 to {match.turn_number} by bots")
    return found + [f"{each.name}: {each.words}" for each in archive_check.differences_in_games(workers=1)]


def measure(var: Path, address: str, options: argparse.Namespace) -> dict[str, object]:
    from games.models import Turn

    if any(LEVELS[level].needs_core for level in options.levels):
        site.wait_until_compiled(var)
    people = half_played()
    paths = ["/", "/tables/", people.get_absolute_url()]
    idle, busy = Visitor(address, paths), Visitor(address, paths)
    killer = ProcessKiller(var, options.pause, random.Random(options.seed))
    run_beside(idle.reload_pages, until=lambda: time.sleep(options.idle))
    begin(options.matches, options.levels, people.creator)
    seconds = run_beside(busy.reload_pages, killer.go_on, until=wait_until_played)
    turns = Turn.objects.filter(by="bot").count()
    return {
        **{"matches": options.matches, "turns": turns, "seconds": round(seconds), "kills": killer.kills},
        **{"idle_p95_ms": idle.p95_ms(), "busy_p95_ms": busy.p95_ms(), "pages": len(idle.taken) + len(busy.taken)},
        **{
            "busy_vs_idle": round(busy.p95_ms() / idle.p95_ms(), 2),
            "wrong": [*idle.broken, *busy.broken, *find_wrong_matches()],
        },
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--pause", type=float, default=20.0, help="seconds between two kills")
    parser.add_argument("--idle", type=float, default=30.0, help="seconds in which pages are asked for before")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with site.open_club() as club:
        found = measure(club.var, club.address, options)
    print(json.dumps(found) if options.json else shown(found))
    return 1 if found["wrong"] else 0


def shown(found: dict[str, object]) -> str:
    wrong = found["wrong"]
    assert isinstance(wrong, list)
    lines = [
        "{matches} matches of four bots: {turns:,} turns in {seconds} s, their worker was killed {kills} times",
        "the p95 of {pages:,} pages: {idle_p95_ms} ms while no bot plays, {busy_p95_ms} ms while they do",
        f"busy_vs_idle {{busy_vs_idle}} (goal: {GOAL:g})",
    ]
    return "\n".join([*(line.format(**found) for line in lines), *(wrong or ["no turn was lost or played twice"])])


if __name__ == "__main__":
    sys.exit(main())
