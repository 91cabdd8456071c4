"""A calendar of my deadlines and a feed of my turns, at addresses that are secret and can be renewed."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import NoticeSettings, Webhook
from accounts.models.notices import WebhookKind
from accounts.notifications import push
from accounts.notifications.wire import NotDelivered
from accounts.templatetags.browsers import browser
from accounts.views.going_on import login_required
from games.notice_forms import BrowserForm, WebhookForm
from games.rules import Refusal
from games.services import feeds, limits, mails, webhooks, wishes
from games.views.answers import MemberRequest, say, see_other

TESTS = limits.Limit("webhook-test", 10, 600)


@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    owner = get_object_or_404(NoticeSettings.objects.select_related("user"), feed_token=token).user
    return HttpResponse(feeds.ics(owner, now=timezone.now()), content_type="text/calendar; charset=utf-8")


@require_safe
def turns(request: HttpRequest, token: str) -> HttpResponse:
    owner = get_object_or_404(NoticeSettings.objects.select_related("user"), feed_token=token).user
    text = feeds.atom(owner, request.path)
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8")


@login_required
def channels(request: MemberRequest) -> HttpResponse:
    """Where else I am told: feeds, browsers and webhooks."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not webhooks.has_room(request.user, for_browser=False):
            form.add_error(None, _("Five webhooks at most. Delete one first."))
        else:
            form.instance.user = request.user
            form.save()
            say(request, _("The webhook is added. Send a test to see whether it works."))
            return see_other("channels")
    return shown(request, form, BrowserForm())


@require_POST
@login_required
def browser_add(request: MemberRequest) -> HttpResponse:
    """This browser shows messages, also while no page of the club is open."""
    if not settings.WEB_PUSH:
        raise Http404
    form = BrowserForm(request.POST)
    if form.is_valid():
        data, label = form.cleaned_data, request.headers.get("User-Agent", "")
        secret = f"{data['public']}.{data['auth']}"
        try:
            webhooks.add_browser(
                user=request.user, url=data["url"], secret=secret, events=data["events"], label=browser(label)
            )
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        else:
            say(request, _("This browser tells you from now on. Send a test to see whether it works."))
            return see_other("channels")
    return shown(request, WebhookForm(), form)


def shown(request: MemberRequest, form: WebhookForm, browser_form: BrowserForm) -> HttpResponse:
    token = wishes.ensure_settings(request.user).feed_token
    hooks = list(request.user.webhooks.all())
    context = {
        "form": form,
        "browser_form": browser_form,
        "push_key": push.public_key() if settings.WEB_PUSH else "",
        "browsers": [hook for hook in hooks if hook.kind == WebhookKind.PUSH],
        "webhooks": [hook for hook in hooks if hook.kind != WebhookKind.PUSH],
        "ics_url": mails.absolute(feeds.ics_path(token)),
        "atom_url": mails.absolute(feeds.atom_path(token)),
    }
    status = 422 if form.errors or browser_form.errors else 200
    return render(request, "accounts/notices_channels.html", context, status=status)


@require_POST
@login_required
def feeds_renew(request: MemberRequest) -> HttpResponse:
    wishes.renew_feeds(request.user)
    say(request, _("The feeds have new addresses; the old ones no longer work."))
    return see_other("channels")


@require_POST
@login_required
def webhook_test(request: MemberRequest, pk: int) -> HttpResponse:
    """One call now; the answer says whether it arrived."""
    hook = get_object_or_404(Webhook, pk=pk, user=request.user)
    if limits.spend(TESTS, request.user.pk).exceeded:
        say(request, _("That was a lot in a short time. Try again in some minutes."))
        return see_other("channels")
    try:
        webhooks.send(hook, webhooks.test_message(hook))
    except NotDelivered as error:
        if webhooks.has_gone(hook, error):
            webhooks.forget(hook)
        say(request, _("It did not arrive: %(why)s") % {"why": error})
    else:
        Webhook.objects.filter(pk=pk).update(off_at=None, failing_since=None, failure="")
        say(request, _("It arrived."))
    return see_other("channels")


@require_POST
@login_required
def webhook_delete(request: MemberRequest, pk: int) -> HttpResponse:
    Webhook.objects.filter(pk=pk, user=request.user).delete()
    say(request, _("The webhook is deleted: nothing more goes there."))
    return see_other("channels")
