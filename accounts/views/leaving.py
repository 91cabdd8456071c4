"""Taking one's data away, and leaving the club."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services import account_deletion, exports
from taluva_site.http.redirects import login_required


@never_cache
@login_required
@reauthentication_required
@require_safe
def export_page(request: HttpRequest) -> HttpResponse:
    """Return a file with everything that the club knows of the person."""
    assert request.user.is_authenticated
    name = f"{request.user.username} {timezone.localdate():%Y-%m-%d}.json"
    response = JsonResponse(exports.export_of(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


@never_cache
@login_required
@reauthentication_required
@require_http_methods(["GET", "POST"])
def leave_page(request: HttpRequest) -> HttpResponse:
    """Ask once more, and then erase the person."""
    assert request.user.is_authenticated
    if request.method == "POST" and request.POST.get("sure") == "yes":
        person = request.user
        logout(request)
        account_deletion.delete_account(user=person, now=timezone.now())
        messages.success(request, _("Your account was deleted. Thank you for playing."))
        return redirect("landing")
    unsure = request.method == "POST"
    return render(request, "accounts/leave.html", {"unsure": unsure}, status=422 if unsure else 200)
