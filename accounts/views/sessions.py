from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from taluva_site.http.redirects import login_required


@login_required
@require_POST
def session_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Log out one of one's other browsers."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.is_current():
        return redirect("account_logout")
    session.end()
    messages.success(request, _("Session logged out."))
    return redirect("usersessions_list")
