"""Where a request came from and where it goes on, after logging in too: addresses of this site alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def next_page(request: HttpRequest) -> str:
    """Return where "next" says to go on, if that is an address on this site."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    return address if is_own_address(request, address) else ""


def is_own_address(request: HttpRequest, address: str) -> bool:
    """Return True for a path from the root, or a whole address here.

    Django takes a bare word for the name of a view.
    """
    is_here = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return is_here and address.startswith(("/", "http://", "https://"))


def previous_page(request: HttpRequest) -> str:
    """Return the page that was asked for, or that held the form."""
    if request.method != "POST":
        return request.get_full_path()
    page = request.headers.get("Referer", "")
    if not is_own_address(request, page):
        return "/"
    here = urlsplit(page)._replace(scheme="", netloc="").geturl()
    return here if is_own_address(request, here) else "/"  # a path may begin as another host does


def login_required(view: View) -> View:
    """Wrap a view as Django's does, but lead back to the page that held a form: its own address shows none."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect_to_login(previous_page(request))

    return cast(View, wrapper)
