"""What is written outside a request: in its reader's language and zone, with whole addresses."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User


@contextmanager
def localized_for(user: User) -> Iterator[None]:
    """Write in the person's language and time zone within the block."""
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zoneinfo.ZoneInfo(user.time_zone)):
        yield


def absolute_url(path: str) -> str:
    return f"{settings.SITE_URL}{path}"
