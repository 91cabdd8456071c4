"""One answer to what is sent twice: by a double click, a reload, or a program that tries again.

A form or a program sends a key with its request. The row of the two is written with what the request makes, in one
transaction: a second request waits for the first, and then gets its answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import IntegrityError, transaction

from accounts.models import Click

KEPT_FOR = timedelta(days=1)
Made = TypeVar("Made")


def run_once(*, who: int | str, key: str | None, wish: object, make: Callable[[], Made], now: datetime) -> Made:
    """Return the JSON result of `make`; for a key and wish that this user or browser has used before, the stored one.

    Another wish under the same key is done too: the browser's Back brings a form again with the key that it had.
    """
    if not key:
        return make()
    digest = hashlib.sha256(repr((who, key, wish)).encode()).hexdigest()
    try:
        return make_and_keep(digest, make, now)
    except IntegrityError:
        earlier = Click.objects.filter(digest=digest).first()
        if earlier is None:
            raise
        return earlier.made


@transaction.atomic
def make_and_keep(digest: str, make: Callable[[], Made], now: datetime) -> Made:
    click = Click.objects.create(digest=digest, at=now)
    click.made = made = make()
    click.save(update_fields=["made"])
    return made


def forget_old(*, now: datetime) -> None:
    Click.objects.filter(at__lt=now - KEPT_FOR).delete()
