"""What follows when somebody changes how they like it. An app says so: preferences.register(function)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import User

Sequel = Callable[[User, datetime], None]
SEQUELS: list[Sequel] = []


def on_preferences_changed(sequel: Sequel) -> None:
    SEQUELS.append(sequel)


def preferences_changed(*, user: User, now: datetime) -> None:
    for sequel in SEQUELS:
        sequel(user, now)
