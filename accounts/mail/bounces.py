"""Stop mails to addresses that refuse for good, and tell their owner on the site."""

from __future__ import annotations

import re
from enum import Enum, auto

from accounts.models import NoticeSettings, User
from taluva_site.queues.enqueue import enqueue

# The task that tells the owner on the bell. If it is lost, the bell's page says so all the same.
TELL_OWNER = "games.tasks.tell_of_paused_address"


class MailRefusal(Enum):
    """What the words of a mail server about one receiver mean."""

    FOR_NOW = auto()  # later it may take the mail: busy, or the box is full
    OF_THE_ADDRESS = auto()  # nobody is there, and nobody will be
    OF_THE_MAIL = auto()  # it wants none from us, or not this one: the address may be right


# RFC 3463: X.1.Z is about addresses, where .7 and .8 are the sender's; X.2.1 is a box that is closed, X.2.2 a full one.
STATUS = re.compile(r"\s*[245]\.(\d{1,3}\.\d{1,3})\b")
OF_ADDRESSES = {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.10", "2.1"}
FULL = "2.2"
# Where a server says no more than RFC 5321: no such box, moved away, not a name for a box, a domain without mail.
BARE = {550, 551, 553, 556}
OF_POLICY = re.compile(r"relay|spam|junk|block|black|polic|reputation|denied|not permitted", re.IGNORECASE)


def refusal_kind(code: int, words: str) -> MailRefusal:
    """Return what an answer to RCPT means, such as 550 and `5.1.1 No such user`."""
    found = STATUS.match(words)
    status = found.group(1) if found else ""
    if code < 500 or status == FULL or (code == 552 and not status):
        return MailRefusal.FOR_NOW
    if status in OF_ADDRESSES or (not status and code in BARE and not OF_POLICY.search(words)):
        return MailRefusal.OF_THE_ADDRESS
    return MailRefusal.OF_THE_MAIL


def pause_address(user: User, address: str, why: str) -> None:
    """Send nothing more to this address until its owner says so, or has another one."""
    settings, _made = NoticeSettings.objects.get_or_create(user=user)
    if settings.paused_address == address or user.email != address:
        return
    settings.paused_address, settings.paused_why = address, why[:300]
    settings.save(update_fields=["paused_address", "paused_why"])
    enqueue(TELL_OWNER, user.pk, address)


def resume_address(user: User) -> None:
    """Send there again; called when the owner says that the address works."""
    NoticeSettings.objects.filter(user=user).update(paused_address="", paused_why="")
