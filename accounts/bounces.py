"""Addresses that refuse for good: mails to them stop, and their owner is told on the site."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import NoticeSettings, User

# Who tells the owner; the games add themselves.
TELL: list[Callable[[User, str, datetime], None]] = []


def pause(user: User, address: str, why: str, *, now: datetime) -> None:
    """Nothing more is sent to this address until its owner says so, or has another one."""
    settings, _made = NoticeSettings.objects.get_or_create(user=user)
    if settings.paused_address == address or user.email != address:
        return
    settings.paused_address, settings.paused_why = address, why[:300]
    settings.save(update_fields=["paused_address", "paused_why"])
    for tell in TELL:
        tell(user, address, now)


def resume(user: User) -> None:
    """The owner says that the address works again."""
    NoticeSettings.objects.filter(user=user).update(paused_address="", paused_why="")
