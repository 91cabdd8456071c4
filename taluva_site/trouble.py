"""What a visitor is told, and the host finds in the log, when what the club stands on gives way."""

from __future__ import annotations

import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from taluva_site import views

log = logging.getLogger("taluva.trouble")


def server_error(request: HttpRequest) -> HttpResponse:
    """A sentence for what the host can mend; else the page of a defect."""
    error = sys.exc_info()[1]
    if not isinstance(error, OperationalError | InterfaceError):
        return views.server_error(request)
    log.error("%s", for_host(error))
    # Without the request: neither its session nor its person can be read now.
    response = render(None, "503.html", {"why": for_visitor(error)}, status=503)
    response["Retry-After"] = "30"
    return response


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
