"""The page of one's own account, and the choice of a theme."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.extension import account_extension
from accounts.forms import PreferencesForm
from accounts.models import User
from accounts.models.user import Theme
from taluva_site.http.redirects import login_required, next_page

A_YEAR = timedelta(days=365)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def account_page(request: HttpRequest) -> HttpResponse:
    """Return what somebody can change about themselves, and the ways to the rest."""
    assert request.user.is_authenticated
    # A row of its own: what a refused form wrote into it must not show in the header.
    person = User.objects.get(pk=request.user.pk)
    form = PreferencesForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid() and form.save_named():
        person = form.instance
        account_extension().preferences_changed(person, timezone.now())
        messages.success(request, _("Saved."))
        return with_theme(redirect("account"), person.theme)
    status = 422 if form.errors else 200
    return render(request, "accounts/account.html", {"form": form}, status=status)


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Set light, dark, or the system's theme: kept with the person, and in a cookie for who is not logged in."""
    theme = request.POST.get("theme", "")
    theme = theme if theme in Theme.values else ""
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(theme=theme)
    return with_theme(redirect(next_page(request) or "landing"), theme)


def with_theme(response: HttpResponse, theme: str) -> HttpResponse:
    """Return the cookie that pages without a person, such as an error, go by."""
    name = settings.THEME_COOKIE_NAME
    if theme:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(name, theme, max_age=A_YEAR, secure=secure, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(name, samesite="Lax")
    return response
