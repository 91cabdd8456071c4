"""What the club stands on gives way: the real thing, and a real visitor."""

from __future__ import annotations

import json
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

import pytest

from tests import databases, post, processes
from tests.visitor import Page, Visitor

pytestmark = pytest.mark.worker
ITS = "WHERE \"to\" = 'patience@taluva.example'"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> processes.Hosted:
    """With tables and static files, made once; its Redis and its mail server are away."""
    club = processes.Hosted(tmp_path_factory.mktemp("club"), database_url, "unix:///nowhere/redis.sock")
    club.prepare()
    return club


def rows(club: processes.Hosted, query: str) -> list[tuple[object, ...]]:
    return databases.rows(club.database, query)


@contextmanager
def refusing() -> Iterator[str]:
    yield f"redis://:secret@127.0.0.1:{processes.free_port()}/0"


@contextmanager
def silent() -> Iterator[str]:
    """Takes the connection and never says a word."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen(100)
        yield f"redis://:secret@127.0.0.1:{sock.getsockname()[1]}/0"


@pytest.mark.parametrize("away", [refusing, silent])
def test_pages_and_forms_work_while_redis_is_away(
    club: processes.Hosted, away: Callable[[], AbstractContextManager[str]]
) -> None:
    with away() as redis_url, replace(club, redis=redis_url).web() as (address, _):
        someone, guest = Visitor(address), Visitor(address)
        name = away.__name__.title()
        answers = [
            timed("landing", someone.get, "/"),
            timed("sign-up page", someone.get, "/account/signup/"),
            timed("sign-up", someone.post, "/account/signup/", **signing_up(name)),
            timed("landing", guest.get, "/"),
            timed("guest", guest.post, "/account/guest/"),
            timed("games", guest.get, "/games/"),
        ]
        ready = someone.get("/readyz")

    print(f"Redis {away.__name__}: " + ", ".join(f"{what} {seconds:.2f} s" for what, seconds, _ in answers))
    assert [page.status for _, _, page in answers] == [200] * 6
    assert "<h1>Code from the email</h1>" in answers[2][2].text
    assert rows(club, f"SELECT state FROM accounts_mail WHERE \"to\" LIKE '{name.lower()}@%'") == [("waiting",)]
    assert (ready.status, json.loads(ready.text)["redis"]["ok"]) == (503, False)


def timed(what: str, ask: Callable[..., Page], *arguments: str, **fields: str) -> tuple[str, float, Page]:
    started = time.monotonic()
    page = ask(*arguments, **fields)
    return what, time.monotonic() - started, page


def signing_up(name: str) -> dict[str, str]:
    return {"username": name, "email": f"{name.lower()}@taluva.example", "password1": "a long tale of seven"}


def test_a_mail_written_while_redis_is_away_leaves_when_it_is_back(club: processes.Hosted) -> None:
    port = processes.free_port()
    with post.office() as (letters, url):
        club = replace(club, redis=f"redis://:secret@127.0.0.1:{port}/0", mail=url)
        with club.web() as (address, _):
            visitor = Visitor(address)
            visitor.get("/account/signup/")
            visitor.post("/account/signup/", **signing_up("Patience"))
        waiting = rows(club, f"SELECT state, attempts FROM accounts_mail {ITS}")
        with processes.valkey_on_port(club.folder, port, "secret"), club.worker("default"), club.scheduler():
            processes.wait_for(lambda: letters.to("patience@taluva.example"), why="the mail never came")
            processes.wait_for(lambda: rows(club, f"SELECT state FROM accounts_mail {ITS}") == [("sent",)])

    assert waiting == [("waiting", 0)]
    assert len(letters.to("patience@taluva.example")) == 1


@pytest.mark.sqlite  # the web process itself writes the database's files
def test_a_full_disk_is_a_sentence_and_the_club_goes_on_when_there_is_room(club: processes.Hosted) -> None:
    with club.web() as (address, process):
        visitor = Visitor(address)
        visitor.get("/")
        before = rows(club, "SELECT count(*) FROM accounts_user")
        limits = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (100, limits[1]))  # no file grows any more
        refused = visitor.post("/account/guest/")
        landing, ready = visitor.get("/"), json.loads(visitor.get("/readyz").text)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)
        served = visitor.post("/account/guest/")
        after = rows(club, "SELECT count(*) FROM accounts_user")

    assert refused.status == 503
    assert "What you just sent was not saved" in refused.text
    assert (landing.status, served.status) == (200, 200)
    assert ready["database"]["detail"] == "cannot be written: its disk is full"
    assert after == [(before[0][0] + 1,)]
