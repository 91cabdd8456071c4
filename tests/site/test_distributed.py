"""Several machines' worth of processes are one club."""

from __future__ import annotations

import json
import re
from email.message import Message as Parsed

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from websockets import Origin
from websockets.sync.client import connect

from tests import distributed, processes
from tests.visitor import Visitor

pytestmark = pytest.mark.worker


class Letters(Message):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_message(self, message: Parsed) -> None:
        part = next(part for part in message.walk() if part.get_content_type() == "text/plain")
        self.texts.append(part.get_payload(decode=True).decode())  # type: ignore[union-attr]


def test_what_one_web_process_changes_is_seen_at_the_other() -> None:
    letters, port = Letters(), processes.free_port()
    controller = Controller(letters, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        with distributed.club(f"smtp://127.0.0.1:{port}") as club:
            first, second = club.addresses
            visitor = Visitor(first)
            visitor.get("/account/signup/")
            form = {"username": "Wanderer", "email": "wanderer@taluva.example", "password1": "a long tale of seven"}
            asked = visitor.post("/account/signup/", **form)
            processes.wait_for(lambda: letters.texts, why="no mail came through the worker")
            code = re.search(r"\b[A-Z0-9]{4}-?[A-Z0-9]{2,4}\b", letters.texts[0])
            visitor.site = second.rstrip("/")
            visitor.post(asked.address.removeprefix(first.rstrip("/")), code=code.group() if code else "")
            account = visitor.get("/account/")
            visitor.site = first.rstrip("/")
            again = visitor.get("/account/")
            game = visitor.post("/play/").address.removeprefix(first)
            with connect(f"ws{second.removeprefix('http')}ws/{game}", origin=Origin(second)) as socket:
                said = visitor.post(f"/{game}talk/new/", text="Good wind!")
                nudges = []
                while not any(nudge["talk"] for nudge in nudges):
                    nudges.append(json.loads(socket.recv(timeout=10)))
            processes.wait_for(lambda: Visitor(second).get("/readyz").status == 200, why="never ready")
            ready = json.loads(Visitor(second).get("/readyz").text)
    finally:
        controller.stop()

    assert (said.status, {nudge["match"] for nudge in nudges}) == (200, {game.split("/")[1]})
    assert [(page.status, "Wanderer" in page.text) for page in (account, again)] == [(200, True)] * 2
    assert {name: check["ok"] for name, check in ready.items() if name != "ready"} == {
        "database": True,
        "redis": True,
        "scheduler": True,
        "queue": True,
    }
