"""What the embedded club has sent, for whoever runs it. A hosted club has no such pages (taluva_site/urls.py)."""

from __future__ import annotations

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin

from accounts.models import Mail

# A mail has its styles inside, and may do nothing but be looked at.
MAIL_POLICY = {
    "default-src": [NONE],
    "style-src": [UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "frame-ancestors": [SELF],
    "sandbox": True,
}


@never_cache
def inbox(request: HttpRequest) -> HttpResponse:
    page = Paginator(Mail.objects.defer("html", "headers"), 50).get_page(request.GET.get("page"))
    return render(request, "accounts/inbox.html", {"page": page})


@never_cache
def inbox_mail(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "accounts/inbox_mail.html", {"mail": get_object_or_404(Mail, pk=pk)})


@never_cache
@xframe_options_sameorigin
@csp_replace(MAIL_POLICY)  # type: ignore[arg-type] # typed for views without arguments
def inbox_html(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse(get_object_or_404(Mail, pk=pk).html)
