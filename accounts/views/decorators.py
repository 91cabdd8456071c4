"""Views for who has proved their address."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from accounts.models import User

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def proof_required(view: View) -> View:
    """Refuse guests, behind `login_required`: nothing acts for an account before its address is proved."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        is_guest = isinstance(request.user, User) and request.user.is_guest
        return prove_first(request) if is_guest else view(request, *args, **kwargs)

    return cast(View, wrapper)


def prove_first(request: HttpRequest) -> HttpResponse:
    """Say what a guest has to do first."""
    return render(request, "accounts/prove_first.html", status=403)
