"""People of a bench: each with a page of a game, its WebSocket, an address of their own, and turns to play."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from bench import turns
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
