"""Forms about notices: when to send a mail, and what to send to a webhook or a browser."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Webhook
from accounts.models.notice_settings import MailTiming, WebhookKind
from games.matches.clocks.calendar_forms import HOURS
from games.matches.queries import may_moderate
from games.models.notice import Event
from games.notifications.channels.webhooks import push, wire
from games.notifications.notification_settings import EVENTS, FOR_MODERATORS, Preferences
from taluva_site.utils.characters import NoControls

LATER = {
    5: _("after 5 minutes, unless seen"),
    15: _("after 15 minutes, unless seen"),
    30: _("after 30 minutes, unless seen"),
    60: _("after 1 hour, unless seen"),
    180: _("after 3 hours, unless seen"),
}
WHENS = {
    "at-once": (MailTiming.AT_ONCE, 0, MailTiming.AT_ONCE.label),
    **{f"later-{minutes}": (MailTiming.LATER, minutes, label) for minutes, label in LATER.items()},
    "digest": (MailTiming.DIGEST, 0, MailTiming.DIGEST.label),
    "never": (MailTiming.NEVER, 0, MailTiming.NEVER.label),
}
LABELS = {
    Event.YOUR_TURN: _("It is my turn"),
    Event.STARTED: _("One of my games has started"),
    Event.JOINED: _("Someone joins or leaves my table, or declines"),
    Event.ENDED: _("One of my games has ended"),
    Event.DEADLINE: _("My time is running low (half, a fifth, two hours left)"),
    Event.TIMED_OUT: _("I ran out of time"),
    Event.PREPARED: _("A prepared turn of mine was played, or could not be played"),
    Event.INVITATION: _("I am invited to a game"),
    Event.MESSAGE: _("Someone writes at my table while I am away, or offers to cancel the game"),
    Event.REMATCH: _("Someone offers a rematch"),
    Event.REPORT: _("A message is reported to the moderators"),
}
GROUPS = [
    (_("During a game"), [Event.YOUR_TURN, Event.DEADLINE, Event.TIMED_OUT, Event.PREPARED, Event.MESSAGE]),
    (_("Invitations and results"), [Event.STARTED, Event.ENDED, Event.REMATCH]),
    (_("Tables"), [Event.INVITATION, Event.JOINED]),
]
MODERATORS_GROUP = (_("As a moderator"), FOR_MODERATORS)


class WhenForm(forms.Form):
    """When a mail is wanted, kind by kind, and what holds for all mails."""

    mail_from = forms.TypedChoiceField(
        label=_("Send emails from"), choices=[("", _("any time")), *HOURS], coerce=int, required=False, empty_value=None
    )
    mail_until = forms.TypedChoiceField(
        label=_("until"), choices=[("", _("any time")), *HOURS], coerce=int, required=False, empty_value=None
    )
    digest_hour = forms.TypedChoiceField(label=_("Daily email at"), choices=HOURS, coerce=int)
    until_visit = forms.BooleanField(label=_("One email of each kind, then none until I have visited"), required=False)

    def __init__(self, *args: Any, preferences: Preferences, **kwargs: Any) -> None:
        settings = preferences.settings
        initial = {name: getattr(settings, name) for name in ("mail_from", "mail_until", "digest_hour", "until_visit")}
        super().__init__(*args, **{"initial": initial, **kwargs})
        self.shown_groups = [*GROUPS, MODERATORS_GROUP] if may_moderate(preferences.user) else GROUPS
        for event in self.events():
            self.fields[event.value] = forms.ChoiceField(
                label=LABELS[event],
                choices=[(key, label) for key, (_when, _minutes, label) in WHENS.items()],
                initial=nearest_choice(*preferences.when(event)),
            )

    def events(self) -> list[Event]:
        return [event for _title, events in self.shown_groups for event in events]

    def groups(self) -> list[tuple[Any, bool, list[Any]]]:
        """Return each group with its title, whether it is open, and its fields."""
        return [
            (title, number == 0, [self[event.value] for event in events])
            for number, (title, events) in enumerate(self.shown_groups)
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("mail_from") is None) != (data.get("mail_until") is None):
            self.add_error("mail_until", _("Enter both a start and an end for email hours."))
        return data

    def preferences(self) -> dict[str, tuple[MailTiming, int]]:
        return {event: WHENS[self.cleaned_data[event.value]][:2] for event in self.events()}

    def settings(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("mail_from", "mail_until", "digest_hour", "until_visit")}


def nearest_choice(when: MailTiming, minutes: int) -> str:
    """Return the choice that says it, or of all delays the one that comes next to it."""
    fitting = [key for key, (each, _minutes, _label) in WHENS.items() if each == when]
    return min(fitting, key=lambda key: abs(WHENS[key][1] - minutes))


class TargetForm(forms.ModelForm):
    """The address of a webhook or a browser, and the events that it is called for."""

    events = forms.MultipleChoiceField(
        label=_("Send it when"),
        choices=[(event.value, LABELS[event]) for event in EVENTS],
        widget=forms.CheckboxSelectMultiple,
        initial=[Event.YOUR_TURN.value, Event.ENDED.value, Event.DEADLINE.value],
    )
    url = forms.URLField(label=_("Address"), max_length=1000, assume_scheme="https", validators=[NoControls()])

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = ("url", "events")

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            wire.check_url(url)
        except wire.RefusedAddressError as refusal:
            raise forms.ValidationError(str(refusal)) from None
        return url


class WebhookForm(TargetForm):
    """A new webhook."""

    kind = forms.ChoiceField(
        label=_("Kind"), choices=[choice for choice in WebhookKind.choices if choice[0] != WebhookKind.PUSH]
    )

    class Meta(TargetForm.Meta):
        fields = ("kind", *TargetForm.Meta.fields)


class BrowserForm(TargetForm):
    """A browser that shows messages; a script fills in the address and the keys that the browser was given."""

    url = forms.URLField(max_length=1000, assume_scheme="https", widget=forms.HiddenInput)
    public = forms.CharField(max_length=88, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=24, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "browser_%s", **kwargs})  # another form on the page has these names

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not push.is_usable(data.get("public", ""), data.get("auth", "")):
            raise forms.ValidationError(_("This browser provided no keys. Try again."))
        return data
