"""Browser tests: the site in a thread of this process, a real Chromium before it.

What a test waits for with `wait_for_function` is a function, "() => ...": an expression is looked at again with `eval`,
which the site's policy forbids, and so it has to hold at once.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models import User
from games.models import Match
from taluva_site.operations import supervisor
from tests.browser import chromium
from tests.browser.players import PATIENCE, Open, aside, context_of
from tests.factories import people, running_match

HERE = Path(__file__).parent
WIDE = {"width": 1440, "height": 900}
# Playwright's own loop runs in the test's thread, and so Django takes every query there for one from async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
os.environ.update(chromium.node())
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    executable = chromium.chromium()
    environ = {**os.environ, **chromium.environment(executable)}
    return {"executable_path": str(executable), "args": chromium.flags(), "env": environ}


@pytest.fixture
def site(transactional_db: None, settings: Any) -> Iterator[str]:
    """The address of the running site, on this test's database."""
    settings.EMAIL_BACKEND = "accounts.mail.outbox.OutboxBackend"
    with served() as address:
        settings.CSRF_TRUSTED_ORIGINS = [address]
        yield address


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], site: str) -> dict[str, Any]:
    """page.goto("/…") starts from the site."""
    return {**browser_context_args, "base_url": site}


@pytest.fixture(autouse=True)
def _no_mails_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """No mails about games are written, as if their worker rested.

    They were nine tenths of the work of a turn that a test plays, and no test here reads them.
    """
    from games import tasks

    monkeypatch.setattr(tasks.gather_mails, "run", lambda *_args, **_options: None)


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Closed before the site goes, which else would wait for open sockets; what the page complains of is a failure."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if "Content Security Policy" in line.text else None)
    yield page
    page.close()
    assert complaints == []


@contextmanager
def served() -> Iterator[str]:
    from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler

    from taluva_site.asgi import application

    sock = supervisor.listening_socket("127.0.0.1", 0)
    config = uvicorn.Config(
        ASGIStaticFilesHandler(application),
        log_level="warning",
        lifespan="off",
        timeout_graceful_shutdown=1,
        ws="websockets-sansio",
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        yield f"http://localhost:{sock.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        sock.close()


@pytest.fixture
def open_as(browser: Browser, site: str) -> Iterator[Open]:
    """A page of this person, with a script before its own; what fails in its scripts is a failure."""
    contexts, faults = [], []

    def opened(someone: User, address: str, *, first: str = "", **wishes: Any) -> Page:
        context = context_of(browser, site, someone, **{"viewport": WIDE, "reduced_motion": "reduce", **wishes})
        context.on("weberror", lambda fault: faults.append(str(fault.error)))
        contexts.append(context)
        context.add_init_script(first)
        page = context.new_page()
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def sitters(site: str) -> list[User]:
    return people(2)


@pytest.fixture
def match(sitters: list[User]) -> Match:
    return aside(running_match, *sitters, now=timezone.now())
