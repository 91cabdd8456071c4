"""Guests: people who play first and sign up later, or never. Whoever signs up is one until the address is proved."""

from __future__ import annotations

import logging
import secrets
import time
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.models.user import Kind, name_key
from accounts.services import names

log = logging.getLogger(__name__)
KEPT_FOR = timedelta(days=30)
# Seconds; less than a task's soft limit.
AT_A_TIME = 40


def new_guest(*, time_zone: str = "UTC") -> User:
    """Return a guest with a name of their own and no way to log in again but the session."""
    guest = User(username=free_name(), kind=Kind.GUEST, time_zone=time_zone)
    guest.set_unusable_password()
    guest.save()
    return guest


def free_name() -> str:
    """Return a name that nobody has: short, since it stands beside others on small screens."""
    for digits in (4, 5, 6, 8):
        for _attempt in range(5):
            name = f"Guest {secrets.randbelow(10**digits):0{digits}d}"
            if not User.objects.filter(name_key=name_key(name)).exists():
                return name
    raise AssertionError("eight digits are enough for everybody")


def convert_guest(*, guest: User, name: str, password: str, time_zone: str) -> None:
    """Give the guest a name and a password; raise ValidationError if somebody has taken the name just now.

    The address that they typed is nobody's before it is proved.
    """
    guest.username = name
    guest.time_zone = time_zone or guest.time_zone
    guest.set_password(password)
    names.save_named(guest)


def forget_old(*, now: datetime, after: int = 0) -> int | None:
    """Forget guests 30 days after their last visit, each in a transaction of its own, in the order of their ids.

    Begin behind the id `after`; return the id of the last one when the time was up, None when nobody is left.
    """
    end = time.monotonic() + AT_A_TIME
    for pk in forgettable_guests(now).filter(pk__gt=after).order_by("pk").values_list("pk", flat=True):
        try:
            forget_guest(pk, now)
        except SoftTimeLimitExceeded:
            return pk
        except Exception:  # a defect that one guest meets must not keep all later ones
            log.exception("Guest %s could not be forgotten and stays until the next round.", pk)
        if time.monotonic() > end:
            return pk
    return None


def forgettable_guests(now: datetime) -> QuerySet[User]:
    return User.objects.filter(kind=Kind.GUEST, seen_at__lt=now - KEPT_FOR)


@transaction.atomic
def forget_guest(pk: int, now: datetime) -> None:
    """Forget the guest, unless they have come back or signed up in the meantime."""
    from accounts.services import account_deletion

    if guest := forgettable_guests(now).select_for_update().filter(pk=pk).first():
        account_deletion.delete_account(user=guest, now=now)
