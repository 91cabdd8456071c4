"""How many mails a day a stranger can cause to an address, by sign-ups, resets and codes, be there an account or not.

An address gets ten at most, and five at most that were asked for from one network: who knows only one network leaves
the owner five. A browser in which the owner has been logged in has five of its own, which no stranger can use up.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import MailSlot
from accounts.services import devices, proof
from taluva_site.http.client_addresses import network_of

SALT = "accounts.mail_limits"
PER_ADDRESS, PER_NETWORK, PER_DEVICE = 10, 5, 5
KEPT_FOR = timedelta(days=2)


def take_slot(request: HttpRequest, *, address: str, ip: str, now: datetime) -> bool:
    """Count a mail that is asked for; False if the day's are used up. Of parallel requests each takes its own."""
    try:
        with transaction.atomic():
            for counter, most in mail_counters(request, address.lower(), ip):
                take_one(counter, most, now)
    except SlotsUsedUpError:
        return False
    return True


def mail_counters(request: HttpRequest, address: str, ip: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield what the mail counts against, each with how many a day it allows."""
    owner, device = proof.owner_of(address), devices.device_of(request)
    if owner and devices.is_known(device, owner):
        yield ("device", address, device["id"]), PER_DEVICE
    else:
        yield ("network", address, network_of(ip)), PER_NETWORK
        yield ("address", address), PER_ADDRESS


class SlotsUsedUpError(Exception):
    pass


def take_one(counter: tuple[str, ...], most: int, now: datetime) -> None:
    """Take the first slot of the day that is free."""
    day = now.date().isoformat()
    digests = [salted_hmac(SALT, repr((day, counter, slot)), algorithm="sha256").hexdigest() for slot in range(most)]
    used = set(MailSlot.objects.filter(digest__in=digests).values_list("digest", flat=True))
    for digest in digests:
        if digest not in used and claim_slot(digest, now):
            return
    raise SlotsUsedUpError


def claim_slot(digest: str, now: datetime) -> bool:
    """Claim a slot; return False if another request has taken it at this moment."""
    try:
        with transaction.atomic():
            MailSlot.objects.create(digest=digest, at=now)
    except IntegrityError:
        return False
    return True


def forget_old(*, now: datetime) -> None:
    MailSlot.objects.filter(at__lt=now - KEPT_FOR).delete()
