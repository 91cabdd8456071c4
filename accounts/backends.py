"""Logging in by name or by address."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from accounts.models import User
from accounts.models.user import name_key


class ClubBackend(ModelBackend):
    """Logs in by name or by address. A name is found however it is written: by its key, as it was made unique."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        email: str | None = None,
        **_others: Any,
    ) -> User | None:
        if not password:
            return None
        found = users_of(username or "", email or "")
        for user in found:
            if user.check_password(password) and self.user_can_authenticate(user):
                return user
        if not found:
            User().set_password(password)  # as long as a wrong password takes, so that the clock tells nothing
        return None


def users_of(username: str, email: str) -> list[User]:
    """Return whom somebody means who logs in with this name, or with this address in either field."""
    return by_address(email or username) or by_name(username)


def by_name(name: str) -> list[User]:
    return list(User.objects.filter(name_key=name_key(name))) if name else []


def by_address(address: str) -> list[User]:
    """Return who has proved that the address is theirs; an unproved one would show which addresses are free."""
    rows = EmailAddress.objects.filter(email=address.strip().lower(), verified=True).select_related("user")
    return [row.user for row in rows] if "@" in address else []
