from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def wanted(request: HttpRequest) -> str:
    """Where "next" says to go on, if that is on this site."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    local = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if local else ""
