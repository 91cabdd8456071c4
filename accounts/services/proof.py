"""Whose an e-mail address is: nobody's, until somebody has proved that they read its mails.

An address that somebody only claims stands in their session, not in a row. The proof makes the row, ends every claim
that is stored all the same, and, if it is the account's first, everything that could act for the account before.
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower

from accounts.models import User
from accounts.models.user import Kind
from accounts.services import access, logouts


def owner_of(address: str) -> User | None:
    """Return who has proved the address, or for whom the host has set it; None while it is nobody's."""
    address = address.strip().lower()
    row = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    if row or not address:
        return row and row.user
    return users_with(address).exclude(kind=Kind.GUEST).first()


def users_with(address: str) -> QuerySet[User]:
    """Return whose row has the address. Capitals don't count, but unlike `iexact`, on PostgreSQL "ı" is no "i"."""
    return User.objects.annotate(lower_email=Lower("email")).filter(lower_email=address.lower())


@transaction.atomic
def settle_proof(*, proved: EmailAddress, session_key: str | None, now: datetime) -> None:
    """Settle that the address is proved. At the account's first proof only the session in which it happened goes on."""
    user = proved.user
    drop_other_claims(proved)
    if not EmailAddress.objects.filter(user=user, verified=True).exclude(pk=proved.pk).exists():
        access.end_all(user=user, now=now)
        access.end_second_step(user=user)
        logouts.end_sessions(user, but=session_key)
    User.objects.filter(pk=user.pk, kind=Kind.GUEST).update(kind=Kind.PERSON)


def drop_other_claims(proved: EmailAddress) -> None:
    EmailAddress.objects.filter(email=proved.email, verified=False).exclude(pk=proved.pk).delete()
    users_with(proved.email).exclude(pk=proved.user_id).update(email="")
