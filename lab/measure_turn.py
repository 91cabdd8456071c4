"""Which files one turn runs through: python -m lab.measure_turn [--json] [folder of another checkout].

Plays a turn in a running game of two people, in this process and on a database of its own, and notes which files of the
project run:

- to the other's screen: from the view that the POST enters, over the message that the other page's socket gets, to the
  answers as that page asks for what is new (its pulse, and the page itself);
- to the other's mail: and on from the task that the turn enqueued, over the sweep that finds the mail due, until the
  mail server has taken it.

What a reader takes for what its name says counts as one file each: the rules, the board with its pictures, and the
infrastructure (`taluva_site/`); Django does not count. Of what is drawn the page's or mail's own template counts, its
parts, tags and context processors do not. Besides what runs: the module with the address, and the page's scripts that
speak with the server.

Two figures. `run`: all files of which a function ran. `follow`: those of them through which the turn goes on, as they
were on the stack when rows were read or written, a task was enqueued, a page was nudged, a page or mail was rendered,
or a mail was sent; and the rules and the board. The others only compute something for these: a deadline, a word,
whether a seat is awaited.

On another checkout, as `git worktree add ../before 2006a5d` makes one, it runs with that one's tests/factories.py.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, TypeAlias
from unittest.mock import patch

# As one file each.
FACES = {
    "(the rules)": re.compile(r"games/(\w+/rules|rules)/|games/(hexes|chance|contract)\.py"),
    "(the board)": re.compile(r"games/(\w+/board|boards|pictures)(/|\.py)|templates/(games/board|taluva)/"),
    "(infrastructure)": re.compile(r"taluva_site/"),
}
NOT_THE_SITE = (".venv/", "tests/", "lab/")
SPEAKS = re.compile(r"fetch\(|WebSocket|htmx\.")
SCREEN, MAIL = "to the other's screen", "and on to their mail"
TURNS = 6
Call: TypeAlias = Callable[..., Any]


class Trace:
    """Which files run, and which are on the stack when something happens, in the order of their first time."""

    def __init__(self, root: Path) -> None:
        self.root = f"{root}/"
        self.run: dict[str, dict[str, None]] = {SCREEN: {}, MAIL: {}}
        self.follow: dict[str, dict[str, None]] = {SCREEN: {}, MAIL: {}}
        self.part = ""

    def name_of(self, file: str) -> str | None:
        """Return what a file counts as; None where it is none of the site's."""
        path = file.removeprefix(self.root)
        if path == file or path.startswith(NOT_THE_SITE):
            return None
        return next((face for face, paths in FACES.items() if paths.match(path)), path)

    def on_call(self, frame: FrameType, event: str, _given: object) -> None:
        """Note the file. Called by Python for each call of a function, and for each body of a module or class."""
        is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED
        if event == "call" and is_function and self.part and (name := self.name_of(frame.f_code.co_filename)):
            self.run[self.part].setdefault(name)

    def add(self, path: str) -> None:
        """Count a file that is no Python, or of which no function runs."""
        self.run[self.part].setdefault(path)
        self.follow[self.part].setdefault(path)

    def happens(self) -> None:
        """Record that whoever is on the stack leads to what has happened, but for the middleware around a view."""
        frame: FrameType | None = sys._getframe(1)
        while self.part and frame:
            name = self.name_of(frame.f_code.co_filename)
            if name in self.run[self.part]:
                self.follow[self.part].setdefault(name)
            frame = frame.f_back

    def announced(self, call: Call) -> Call:
        """Return the same function, of which each call is something that happens."""

        def announce(*args: object, **kwargs: object) -> object:
            self.happens()
            return call(*args, **kwargs)

        return announce

    @contextmanager
    def following(self, part: str) -> Iterator[None]:
        self.part, before = part, self.part
        sys.setprofile(self.on_call if part else None)
        try:
            yield
        finally:
            self.part = before
            sys.setprofile(self.on_call if before else None)

    def entered(self, make: Call) -> Call:
        """Follow each view from its entry: what middleware does for every request is no part of a turn."""

        def wrap(handler: object, view: object) -> Call:
            def enter(*args: object, **kwargs: object) -> object:
                with self.following(SCREEN):
                    return inner(*args, **kwargs)

            inner = make(handler, view)
            return enter

        return wrap

    def drawn(self, render: Call) -> Call:
        """Count a page or a mail that is rendered, and nothing of what runs for that."""

        def draw(template: object, context: object) -> object:
            path = str(getattr(getattr(template, "origin", None), "name", ""))
            if self.part and (name := self.name_of(path)):
                self.happens()
                self.add(name)
            with self.following(""):
                return render(template, context)

        return draw


class TracedClub:
    """A club with a running game of two people, which notes what happens in it; tasks are noted, and not run."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.tasks = trace, list[tuple[str, tuple[object, ...]]]()
        self.nudges: list[tuple[str, dict[str, object]]] = []
        self.send = importlib.import_module("channels.layers").InMemoryChannelLayer.group_send
        self.factories: ModuleType = importlib.import_module("tests.factories")
        self.match = self.factories.running_match(*self.factories.people(2), now=now())

    def patches(self) -> Iterator[AbstractContextManager[object]]:
        """Yield what lets Django, Celery and Channels say when something happens."""
        from celery.app.base import Celery
        from celery.app.task import Task
        from channels.generic.websocket import AsyncWebsocketConsumer
        from channels.layers import InMemoryChannelLayer
        from django.core.handlers.base import BaseHandler
        from django.core.mail.backends.smtp import EmailBackend
        from django.db import connection, transaction
        from django.template import Template

        announced = self.trace.announced
        yield patch.object(transaction, "on_commit", announced(transaction.on_commit))
        yield patch.object(InMemoryChannelLayer, "group_send", self.nudge)
        yield patch.object(AsyncWebsocketConsumer, "send", announced(AsyncWebsocketConsumer.send))
        yield patch.object(Task, "apply_async", lambda task, args=(), *_, **__: self.enqueue(task.name, args))
        yield patch.object(Celery, "send_task", lambda _app, name, args=(), *_, **__: self.enqueue(name, args))
        yield patch.object(EmailBackend, "open", lambda _backend: True)
        yield patch.object(EmailBackend, "send_messages", announced(lambda _backend, mails: len(mails)))
        yield patch.object(Template, "render", self.trace.drawn(Template.render))
        yield patch.object(BaseHandler, "make_view_atomic", self.trace.entered(BaseHandler.make_view_atomic))
        yield connection.execute_wrapper(announced(lambda execute, *given: execute(*given)))

    def enqueue(self, name: str, args: tuple[object, ...] | None) -> None:
        self.trace.happens()
        self.tasks.append((name, tuple(args or ())))

    async def nudge(self, group: str, message: dict[str, object]) -> None:
        self.trace.happens()
        self.nudges.append((group, message))

    def play_quietly(self, turns: int) -> None:
        """Play so many turns without notifying anybody."""
        for _ in range(turns):
            self.match = self.factories.played(self.match, now=now())
        importlib.import_module("games.models").Notice.objects.all().delete()
        self.tasks.clear()

    def people(self) -> tuple[object, object]:
        """Return who is to move, and the other."""
        mover = self.factories.mover(self.match)
        return mover, next(seat.user for seat in self.match.seats.select_related("user") if seat.user != mover)

    def follow_to_screen(self) -> None:
        mover, other = self.people()
        mine, theirs = self.factories.browser_of(mover), self.factories.browser_of(other)
        address = self.match.get_absolute_url()
        page = theirs.get(address).content.decode()
        pulse = re.search(r'data-pulse="([^"]*)"', page)
        assert pulse is not None
        turn = {"number": self.match.next_number, "text": self.factories.first_choice(self.match), "key": "turn"}
        self.nudges.clear()
        with self.watched():
            with self.trace.following(SCREEN):
                for file in files_beside(address, page):
                    self.trace.add(file)
            assert mine.post(address, turn).status_code == 303
            asyncio.run(self.hear(other))
            for url in (pulse[1], address):
                assert theirs.get(url).status_code == 200, url

    async def hear(self, other: object) -> None:
        """Hand the nudges of the turn to a socket of the other's page, as Redis does."""
        from asgiref.testing import ApplicationCommunicator
        from channels.layers import get_channel_layer
        from channels.routing import URLRouter

        path = f"/ws/games/{self.match.key}/"
        scope = {"type": "websocket", "path": path, "user": other, "headers": [], "query_string": b""}
        patterns = importlib.import_module("taluva_site.asgi").websocket_urlpatterns
        socket = ApplicationCommunicator(URLRouter(patterns), scope)
        await socket.send_input({"type": "websocket.connect"})
        assert (await socket.receive_output(timeout=10))["type"] == "websocket.accept"
        with self.trace.following(SCREEN):
            for group, message in self.nudges:
                await self.send(get_channel_layer(), group, message)
            assert (await socket.receive_output(timeout=10))["type"] == "websocket.send"

    def follow_to_mail(self) -> None:
        """Run the tasks that lead to a mail about one more turn, and the sweep once it is due."""
        notice = importlib.import_module("games.models.notice")
        self.play_quietly(1)
        with self.watched():
            self.match = self.factories.played(self.match, now=now())
            self.run_tasks()
            notice.Delivery.objects.update(due_at=now())
            with self.trace.following(MAIL):
                sweeping().sweep_notices(now(), timedelta(seconds=20))
            self.run_tasks()
        mails = importlib.import_module("accounts.models").Mail.objects.filter(state="sent")
        assert mails.count() == 1, "the turn was not mailed"

    def run_tasks(self) -> None:
        """Run what was enqueued and leads to a mail; bots and ratings lead elsewhere."""
        from celery import current_app

        while self.tasks:
            name, args = self.tasks.pop(0)
            if re.search("notice|mail", name):
                with self.trace.following(MAIL):
                    current_app.tasks[name].run(*args)

    @contextmanager
    def watched(self) -> Iterator[None]:
        with ExitStack() as stack:
            for each in self.patches():
                stack.enter_context(each)
            yield


def now() -> datetime:
    return datetime.now(UTC)


def sweeping() -> ModuleType:
    """Return the module of the sweep, which was a service once."""
    path = "games/sweeping.py" if Path("games/sweeping.py").exists() else "games/services/sweeping.py"
    return importlib.import_module(path.removesuffix(".py").replace("/", "."))


def files_beside(address: str, page: str) -> Iterator[str]:
    """Yield the module with the address of the page, and its scripts that speak with the server."""
    from django.urls import URLResolver, get_resolver, resolve

    view = resolve(address).func
    for each in get_resolver().url_patterns:
        if isinstance(each, URLResolver) and any(getattr(one, "callback", None) == view for one in each.url_patterns):
            yield getattr(each.urlconf_name, "__name__", "").replace(".", "/") + ".py"
    for script in re.findall(r'<script[^>]*src="/(static/[^"?]*)', page):
        if "/vendor/" not in script and Path(script).is_file() and SPEAKS.search(Path(script).read_text()):
            yield script


def measure_here() -> dict[str, dict[str, list[str]]]:
    """Return the files of the checkout in the working directory; for the mail those that were not there before."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_test_environment

    for tasks in ("games.tasks", "accounts.tasks"):
        importlib.import_module(tasks)
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    settings.MAIL_SERVER = {"host": "localhost"}
    trace = Trace(Path.cwd())
    club = TracedClub(trace)
    club.play_quietly(TURNS)
    club.follow_to_screen()
    club.follow_to_mail()
    for face in ("(the rules)", "(the board)"):
        trace.follow[SCREEN].setdefault(face)
    return {
        name: {SCREEN: list(found[SCREEN]), MAIL: [path for path in found[MAIL] if path not in found[SCREEN]]}
        for name, found in (("follow", trace.follow), ("run", trace.run))
    }


def measure(folder: Path) -> dict[str, dict[str, list[str]]]:
    """Return the files of the checkout in this folder, measured by a process of its own."""
    child = subprocess.run(  # noqa: S603 # this very file
        [sys.executable, Path(__file__).resolve(), "--here"], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, dict[str, list[str]]] = json.loads(child.stdout.splitlines()[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path.cwd())
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        sys.path[0] = str(Path.cwd())
        print(json.dumps(measure_here()))
        return
    found = measure(options.folder.resolve())
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for part in (SCREEN, MAIL):
        print(f"\n{part}")
        for path in sorted(found["run"][part]):
            print(f"  {'follow' if path in found['follow'][part] else '      '} {path}")
    print()
    for name, files in found.items():
        screen = len(files[SCREEN])
        print(f"{name:7} {SCREEN} {screen}, {MAIL} {screen + len(files[MAIL])}")


if __name__ == "__main__":
    main()
