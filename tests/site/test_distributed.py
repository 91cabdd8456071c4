"""Several machines' worth of processes are one club."""

from __future__ import annotations

import json
import re

import pytest
from websockets import Origin
from websockets.sync.client import connect

from tests import distributed, post, processes
from tests.visitor import Visitor

pytestmark = pytest.mark.worker


def test_what_one_web_process_changes_is_seen_at_the_other() -> None:
    with post.office() as (letters, url), distributed.club(url) as club:
        first, second = club.addresses
        visitor = Visitor(first)
        visitor.get("/account/signup/")
        form = {"username": "Wanderer", "email": "wanderer@taluva.example", "password1": "a long tale of seven"}
        asked = visitor.post("/account/signup/", **form)
        processes.wait_for(lambda: letters.taken, why="no mail came through the worker")
        code = re.search(r"\b[A-Z0-9]{4}-?[A-Z0-9]{2,4}\b", post.text_of(letters.taken[0]))
        visitor.site = second.rstrip("/")
        visitor.post(asked.address.removeprefix(first.rstrip("/")), code=code.group() if code else "")
        account = visitor.get("/account/")
        visitor.site = first.rstrip("/")
        again = visitor.get("/account/")
        game = visitor.post("/play/taluva/").address.removeprefix(first)
        with connect(f"ws{second.removeprefix('http')}ws/{game}", origin=Origin(second)) as socket:
            said = visitor.post(f"/{game}talk/new/", text="Good wind!")
            nudges = []
            while not any(nudge["talk"] for nudge in nudges):
                nudges.append(json.loads(socket.recv(timeout=60)))
        processes.wait_for(lambda: Visitor(second).get("/readyz").status == 200, why="never ready")
        ready = json.loads(Visitor(second).get("/readyz").text)

    assert (said.status, {nudge["match"] for nudge in nudges}) == (200, {game.split("/")[1]})
    assert [(page.status, "Wanderer" in page.text) for page in (account, again)] == [(200, True)] * 2
    assert {name: check["ok"] for name, check in ready.items() if name != "ready"} == {
        "database": True,
        "redis": True,
        "scheduler": True,
        "queue": True,
    }
