"""Every mail of every test: kept as it is written and as it is sent, and read once the test has ended."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from typing import Any, NamedTuple

import pytest

from accounts.mail import outbox
from accounts.models import Mail
from games.models import Match
from tests.notifications import letters


class Kept(NamedTuple):
    message: EmailMessage
    is_sent: bool


def keep_mails(monkeypatch: pytest.MonkeyPatch) -> list[Kept]:
    """Return a list that fills with the mails to come; what is sent comes with its pictures."""
    mails: list[Kept] = []
    row_of, hand_over = outbox.row_of, outbox.hand_over

    def written(*args: Any) -> dict[str, Any]:
        row = row_of(*args)
        mails.append(Kept(letters.read(Mail(**row)), is_sent=False))
        return row

    def sent(mail: Mail, connection: Any, images: Sequence[outbox.Image] = ()) -> None:
        mails.append(Kept(letters.read(mail, images), is_sent=True))
        hand_over(mail, connection, images)

    monkeypatch.setattr(outbox, "row_of", written)
    monkeypatch.setattr(outbox, "hand_over", sent)
    return mails


def check_mails(mails: list[Kept]) -> None:
    matches = list(Match.objects.only("key", "join_code", "sealed_seed", "public_seed"))
    for each in mails:
        letters.check(each.message, with_pictures=each.is_sent)
        letters.check_secrets(each.message, matches)
