"""Views for who is logged in, and for who has proved their address."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from accounts.models import User
from taluva_site.http.redirects import previous_page

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def login_required(view: View) -> View:
    """As Django's, but who sent a form comes back to the page that held it: where forms are sent there is no page."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect_to_login(previous_page(request))

    return cast(View, wrapper)


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
