"""What visitors read, and the host finds in the log, when a service that the club needs is down."""

from __future__ import annotations

from django.utils.translation import gettext as _


def is_disk_full(error: Exception) -> bool:
    text = str(error)
    return "disk is full" in text or "disk I/O error" in text or "No space left" in text


def visitor_sentence(error: Exception) -> str:
    if is_disk_full(error):
        return _(
            "The club's disk is full. What you just sent was not saved, nothing else was lost; try "
            "again when the host has made room."
        )
    return _("The club's database is not responding. Nothing was lost; try again in a minute.")


def host_sentence(error: Exception) -> str:
    if is_disk_full(error):
        return f"Nothing more can be saved: make room on the database's disk ({error})."
    return f"The database does not answer; DATABASE_URL names it ({str(error).strip()})."
