"""Leaving the club: the row stays for the sake of the games, and nothing of the person is left in it.

Rows that would go with the person's row (on_delete=CASCADE) go now. For rows that stay (PROTECT, SET_NULL) their app
says what to blank: departures.register(function).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models.functions import Cast

from accounts.models import Mail, User
from accounts.models.user import Kind, name_key
from accounts.services import rows

Parting = Callable[[User, datetime], None]
PARTINGS: list[Parting] = []
KEPT_FIELDS = {"id", "name_key", "date_joined", "bot_level"}


def register(parting: Parting) -> None:
    """What an app does before somebody goes: end their games, blank their words."""
    PARTINGS.append(parting)


@transaction.atomic
def leave(*, user: User, now: datetime) -> User:
    """The row of who has gone: a name like "Gone 12345", no address, no way in, nothing that tells who it was."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_gone:
        return user
    blank_traces(user)
    for parting in PARTINGS:
        parting(user, now)
    drop_mails(user)
    drop_sessions(user)
    for owned in rows.owned(user):
        owned.delete()
    return anonymised(user, now)


def addresses_of(user: User) -> set[str]:
    return {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)} - {""}


def drop_mails(user: User) -> None:
    """To the person, and to the addresses they had: some mails were written before the person was known."""
    Mail.objects.filter(models.Q(user=user) | models.Q(to__in=addresses_of(user))).delete()


def drop_sessions(user: User) -> None:
    """Where the person is logged in, and where a reset was begun: its session has the address and a code."""
    keys = UserSession.objects.filter(user=user).values_list("session_key", flat=True)
    Session.objects.filter(session_key__in=list(keys)).delete()
    words = {word.casefold() for word in [user.username, *addresses_of(user)]}
    for session in Session.objects.iterator():
        if words & set(strings_in(session.get_decoded())):
            session.delete()


def strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value.casefold()
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings_in(each)


def blank_traces(user: User) -> None:
    """The admin's log calls each row by its words, and keeps them when the row has gone."""
    for found in rows.all_about(user):
        keys = found.annotate(pk_text=Cast("pk", models.TextField())).values("pk_text")
        names = found.model._meta
        about = LogEntry.objects.filter(content_type__app_label=names.app_label, content_type__model=names.model_name)
        blank(about.filter(object_id__in=keys))
    for address in addresses_of(user):
        blank(LogEntry.objects.filter(object_repr__icontains=address))


def blank(entries: models.QuerySet[LogEntry]) -> None:
    entries.update(object_repr="", change_message="")


def anonymised(user: User, now: datetime) -> User:
    """A fresh row's values in every field but those that keep the row what it is."""
    fresh = User(username=free_name(), kind=Kind.GONE, is_active=False, seen_at=now)
    fresh.set_unusable_password()
    for field in User._meta.concrete_fields:
        if field.name not in KEPT_FIELDS:
            setattr(user, field.attname, getattr(fresh, field.attname))
    user.save()
    return user


def free_name() -> str:
    while True:
        name = f"Gone {secrets.randbelow(90_000) + 10_000}"
        if not User.objects.filter(name_key=name_key(name)).exists():
            return name
