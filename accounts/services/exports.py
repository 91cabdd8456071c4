"""Everything that the club knows of somebody, as JSON. Each app adds its part: exports.register("games", function)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.models import Mail, User

Part = Callable[[User], Any]
PARTS: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    PARTS[name] = part


def export_of(user: User) -> dict[str, Any]:
    return {name: part(user) for name, part in PARTS.items()}


def account(user: User) -> dict[str, Any]:
    fields = ("username", "email", "kind", "date_joined", "last_login", "seen_at")
    preferences = ("time_zone", "language", "theme", "palette", "patterns", "all_numbers", "motion", "confirm_twice")
    return {
        **{name: getattr(user, name) for name in fields},
        "preferences": {name: getattr(user, name) for name in preferences},
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
    }


def security(user: User) -> dict[str, Any]:
    """What is there, not what is secret in it."""
    return {
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "two_step": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
    }


def mails(user: User) -> list[dict[str, Any]]:
    rows = Mail.objects.filter(user=user).order_by("pk")
    return [dict(row) for row in rows.values("to", "subject", "text", "state", "created_at", "sent_at")]
