from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def wanted(request: HttpRequest) -> str:
    """Return where "next" says to go on, if that is an address on this site."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    return address if is_ours(request, address) else ""


def is_ours(request: HttpRequest, address: str) -> bool:
    """True for a path from the root, or a whole address here: Django takes a bare word for the name of a view."""
    is_here = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return is_here and address.startswith(("/", "http://", "https://"))


def login_required(view: View) -> View:
    """As Django's, but who sent a form comes back to the page that held it: where forms are sent there is no page."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect_to_login(looked_at(request))

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


def looked_at(request: HttpRequest) -> str:
    """The page that was asked for, or that held the form."""
    if request.method != "POST":
        return request.get_full_path()
    page = request.headers.get("Referer", "")
    if not is_ours(request, page):
        return "/"
    here = urlsplit(page)._replace(scheme="", netloc="").geturl()
    return here if is_ours(request, here) else "/"  # a path may begin as another host does
