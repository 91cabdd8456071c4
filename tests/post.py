"""A mail server that keeps what it takes, and takes all but what it is told to refuse."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests import processes


class Letters:
    """What came, in order; `refusals` says what is answered to an address in the dialogue."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.refusals: dict[str, str] = {}

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.taken.append(email.message_from_bytes(envelope.content, policy=email.policy.default))  # type: ignore[arg-type]
        return "250 Taken"

    def to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.taken if letter["To"] == address]


def text_of(letter: EmailMessage, kind: str = "plain") -> str:
    part = letter.get_body((kind,))
    return str(part.get_content()) if part else ""


@contextmanager
def office(*, of_the_club: bool = True) -> Iterator[tuple[Letters, str]]:
    """The letters and the EMAIL_URL of a mail server that ends with the block; in the end each letter is read."""
    letters, port = Letters(), processes.free_port()
    controller = Controller(letters, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield letters, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()
    if of_the_club:
        from tests.notifications.letters import check

        for letter in letters.taken:
            check(letter)
