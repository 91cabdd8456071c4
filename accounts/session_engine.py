"""The session engine: Django's sessions in the database, and beside each one the users whom it names (SessionUser)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.utils import url_str_to_user_pk
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import SessionUser, User

AUTHENTICATED_USER = "account_authentication_methods_user"  # allauth: who has passed the first step of a login
TYPED_ADDRESS = "signup-address"  # ours: what a guest has typed into the form of a sign-up
BATCH = 500


class SessionStore(db.SessionStore):
    def save(self, must_create: bool = False) -> None:
        """Save the session and the users whom it names; a new one gets its key first, and is saved then."""
        if self.session_key is None:
            self.create()
            return
        with transaction.atomic():
            super().save(must_create)
            record_users(self.session_key, users_named_in(dict(self.items())))

    async def asave(self, must_create: bool = False) -> None:
        await sync_to_async(self.save)(must_create)

    @transaction.atomic
    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            delete_sessions([key])

    async def adelete(self, session_key: str | None = None) -> None:
        await sync_to_async(self.delete)(session_key)

    @classmethod
    def clear_expired(cls) -> None:
        """Delete expired sessions, some at a time: nobody waits long for the database.

        Rows of sessions that a process of the version before has deleted go, too.
        """
        expired = Session.objects.filter(expire_date__lt=timezone.now()).values_list("pk", flat=True)
        while keys := list(expired[:BATCH]):
            delete_sessions(keys)
        SessionUser.objects.filter(~Exists(Session.objects.filter(pk=OuterRef("session_id")))).delete()

    @classmethod
    async def aclear_expired(cls) -> None:
        await sync_to_async(cls.clear_expired)()


@transaction.atomic
def delete_sessions(keys: Iterable[str]) -> None:
    """Delete these sessions, and their rows in the users' lists of browsers."""
    keys = list(keys)
    Session.objects.filter(pk__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()


def record_users(session_key: str, users: set[int]) -> None:
    rows = SessionUser.objects.filter(session=session_key)
    known = set(rows.values_list("user", flat=True))
    if known - users:
        rows.exclude(user__in=users).delete()
    if users - known:
        added = User.objects.filter(pk__in=users - known).values_list("pk", flat=True)
        SessionUser.objects.bulk_create(
            [SessionUser(session_id=session_key, user_id=pk) for pk in added], ignore_conflicts=True
        )


def users_named_in(data: Mapping[str, Any]) -> set[int]:
    """Return the ids of who is logged in, and of everybody whom an unfinished flow of allauth is about."""
    flows = [value for value in data.values() if isinstance(value, dict)]
    ids = {int(data[key]) for key in (SESSION_KEY, AUTHENTICATED_USER) if data.get(key)}
    ids |= {pk for flow in flows for pk in users_of_flow(flow)}
    # A sign-up with the address of somebody else says so by the address alone.
    typed = [data.get(TYPED_ADDRESS), *(flow.get("email") for flow in flows)]
    addresses = {address.lower() for address in typed if isinstance(address, str)}
    if addresses:
        ids.update(EmailAddress.objects.filter(email__in=addresses, verified=True).values_list("user", flat=True))
    return ids


def users_of_flow(flow: Mapping[str, Any]) -> Iterator[int]:
    """Yield the users that a flow of allauth names.

    In decimals where a code was sent, and in allauth's own form where a login waits.
    """
    if flow.get("user_id"):
        yield int(flow["user_id"])
    if flow.get("user_pk"):
        yield url_str_to_user_pk(flow["user_pk"])
