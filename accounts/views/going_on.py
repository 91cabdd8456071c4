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


def wanted(request: HttpRequest) -> str:
    """Where "next" says to go on, if that is on this site."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    return address if is_ours(request, address) else ""


def is_ours(request: HttpRequest, address: str) -> bool:
    return url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())


def login_required(view: View) -> View:
    """As Django's, but who sent a form comes back to the page that held it: where forms are sent there is no page."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect_to_login(looked_at(request))

    return cast(View, wrapper)


def looked_at(request: HttpRequest) -> str:
    """The page that was asked for, or that held the form."""
    if request.method != "POST":
        return request.get_full_path()
    page = request.headers.get("Referer", "")
    here = urlsplit(page)._replace(scheme="", netloc="").geturl()
    return here if is_ours(request, page) and is_ours(request, here) else "/"  # a path may begin as another host does
