"""Browsers that have been logged in, known by a signed cookie.

Wrong passwords lock a name for some minutes, whoever typed them. In a browser that is known for that person they are
counted apart: strangers lock nobody out of it, and whoever sits at it can't guess without limit either.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import TypedDict

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import User

SALT = "accounts.devices"
KEPT_FOR = timedelta(days=365)
MOST_PEOPLE = 5


class Device(TypedDict):
    id: str
    people: dict[str, str]  # a user's id, and the mark of their password


def device_of(request: HttpRequest) -> Device:
    """Return what the cookie says; a new device when it says nothing, or was altered."""
    try:
        device: Device = signing.loads(
            request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=KEPT_FOR
        )
    except signing.BadSignature:
        return {"id": secrets.token_urlsafe(12), "people": {}}
    return device


def limit_key(request: HttpRequest, users: Iterable[User]) -> str:
    """Return what counts the wrong passwords for one of these people in this browser; "" if it is not known for any."""
    device = device_of(request)
    return next((f"{device['id']}:{user.pk}" for user in users if is_known(device, user)), "")


def is_known(device: Device, user: User) -> bool:
    return device["people"].get(str(user.pk)) == mark_of(user)


def mark_of(user: User) -> str:
    """Return a mark that changes with the password, so that a new one makes all browsers unknown."""
    return user.get_session_auth_hash()[:24]


def remember_device(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Note in the cookie that the person is logged in here, unless it says so already."""
    device = device_of(request)
    if is_known(device, user):
        return
    others = [(pk, mark) for pk, mark in device["people"].items() if pk != str(user.pk)]
    people = dict([*others[1 - MOST_PEOPLE :], (str(user.pk), mark_of(user))])
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps({"id": device["id"], "people": people}, salt=SALT),
        max_age=KEPT_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
