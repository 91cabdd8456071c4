"""Filters for LOGGING: strangers can cause some lines, and should not fill the log with them."""

from __future__ import annotations

import logging
import time
from collections import Counter

MINUTE = 60.0
# Strangers can cause these lines as often as they like; those of /readyz while something is away.
FROM_OUTSIDE = ("django.security", "uvicorn", "websockets", "asyncio", "taluva.health")
# What a view answers with where there is too much to do; a defect, or a database that is away, comes with its error.
BUSY = 503


class OnceAMinute(logging.Filter):
    """Of what strangers cause, let one line a minute pass from each place, and say with it how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self.passed: dict[tuple[str, str, int], float] = {}
        self.left_out: Counter[tuple[str, str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if not is_from_outside(record):
            return True
        place, now = (record.name, record.pathname, record.lineno), time.monotonic()
        if now - self.passed.get(place, -MINUTE) < MINUTE:
            self.left_out[place] += 1
            return False
        self.passed[place] = now
        if number := self.left_out.pop(place, 0):
            record.msg, record.args = f"{record.getMessage()} (and {number} more like it before)", ()
        return True


def is_from_outside(record: logging.LogRecord) -> bool:
    is_busy = getattr(record, "status_code", 0) == BUSY and not record.exc_info
    return is_busy or record.name.startswith(FROM_OUTSIDE)


class WithoutTraceback(logging.Filter):
    """Drop the traceback of a line that a stranger can cause: it should not fill the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        return True
