"""Who may read the inbox of the embedded club: whoever sits at its machine or has its key, and each their own mails."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Mail, User

COOKIE = "inbox"
# A request that came through a proxy has one of these: then the address of its sender says nothing.
PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


def mails_for(request: HttpRequest) -> QuerySet[Mail] | None:
    """Return the mails that the sender of this request may read; None for somebody whom nothing is known of.

    A mail that was not rendered yet, or is about somebody who left, has no text and is none to read.
    """
    written = Mail.objects.exclude(text="")
    if reads_all(request):
        return written
    if isinstance(request.user, User):
        proved = EmailAddress.objects.filter(user=request.user, verified=True).values("email")
        return written.filter(user=request.user, to__in=proved)
    return None


def reads_all(request: HttpRequest) -> bool:
    return is_from_this_machine(request) or has_cookie(request)


def is_from_this_machine(request: HttpRequest) -> bool:
    """Return True if a program of this machine sent it, to a name of this machine.

    The name matters: a page of a stranger whose name leads to 127.0.0.1 could read the answer (DNS rebinding).
    """
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT or any(name in request.headers for name in PROXY_HEADERS):
        return False
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and (host == "localhost" or is_loopback(host))


def is_loopback(address: str) -> bool:
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (getattr(number, "ipv4_mapped", None) or number).is_loopback


def is_key(text: str) -> bool:
    """Return whether it is the key that `manage.py up` printed; without one no text is."""
    return bool(settings.INBOX_KEY) and constant_time_compare(text, settings.INBOX_KEY)


def cookie_value() -> str:
    """Return what a browser keeps in place of the key; nobody can work it out without `SECRET_KEY`."""
    return salted_hmac("accounts.inbox", settings.INBOX_KEY, algorithm="sha256").hexdigest()


def has_cookie(request: HttpRequest) -> bool:
    return bool(settings.INBOX_KEY) and constant_time_compare(request.COOKIES.get(COOKIE, ""), cookie_value())
