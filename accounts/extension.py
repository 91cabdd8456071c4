"""What the site adds to accounts. Accounts know no games, so the class that does is named in the settings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from accounts.models import User


class AccountExtension:
    """What accounts call, within their own transactions. A subclass, ACCOUNT_EXTENSION, overrides what it needs."""

    def reserved_names(self) -> Iterable[str]:
        """Return names that no person may take."""
        return ()

    def end_access(self, user: User, now: datetime) -> None:
        """End what acts for the person beside sessions, such as tokens."""

    def forget_person(self, user: User, now: datetime) -> None:
        """End their games and blank their words in rows that stay; called before an account is deleted."""

    def exported_rows(self, user: User) -> Iterable[QuerySet[Any]]:
        """Return what belongs to the person without a key to their row."""
        return ()

    def preferences_changed(self, user: User, now: datetime) -> None:
        """Follow a change of their language, zone or the like."""


def account_extension() -> AccountExtension:
    return cast(AccountExtension, import_string(settings.ACCOUNT_EXTENSION)())
