from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from accounts.models import Mail
from accounts.services import guests


@login_required
def account(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/account.html")


@require_POST
def guest_start(request: HttpRequest) -> HttpResponse:
    """A guest, and then the tables of bots."""
    if not request.user.is_authenticated:
        login(request, guests.new_guest(), backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect("dashboard")


def inbox(request: HttpRequest) -> HttpResponse:
    """What the embedded club has sent; a hosted one has no such page."""
    return render(request, "accounts/inbox.html", {"mails": Mail.objects.all()[:200]})


def inbox_mail(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "accounts/inbox_mail.html", {"mail": get_object_or_404(Mail, pk=pk)})
