"""A person's webhooks and browsers, and their feeds: deadlines and turns at secret addresses that can be renewed."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import NoticeSettings, User, Webhook
from accounts.models.notice_settings import WebhookKind
from accounts.templatetags.browsers import browser
from accounts.views.decorators import proof_required
from games.matches.views.answers import MemberRequest, flash_message, see_other
from games.notifications import feeds, notification_settings
from games.notifications.channels.direct import DeliveryError
from games.notifications.channels.webhooks import calls, push
from games.notifications.forms import BrowserForm, WebhookForm
from games.notifications.sentences import absolute_url
from games.registry import Refusal
from taluva_site.http.redirects import login_required
from taluva_site.security import limits

TESTS = limits.Limit("webhook-test", 10, 600)


@require_safe
def deadlines_page(request: HttpRequest, token: str) -> HttpResponse:
    owner = feed_owner(token)
    return HttpResponse(
        feeds.deadlines_calendar(owner, now=timezone.now()), content_type="text/calendar; charset=utf-8"
    )


@require_safe
def turns_page(request: HttpRequest, token: str) -> HttpResponse:
    owner = feed_owner(token)
    text = feeds.turns_feed(owner, request.path)
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8")


def feed_owner(token: str) -> User:
    """Return whose feeds have this secret; a suspended account has none."""
    found = NoticeSettings.objects.select_related("user").filter(user__is_active=True)
    return get_object_or_404(found, feed_token=token).user


@login_required
@proof_required
@reauthentication_required(allow_get=True)
def channels_page(request: MemberRequest) -> HttpResponse:
    """Show feeds, browsers and webhooks; add a webhook."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.instance.user = request.user
        try:
            calls.add_webhook(form.instance)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        else:
            flash_message(request, _("Webhook added. Send a test to see whether it works."))
            return see_other("channels")
    return render_channels(request, form, BrowserForm())


@require_POST
@login_required
@proof_required
@reauthentication_required(allow_get=True)
def browser_add(request: MemberRequest) -> HttpResponse:
    """Let this browser show messages, also while no page of the club is open."""
    if not settings.WEB_PUSH:
        raise Http404
    form = BrowserForm(request.POST)
    if form.is_valid():
        data, label = form.cleaned_data, request.headers.get("User-Agent", "")
        secret = f"{data['public']}.{data['auth']}"
        try:
            calls.add_browser(
                user=request.user, url=data["url"], secret=secret, events=data["events"], label=browser(label)
            )
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        else:
            flash_message(request, _("Notifications enabled in this browser. Send a test to see whether it works."))
            return see_other("channels")
    return render_channels(request, WebhookForm(), form)


def render_channels(request: MemberRequest, form: WebhookForm, browser_form: BrowserForm) -> HttpResponse:
    token = notification_settings.feed_token_of(request.user)
    hooks = list(request.user.webhooks.all())
    context = {
        "form": form,
        "browser_form": browser_form,
        "push_key": push.public_key() if settings.WEB_PUSH else "",
        "browsers": [hook for hook in hooks if hook.kind == WebhookKind.PUSH],
        "webhooks": [hook for hook in hooks if hook.kind != WebhookKind.PUSH],
        "ics_url": token and absolute_url(feeds.ics_path(token)),
        "atom_url": token and absolute_url(feeds.atom_path(token)),
    }
    status = 422 if form.errors or browser_form.errors else 200
    return render(request, "accounts/notices_channels.html", context, status=status)


@require_POST
@login_required
@proof_required
@reauthentication_required(allow_get=True)
def feeds_renew(request: MemberRequest) -> HttpResponse:
    had_feeds = notification_settings.feed_token_of(request.user) is not None
    notification_settings.renew_feeds(request.user)
    made, renewed = _("Your feeds are ready."), _("The feeds have new addresses; the old ones no longer work.")
    flash_message(request, renewed if had_feeds else made)
    return see_other("channels")


@require_POST
@login_required
def webhook_test(request: MemberRequest, pk: int) -> HttpResponse:
    """Call the webhook now; the answer says whether it arrived."""
    hook = get_object_or_404(Webhook, pk=pk, user=request.user)
    if limits.spend(TESTS, request.user.pk).exceeded:
        flash_message(request, _("Too many attempts. Try again in a few minutes."))
        return see_other("channels")
    try:
        calls.WebhookChannel().send(hook, calls.build_test_message(hook))
    except DeliveryError as error:
        if calls.is_gone(hook, error):
            calls.delete_webhook(hook)
        flash_message(request, _("Not delivered: %(why)s") % {"why": error})
    else:
        Webhook.objects.filter(pk=pk).update(off_at=None, failing_since=None, failure="")
        flash_message(request, _("Delivered."))
    return see_other("channels")


@require_POST
@login_required
def webhook_delete(request: MemberRequest, pk: int) -> HttpResponse:
    Webhook.objects.filter(pk=pk, user=request.user).delete()
    flash_message(request, _("Webhook deleted."))
    return see_other("channels")
