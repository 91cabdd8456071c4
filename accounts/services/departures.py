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
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models, transaction

from accounts.models import Mail, User
from accounts.models.user import Kind, name_key

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
    for parting in PARTINGS:
        parting(user, now)
    drop_mails(user)
    drop_sessions(user)
    drop_traces(user)
    for rows in owned_rows(user):
        rows.delete()
    return anonymised(user, now)


def drop_mails(user: User) -> None:
    """To the person, and to the addresses they had: some mails were written before the person was known."""
    addresses = {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)} - {""}
    Mail.objects.filter(models.Q(user=user) | models.Q(to__in=addresses)).delete()


def drop_sessions(user: User) -> None:
    keys = UserSession.objects.filter(user=user).values_list("session_key", flat=True)
    Session.objects.filter(session_key__in=list(keys)).delete()


def drop_traces(user: User) -> None:
    """The admin's log names whom it is about."""
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    about.delete()


def owned_rows(user: User) -> Iterator[models.QuerySet[models.Model]]:
    """What Django would delete along with the row."""
    for relation in User._meta.related_objects:
        if relation.on_delete is models.CASCADE:
            yield relation.related_model._base_manager.filter(**{relation.field.name: user})
    for field in User._meta.many_to_many:
        through = field.remote_field.through
        assert through
        yield through._base_manager.filter(user=user)


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
