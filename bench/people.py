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
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from bench import site, turns
from taluva_site.server.connections import RESERVED_FILES, raise_file_limit
from taluva_site.server.sockets import TOO_MANY

LOOKS_AGAIN_S = 60.0  # a page with a socket, as in static/js/live.js
NUDGE_WITHIN_S = 5.0  # the last nudges of a run
AT_ONCE = 16  # pages and sockets that are being opened
SETTLE_S = 5.0
STRANGER = "127.5.255.1"
STEP = {"HX-Request": "true", "HX-Target": "board-step"}


@dataclass
class Club:
    """Where it is, and what its answers took, by what was asked for; whatever went wrong, and how often."""

    port: int
    pool: ThreadPoolExecutor
    taken: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    trouble: Counter[str] = field(default_factory=Counter)
    # When each turn was sent that was played, by its match and number.
    played: dict[tuple[str, int], float] = field(default_factory=dict)

    def p95_ms(self, what: str) -> float | None:
        return p95_ms(self.taken[what])


def p95_ms(seconds: Iterable[float]) -> float | None:
    ordered = sorted(seconds)
    return round(1000 * ordered[len(ordered) * 95 // 100], 1) if ordered else None


@dataclass
class Person:
    """Somebody with the page of their game open."""

    club: Club
    game: turns.Game
    seat: int
    address: str
    # When the page first heard of each turn.
    heard: dict[int, float] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    socket: ClientConnection | None = None

    @property
    def player(self) -> turns.Player:
        return self.game.players[self.seat]

    @property
    def path(self) -> str:
        return f"/games/{self.game.key}/"

    async def ask(self, what: str, path: str, body: str = "", headers: dict[str, str] | None = None) -> bool:
        """Ask in a thread; return False if the answer is not what a page needs."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.club.pool, self.request, what, path, body, headers or {})

    def request(self, what: str, path: str, body: str, headers: dict[str, str]) -> bool:
        connection = HTTPConnection("127.0.0.1", self.club.port, timeout=60, source_address=(self.address, 0))
        method, expected, started = ("POST", 303, time.perf_counter()) if body else ("GET", 200, time.perf_counter())
        headers = {"Accept-Encoding": "gzip", **headers}
        try:
            status = turns.request(connection, method, path, self.player.cookies, body, headers)
        except (OSError, HTTPException) as trouble:
            self.club.trouble[f"{what}: {type(trouble).__name__}"] += 1
            return False
        finally:
            self.club.taken[what].append(time.perf_counter() - started)
            connection.close()
        if status != expected:
            self.club.trouble[f"{what}: {status}"] += 1
        return status == expected

    async def load(self) -> None:
        await self.ask("page", self.path)

    async def reload_page(self) -> None:
        """Ask whether there is news, and for the page if there is."""
        await self.ask("pulse", f"{self.path}pulse/")
        await self.ask("page", self.path, headers={"HX-Request": "true"})

    async def open_socket(self) -> None:
        try:
            self.socket = await open_socket(self.club.port, self.game.key, self.address, self.player.cookies)
        except (OSError, WebSocketException) as trouble:
            self.club.trouble[f"socket: {type(trouble).__name__}"] += 1
        await self.ask("pulse", f"{self.path}pulse/")

    async def listen(self) -> None:
        """Note when each turn is heard of; a socket never ends by itself."""
        if self.socket:
            async for message in self.socket:
                data = json.loads(message)
                self.heard.setdefault(data["turn"], time.perf_counter())
                self.news.set()
            self.club.trouble[f"socket: closed with {self.socket.close_code}"] += 1

    async def wait(self) -> None:
        """Ask again each minute, as an idle page does; the first time within the first minute."""
        pause = random.uniform(0, LOOKS_AGAIN_S)
        while True:
            await asyncio.sleep(pause)
            await self.ask("pulse", f"{self.path}pulse/")
            pause = LOOKS_AGAIN_S

    async def play(self, think: float) -> None:
        """Play this seat's turns; both players together play two in so many seconds."""
        for number, (mover, text) in enumerate(self.game.turns, 1):
            if mover == self.seat:
                await asyncio.sleep(think / 2 * random.uniform(0.5, 1.5))
                if not await self.take_turn(number, text):
                    return
            else:
                await self.wait_for_turn(number)
            await self.reload_page()

    async def take_turn(self, number: int, text: str) -> bool:
        place = re.sub("[NESW]+$", "", text.split()[0].split("@")[1])
        for query in (f"?v={place}", f"?v={place}&b="):
            await self.ask("step", f"{self.path}{query}", headers=STEP)
        values = {"csrfmiddlewaretoken": self.player.token, "number": number, "text": text, "key": f"turn{number}"}
        started = time.perf_counter()
        is_played = await self.ask("turn", self.path, urlencode(values))
        if is_played:
            self.club.played[self.game.key, number] = started
        return is_played

    async def wait_for_turn(self, number: int) -> None:
        """Wait for the nudge, but no longer than a page does that looks again by itself."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOKS_AGAIN_S):
                while number not in self.heard:
                    self.news.clear()
                    await self.news.wait()

    def nudges(self) -> tuple[int, list[float]]:
        """Return how many nudges should have come, and how long after their turns were sent those took that came."""
        sent = {number: when for (key, number), when in self.club.played.items() if key == self.game.key}
        return len(sent), [self.heard[number] - when for number, when in sent.items() if number in self.heard]


async def open_socket(port: int, key: str, address: str, cookies: str = "") -> ClientConnection:
    """Open a socket as the page of this match does."""
    return await connect(
        f"ws://localhost:{port}/ws/games/{key}/",
        host="127.0.0.1",
        local_addr=(address, 0),
        origin=Origin(f"http://localhost:{port}"),
        additional_headers={"Cookie": cookies} if cookies else None,
        compression=None,
        ping_interval=None,
        proxy=None,
        open_timeout=60,
    )


async def sockets_of_one_address(port: int, key: str, most: int) -> tuple[int, int | None]:
    """Return how many of so many sockets stay open to one address, and the number of the first that was refused."""
    sockets = [await open_socket(port, key, STRANGER) for _ in range(most)]
    await asyncio.sleep(1)
    refused = [number for number, each in enumerate(sockets, 1) if each.close_code == TOO_MANY]
    await asyncio.gather(*(each.close() for each in sockets))
    return most - len(refused), min(refused, default=None)


async def some_at_once(works: Iterable[Coroutine[Any, Any, None]]) -> None:
    places = asyncio.Semaphore(AT_ONCE)

    async def work_in_place(work: Coroutine[Any, Any, None]) -> None:
        async with places:
            await work

    await asyncio.gather(*map(work_in_place, works))


async def play_and_listen(players: Sequence[Person], others: Sequence[Person], options: argparse.Namespace) -> None:
    """Play for so many seconds, then wait for the last nudges."""
    background = [asyncio.create_task(person.listen()) for person in [*players, *others]]
    background += [asyncio.create_task(person.wait()) for person in others]
    with suppress(TimeoutError):
        async with asyncio.timeout(options.seconds):
            await asyncio.gather(*(person.play(options.think) for person in players))
    await asyncio.sleep(NUDGE_WITHIN_S)
    for task in background:
        task.cancel()
    await asyncio.gather(*background, return_exceptions=True)


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
