"""Requests that are worked on at once."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from taluva_site.server.concurrency import PROBES_AT_ONCE, BoundedConcurrency

pytestmark = pytest.mark.asyncio


class Slow:
    """An application that answers when it is let go; a stream says its first word at once."""

    def __init__(self) -> None:
        self.let_go = asyncio.Event()
        self.working = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.working += 1
        if scope["path"] == "/stream":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.let_go.wait()
        if scope["path"] != "/stream":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def asked(
    application: BoundedConcurrency, path: str, answers: list[dict[str, Any]], address: str = "192.0.2.1"
) -> None:
    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    scope = {"type": "http", "path": path, "headers": [], "client": (address, 5000)}
    await application(scope, receive, send)


async def test_some_requests_wait_and_more_are_refused_at_once() -> None:
    slow = Slow()
    application, answers = BoundedConcurrency(slow, at_once=2, most_waiting=3), [[] for _ in range(5)]
    tasks = [asyncio.create_task(asked(application, "/", answer)) for answer in answers]
    while application.queue.length < 3:
        await asyncio.sleep(0)
    page: list[dict[str, Any]] = []
    api: list[dict[str, Any]] = []
    await asked(application, "/", page)
    await asked(application, "/api/v1/me", api)

    assert (slow.working, page[0]["status"], api[0]["status"]) == (2, 503, 503)
    assert page[1]["body"] == b"Too many people are here right now. Try again in a few seconds.\n"
    assert json.loads(api[1]["body"])["status"] == 503
    slow.let_go.set()
    await asyncio.gather(*tasks)
    assert [answer[0]["status"] for answer in answers] == [200] * 5
    assert application.queue.length == 0


async def test_a_stream_that_has_begun_and_a_probe_take_no_place() -> None:
    slow = Slow()
    application = BoundedConcurrency(slow, at_once=1, most_waiting=0)
    paths = ["/stream", "/stream", "/healthz", "/", "/healthz"]
    tasks = []
    for number, path in enumerate(paths, 1):
        application.most_waiting = 1
        tasks.append(asyncio.create_task(asked(application, path, [])))
        while slow.working < number:
            await asyncio.sleep(0)
    slow.let_go.set()
    await asyncio.gather(*tasks)
    assert slow.working == len(paths)


async def test_probes_that_look_further_are_few_at_once_and_take_no_place_of_others() -> None:
    slow = Slow()
    application = BoundedConcurrency(slow, at_once=1)
    paths = ["/readyz", "/metrics"] * PROBES_AT_ONCE
    tasks = [asyncio.create_task(asked(application, path, [])) for path in paths]
    while application.probes.length < PROBES_AT_ONCE:
        await asyncio.sleep(0)
    tasks += [asyncio.create_task(asked(application, path, [])) for path in ("/", "/healthz")]
    while slow.working < PROBES_AT_ONCE + 2:
        await asyncio.sleep(0)
    assert application.probes.length == PROBES_AT_ONCE
    slow.let_go.set()
    await asyncio.gather(*tasks)

    assert (slow.working, application.probes.length, application.probes.free) == (8, 0, PROBES_AT_ONCE)


class OneByOne:
    """Notes whose request it works on, and ends it when asked to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.next = asyncio.Semaphore(0)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun.append(scope["client"][0])
        await self.next.acquire()
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def test_who_sends_many_requests_delays_nobody_else() -> None:
    site = OneByOne()
    application = BoundedConcurrency(site, at_once=1, most_of_one=5)
    many = [[] for _ in range(8)]
    tasks = [asyncio.create_task(asked(application, "/", answer, "192.0.2.66")) for answer in many]
    while application.queue.length < 5:
        await asyncio.sleep(0)
    tasks += [asyncio.create_task(asked(application, "/", [], f"192.0.2.{number}")) for number in (1, 2, 1)]
    while application.queue.length < 8:
        await asyncio.sleep(0)
    tasks[1].cancel()  # one of the many went away
    for _ in tasks:
        site.next.release()
    await asyncio.gather(*tasks, return_exceptions=True)

    assert [answer[0]["status"] for answer in many if answer] == [200] * 5 + [503] * 2
    assert [address.rpartition(".")[2] for address in site.begun] == ["66", "1", "2", "66", "1", "66", "66", "66"]
    assert (application.queue.length, application.queue.free, application.queue.waiting) == (0, 1, {})
