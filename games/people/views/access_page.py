"""What works without my password: listed in one place, to be looked through after a reset, and ended at once."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.services import access, logouts
from accounts.views.decorators import proof_required
from games.matches.views.answers import MemberRequest, flash_message, see_other
from games.notifications import notification_settings
from taluva_site.http.redirects import login_required


@never_cache
@login_required
@proof_required
@require_safe
def access_list(request: MemberRequest) -> HttpResponse:
    """Show my tokens, feeds, browsers, webhooks and passkeys."""
    user = request.user
    context = {
        "tokens": list(user.api_tokens.filter(revoked_at=None)),
        "hooks": list(user.webhooks.all()),
        "has_feeds": notification_settings.feed_token_of(user) is not None,
        "passkeys": list(Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk")),
    }
    return render(request, "accounts/access.html", context)


@require_POST
@login_required
@proof_required
def access_end(request: MemberRequest) -> HttpResponse:
    """End tokens, feeds, browsers, webhooks and other sessions. Passkeys stay: they may be the only second step."""
    access.end_all(user=request.user, now=timezone.now())
    logouts.end_sessions(request.user, but=request.session.session_key)
    flash_message(
        request, _("All tokens, feeds, browsers and webhooks are revoked, and you are logged out everywhere else.")
    )
    return see_other("access")
