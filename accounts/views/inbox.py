"""What the embedded club has sent. A hosted club has no such pages (taluva_site/urls.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from accounts.mail import inbox_access
from accounts.models import Mail

# A mail has its styles inside, and may do nothing but be looked at.
MAIL_POLICY = {
    "default-src": [NONE],
    "style-src": [UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "frame-ancestors": [SELF],
    "sandbox": True,
}


View = Callable[..., HttpResponseBase]


def for_readers(view: View) -> View:
    """Call the view with the mails that the sender of the request may read; answer 403 where there are none."""

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
        mails = inbox_access.mails_for(request)
        if mails is None:
            return render(request, "accounts/inbox_closed.html", status=403)
        return view(request, mails, **kwargs)

    return wrapper


@never_cache
@require_safe
def inbox_page(request: HttpRequest) -> HttpResponseBase:
    if inbox_access.is_key(request.GET.get("key", "")):
        return with_cookie(request)
    return mail_list(request)


def with_cookie(request: HttpRequest) -> HttpResponse:
    """Return the same page without the key in its address: there it would be seen by whoever looks on."""
    response = redirect("inbox")
    value = inbox_access.cookie_value()
    response.set_cookie(
        inbox_access.COOKIE, value, path=reverse("inbox"), httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


@for_readers
def mail_list(request: HttpRequest, mails: QuerySet[Mail]) -> HttpResponse:
    page = Paginator(mails.defer("html", "headers"), 50).get_page(request.GET.get("page"))
    shows_all = inbox_access.reads_all(request)
    return render(request, "accounts/inbox.html", {"page": page, "shows_all": shows_all})


@never_cache
@require_safe
@for_readers
def inbox_mail(request: HttpRequest, mails: QuerySet[Mail], pk: int) -> HttpResponse:
    return render(request, "accounts/inbox_mail.html", {"mail": get_object_or_404(mails, pk=pk)})


@never_cache
@require_safe
@for_readers
@xframe_options_sameorigin
@csp_replace(MAIL_POLICY)  # type: ignore[arg-type] # typed for views without arguments
def inbox_html(request: HttpRequest, mails: QuerySet[Mail], pk: int) -> HttpResponse:
    return HttpResponse(get_object_or_404(mails, pk=pk).html)
