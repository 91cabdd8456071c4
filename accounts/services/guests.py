"""Guests: people who play first and sign up later, or never. Whoever signs up is one until the address is proved."""

from __future__ import annotations

import logging
import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from accounts.models.user import Kind, name_key

log = logging.getLogger(__name__)
KEPT_FOR = timedelta(days=30)


def new_guest(*, time_zone: str = "UTC") -> User:
    """A guest with a name of their own and no way to log in again but the session."""
    guest = User(username=free_name(), kind=Kind.GUEST, time_zone=time_zone)
    guest.set_unusable_password()
    guest.save()
    return guest


def free_name() -> str:
    """A name that nobody has: short, since it stands beside others on small screens."""
    for digits in (4, 5, 6, 8):
        for _attempt in range(5):
            name = f"Guest {secrets.randbelow(10**digits):0{digits}d}"
            if not User.objects.filter(name_key=name_key(name)).exists():
                return name
    raise AssertionError("eight digits are enough for everybody")


@transaction.atomic
def keep(*, guest: User, name: str, password: str, address: str, time_zone: str) -> EmailAddress:
    """The guest's new name and password, and the address that is still to be proved; an earlier one is dropped.

    Without a usable address ("" when it is somebody else's already) the guest just has the name.
    """
    guest.username, guest.email = name, address
    guest.time_zone = time_zone or guest.time_zone
    guest.set_password(password)
    guest.save()
    EmailAddress.objects.filter(user=guest).delete()
    proof = EmailAddress(user=guest, email=address, primary=True) if address else EmailAddress()
    if address:
        proof.save()
    return proof


def welcome(*, user: User) -> None:
    """A guest whose address is proved is a person."""
    User.objects.filter(pk=user.pk, kind=Kind.GUEST).update(kind=Kind.PERSON)


def forget_old(*, now: datetime) -> int:
    """How many guests went, 30 days after their last visit."""
    from accounts.services import departures

    gone = 0
    for guest in User.objects.filter(kind=Kind.GUEST, seen_at__lt=now - KEPT_FOR):
        try:
            departures.leave(user=guest, now=now)
            gone += 1
        except Exception:  # a defect that one guest meets must not keep all later ones
            log.exception("Guest %s could not be forgotten and stays until the next round.", guest.pk)
    return gone
