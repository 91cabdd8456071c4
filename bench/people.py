"""How many people one machine carries: open pages that hear of news, and people who play turns against one another.

    python -m bench.people [--json] [--players 50] [--idle 1000] [--seconds 60] [--think 20]

Everybody has the page of a game of two open, with its WebSocket, and asks for the pulse as the page's script does: at
once, each minute, and after a nudge. The idle ones sit in games in which nobody moves. A player plays every `--think`
seconds: two steps of the draft, the turn, and the page again, as it also is when the other has played. Each person has
an address of their own (127.5.x.y), as people have, so no limit is raised for the run; what one address may hold is
asked for first. The club and all of its visitors share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench import site, turns
from bench.visitors import (
    AT_ONCE,
    SETTLE_S,
    Club,
    Person,
    p95_ms,
    play_and_listen,
    sockets_of_one_address,
    some_at_once,
)
from taluva_site.server.connections import RESERVED_FILES, raise_file_limit


@dataclass(frozen=True)
class Use:
    """What the club's processes hold at a moment: seconds of the processor by part, memory, the most open files."""

    at: float
    processor: dict[str, float]
    web_mb: float
    club_mb: float
    files: int
    own: float


def read_use(place: site.Club) -> Use:
    var = place.var
    memory = site.memory_by_process(place.pid, var)
    processor = {
        site.title(child): sum(map(processor_seconds, site.process_group(child))) for child in site.children(var)
    }
    files = max(len(list(Path(f"/proc/{member}/fd").iterdir())) for member in web_processes(var))
    own = os.times()
    return Use(time.monotonic(), processor, memory["web"], sum(memory.values()), files, own.user + own.system)


def web_processes(var: Path) -> list[int]:
    return [pid for child in site.children(var) if site.title(child) == "web" for pid in site.process_group(child)]


def processor_seconds(pid: int) -> float:
    """Return what this process and its ended children have taken of the processor; nothing if it has just ended."""
    try:
        values = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, values[11:15])) / os.sysconf("SC_CLK_TCK")


def cores_between(before: Use, after: Use) -> dict[str, float]:
    """Return how many cores each part took, and this bench."""
    seconds = after.at - before.at
    cores = {part: (spent - before.processor.get(part, 0)) / seconds for part, spent in after.processor.items()}
    cores["this bench"] = (after.own - before.own) / seconds
    return {part: round(share, 2) for part, share in cores.items()}


def shares_of_limits(cores: dict[str, float], after: Use, processes: int) -> dict[str, float]:
    """Return how much of each limit is used, in per cent, the one that is nearest first."""
    from django.conf import settings

    club = sum(share for part, share in cores.items() if part != "this bench")
    room = raise_file_limit() - RESERVED_FILES  # as large as the web's own
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**2
    used = {
        "a core for each web process (WEB_PROCESSES)": cores["web"] / processes,
        "the machine's processor": club / len(os.sched_getaffinity(0)),
        "open files of a web process": after.files / room,
        "the machine's memory": after.club_mb / total,
        "sockets of one address (SOCKETS_PER_ADDRESS)": 1 / settings.SOCKETS_PER_ADDRESS,
    }
    return {name: round(100 * share, 1) for name, share in sorted(used.items(), key=lambda item: -item[1])}


@dataclass(frozen=True)
class Run:
    """What was seen of it: before the idle pages had sockets and after, before the players played and after."""

    empty: Use
    full: Use
    before: Use
    after: Use


async def run(
    place: site.Club, players: Sequence[Person], others: Sequence[Person], options: argparse.Namespace
) -> Run:
    """Load everybody's page, open the sockets of the idle ones, then those of the players, and let these play."""
    people = [*players, *others]
    await some_at_once(person.load() for person in people)
    await asyncio.sleep(SETTLE_S)
    empty = read_use(place)
    await some_at_once(person.open_socket() for person in others)
    await asyncio.sleep(SETTLE_S)
    full = read_use(place)
    await some_at_once(person.open_socket() for person in players)
    players[0].club.taken.clear()
    before = read_use(place)
    await play_and_listen(players, others, options)
    after = read_use(place)
    await asyncio.gather(*(person.socket.close() for person in people if person.socket))
    return Run(empty, full, before, after)


async def measure(place: site.Club, options: argparse.Namespace) -> dict[str, Any]:
    from django.conf import settings

    site.wait_until_compiled(place.var)
    port, processes = urlsplit(place.address).port or 0, settings.ENVIRONMENT.web_processes
    games = turns.prepare_games(options.players // 2, quiet=options.idle // 2)
    asked = settings.SOCKETS_PER_ADDRESS * processes + 10
    stayed, first_refused = await sockets_of_one_address(port, games[0].key, asked)
    with ThreadPoolExecutor(options.players + AT_ONCE) as pool:
        club = Club(port, pool)
        people = [
            Person(club, game, seat, f"127.5.{number // 250}.{number % 250 + 1}")
            for number, (game, seat) in enumerate(product(games, (0, 1)))
        ]
        players = people[: options.players]
        seen = await run(place, players, people[options.players :], options)
    return {
        **{name: getattr(options, name) for name in ("players", "idle", "seconds", "think")},
        "web_processes": processes,
        "one_address": {"asked": asked, "stayed": stayed, "first_refused": first_refused},
        **figures_of_play(club, players),
        **figures_of_use(seen, processes, options.idle),
        "trouble": dict(club.trouble),
    }


def figures_of_play(club: Club, players: Sequence[Person]) -> dict[str, Any]:
    expected, delays = zip(*(person.nudges() for person in players), strict=True)
    arrived = [delay for each in delays for delay in each]
    return {
        **{"turns": len(club.played), "nudges_expected": sum(expected), "nudges_delivered": len(arrived)},
        "nudge_p95_ms": p95_ms(arrived),
        **{f"{what}_p95_ms": club.p95_ms(what) for what in ("page", "step", "turn", "pulse")},
        "requests": sum(map(len, club.taken.values())),
    }


def figures_of_use(seen: Run, processes: int, idle: int) -> dict[str, Any]:
    web_mb = seen.full.web_mb - seen.empty.web_mb
    cores = cores_between(seen.before, seen.after)
    return {
        "socket_kb": round(1024 * web_mb / idle, 1) if idle else None,
        **{"web_mb_before": round(seen.empty.web_mb), "web_mb_after": round(seen.full.web_mb)},
        **{"club_mb": round(seen.after.club_mb), "cores": cores},
        "limits": shares_of_limits(cores, seen.after, processes),
    }


def lines_of(found: dict[str, Any]) -> list[str]:
    rows = [
        "{players} players, a turn each every {think:g} s, and {idle:,} idle pages for {seconds:g} s; "
        "{web_processes} web processes",
        "sockets of one address   {one_address[stayed]} of {one_address[asked]} stayed open, the first refused "
        "was number {one_address[first_refused]} (SOCKETS_PER_ADDRESS in each web process)",
        *(
            ["memory of a socket, KB   {socket_kb} (web: {web_mb_before} MB before, {web_mb_after} MB with {idle:,})"]
            if found["idle"]
            else []
        ),
        "memory of the club, MB   {club_mb}",
        "nudges                   {nudges_delivered} of {nudges_expected} came, p95 {nudge_p95_ms} ms after the turn "
        "was sent ({turns} turns)",
        "p95, ms                  turn {turn_p95_ms}, page {page_p95_ms}, step {step_p95_ms}, pulse {pulse_p95_ms} "
        "({requests:,} requests)",
    ]
    cores = ", ".join(f"{part} {share:.2f}" for part, share in found["cores"].items())
    limits = [f"  {share:5.1f} % of {name}" for name, share in found["limits"].items()]
    trouble = [f"  {number} times {what}" for what, number in found["trouble"].items()]
    return [
        *(row.format(**found) for row in rows),
        f"cores                    {cores}",
        "limits, the nearest first; everybody has an address of their own, and none was raised:",
        *limits,
        *(["went wrong:", *trouble] if trouble else ["nothing went wrong"]),
    ]


def is_good(found: dict[str, Any]) -> bool:
    return not found["trouble"] and 0 < found["nudges_expected"] == found["nudges_delivered"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--idle", type=int, default=1000, help="people who only have a page open")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=20.0, help="seconds between two turns of a player")
    options = parser.parse_args()
    if options.players % 2 or options.idle % 2 or not options.players:
        parser.error("games are for two: give even numbers, and some players")
    raise_file_limit()
    with site.open_club() as club:
        found = asyncio.run(measure(club, options))
    print(json.dumps(found) if options.json else "\n".join(lines_of(found)))
    return 0 if is_good(found) else 1


if __name__ == "__main__":
    sys.exit(main())
