"""Leaving the club: the row stays for the sake of the games, and nothing of the person is left in it.

Rows that would go with the person's row (on_delete=CASCADE) go now. What is blanked in rows that stay (PROTECT,
SET_NULL), ACCOUNT_EXTENSION says.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.db import models, transaction
from django.db.models.functions import Cast, Lower

from accounts.extension import account_extension
from accounts.models import Mail, User
from accounts.models.user import Kind, name_key
from accounts.services import logouts, user_rows

KEPT_FIELDS = {"id", "name_key", "date_joined", "bot_level"}


@transaction.atomic
def delete_account(*, user: User, now: datetime) -> User:
    """Return the row of who has gone.

    A name like "Gone 12345", no address, no way in, nothing that tells who it was.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_gone:
        return user
    blank_traces(user)
    account_extension().forget_person(user, now)
    delete_mails(user)
    logouts.end_sessions(user)
    for owned in user_rows.owned_rows(user):
        owned.delete()
    return anonymous_values(user, now)


def delete_mails(user: User) -> None:
    """Delete the mails to the person, and those to a proved address of theirs that were written before it was known.

    Whoever only claims an address has no say over the mails that went there.
    """
    proved = EmailAddress.objects.filter(user=user, verified=True).values("email")
    to_nobody = Mail.objects.filter(user=None).annotate(address=Lower("to"))
    to_nobody.filter(address__in=proved).delete()
    Mail.objects.filter(user=user).delete()


def blank_traces(user: User) -> None:
    """Blank what the admin's log says of the person's rows. It calls them by number; it may hold what a host wrote."""
    for found in user_rows.rows_about(user):
        keys = found.annotate(pk_text=Cast("pk", models.TextField())).values("pk_text")
        names = found.model._meta
        about = LogEntry.objects.filter(content_type__app_label=names.app_label, content_type__model=names.model_name)
        about.filter(object_id__in=keys).update(object_repr="", change_message="")


def anonymous_values(user: User, now: datetime) -> User:
    """Return a fresh row's values in every field but those that keep the row what it is."""
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
