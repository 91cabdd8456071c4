"""What a visitor is told, and the host finds in the log, when what the club stands on gives way."""

from __future__ import annotations

import logging

from django.utils.translation import gettext as _


class WithoutTraceback(logging.Filter):
    """A stranger can cause the line: it should not fill the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        return True


def is_disk_full(error: Exception) -> bool:
    text = str(error)
    return "disk is full" in text or "disk I/O error" in text or "No space left" in text


def for_visitor(error: Exception) -> str:
    if is_disk_full(error):
        return _(
            "The club's disk is full. What you just sent was not saved, and nothing else was lost; "
            "try again when the host has made room."
        )
    return _("The club's database does not answer. Nothing was lost; try again in a minute.")


def for_host(error: Exception) -> str:
    if is_disk_full(error):
        return f"Nothing more can be saved: make room on the database's disk ({error})."
    return f"The database does not answer; DATABASE_URL names it ({str(error).strip()})."
