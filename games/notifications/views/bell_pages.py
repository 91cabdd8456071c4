"""The bell, and the settings of notifications."""

from __future__ import annotations

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.mail import bounces
from accounts.models import User
from accounts.models.user import Kind
from games.matches import notices, queries
from games.matches.views.answers import MemberRequest, flash_message, see_other
from games.models.notice import Event
from games.notifications import notification_settings, sentences
from games.notifications.channels.mail import mail_text
from games.notifications.forms import WhenForm
from games.notifications.notification_settings import DIGEST
from taluva_site.http.redirects import login_required


@login_required
def bell_page(request: MemberRequest) -> HttpResponse:
    """List the notices, the newest first."""
    found = notices.latest_notices(request.user)
    matches = queries.matches_by_id(notice.match_id for notice in found)
    for notice in found:
        notice.match = matches.get(notice.match_id or 0)
    lines = [(notice, sentences.bell_words(request.user, notice), sentences.bell_url(notice)) for notice in found]
    return render(
        request,
        "games/notices/bell.html",
        {"lines": lines, "settings": notification_settings.settings_of(request.user)},
    )


@login_required
def bell_count(request: MemberRequest) -> HttpResponse:
    """Answer with the number on the bell, which a page asks for after a nudge."""
    return render(request, "games/notices/_count.html", {"unread": notices.unread_count(request.user)})


@require_POST
@login_required
def read_all(request: MemberRequest) -> HttpResponse:
    notices.mark_all_read(user=request.user, now=timezone.now())
    return see_other("notices")


@login_required
def settings_page(request: MemberRequest) -> HttpResponse:
    """Show and save when and how the person is notified."""
    preferences = notification_settings.preferences_of(request.user)
    form = WhenForm(request.POST or None, preferences=preferences)
    if request.method == "POST" and form.is_valid():
        notification_settings.save_preferences(
            user=request.user, by_event=form.preferences(), now=timezone.now(), **form.settings()
        )
        flash_message(request, _("Saved."))
        return see_other("notices-settings")
    context = {"form": form, "preferences": preferences, "address": preferences.address}
    return render(request, "accounts/notices.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def resume_address(request: MemberRequest) -> HttpResponse:
    """Send mails to the person's address again."""
    bounces.resume_address(request.user)
    flash_message(request, _("Emails go to %(address)s again.") % {"address": request.user.email})
    return see_other("notices-settings")


@csrf_exempt
@never_cache
def stop_page(request: HttpRequest, token: str) -> HttpResponse:
    """Stop a kind of mail by one click in a mail, without cookies; a GET shows the button only (RFC 8058)."""
    user, category = read_token(token)
    if request.method == "POST":
        notification_settings.stop_mails(user=user, category=category)
    context = {
        "category": mail_text.category_words(category),
        "is_daily": category == DIGEST,
        "is_done": request.method == "POST",
        "token": token,
    }
    return render(request, "accounts/notices_stop.html", context)


def read_token(token: str) -> tuple[User, str]:
    try:
        user_id, category = mail_text.UNSUBSCRIBE.unsign(token).split(".", 1)
    except signing.BadSignature:
        raise Http404 from None
    if category != DIGEST and category not in Event.values:
        raise Http404
    return get_object_or_404(User.objects.exclude(kind=Kind.GONE), pk=int(user_id)), category
