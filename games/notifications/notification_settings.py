"""How and when people want to be notified, read for many at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import NoticePreference, NoticeSettings, User, Webhook
from accounts.models.notice_settings import MailTiming, new_token
from games.matches import notices, refusals
from games.matches.clocks.calendar import next_hour
from games.models.notice import Event

LATER_MINUTES = 5
DIGEST = "digest"
DEFAULTS: Mapping[str, tuple[MailTiming, int]] = {
    Event.YOUR_TURN: (MailTiming.LATER, LATER_MINUTES),
    Event.PREPARED: (MailTiming.LATER, LATER_MINUTES),
    Event.MESSAGE: (MailTiming.LATER, 15),
}
# What the bell alone tells.
ON_SITE_ONLY = {Event.CHANNEL, Event.SETTLED}
FOR_MODERATORS = [Event.REPORT]
EVENTS = [event for event in Event if event not in {*ON_SITE_ONLY, *FOR_MODERATORS}]


@dataclass(frozen=True)
class Preferences:
    """The preferences of one person."""

    user: User
    settings: NoticeSettings
    by_event: Mapping[str, tuple[MailTiming, int]] = field(default_factory=dict)
    webhooks: tuple[Webhook, ...] = ()

    @property
    def address(self) -> str:
        """Return where mails go: an address that the person has proved; empty if there is none, or it is paused."""
        user = self.user
        paused = self.settings.paused_address == user.email
        return user.email if user.is_person and user.is_active and not paused else ""

    def when(self, event: str) -> tuple[MailTiming, int]:
        return self.by_event.get(event) or DEFAULTS.get(event, (MailTiming.AT_ONCE, 0))

    def wants(self, event: str) -> bool:
        """Return whether mails about it are wanted at all."""
        return event not in ON_SITE_ONLY and self.when(event)[0] != MailTiming.NEVER

    def mail_due(self, event: str, created: datetime) -> datetime | None:
        """Return when a mail about it is due at the earliest; None if never."""
        when, minutes = self.when(event)
        if not self.wants(event) or not self.address:
            return None
        if when == MailTiming.DIGEST:
            return self.next_digest(created)
        return created + timedelta(minutes=minutes if when == MailTiming.LATER else 0)

    def next_digest(self, after: datetime) -> datetime:
        """Return when the next daily mail is due."""
        return next_hour(self.user.time_zone, after, self.settings.digest_hour)

    def opens(self, moment: datetime) -> datetime:
        """Return the first moment from this one on that lies in the person's mail hours."""
        first, last = self.settings.mail_from, self.settings.mail_until
        if first is None or last is None or first == last:
            return moment
        zone = self.user.time_zone
        while not is_between(first, last, moment.astimezone(ZoneInfo(zone)).hour):
            moment = next_hour(zone, moment, first)  # twice, where a clock that is set forward leaves the hours out
        return moment


def is_between(first: int, last: int, hour: int) -> bool:
    return first <= hour < last if first < last else hour >= first or hour < last


def preferences_of_people(people: Iterable[int]) -> dict[int, Preferences]:
    """Read the preferences of each; four queries, however many they are."""
    ids = list(people)
    users = User.objects.filter(pk__in=ids).select_related("notice_settings")
    by_event: dict[int, dict[str, tuple[MailTiming, int]]] = {}
    for row in NoticePreference.objects.filter(user__in=ids):
        by_event.setdefault(row.user_id, {})[row.event] = (MailTiming(row.when), row.minutes)
    webhooks: dict[int, list[Webhook]] = {}
    for hook in Webhook.objects.filter(user__in=ids, user__is_active=True, off_at=None):
        webhooks.setdefault(hook.user_id, []).append(hook)
    return {
        user.pk: Preferences(user, settings_of(user), by_event.get(user.pk, {}), tuple(webhooks.get(user.pk, ())))
        for user in users
    }


def preferences_of(user: User) -> Preferences:
    return preferences_of_people([user.pk])[user.pk]


def settings_of(user: User) -> NoticeSettings:
    """Return the person's row, or the defaults."""
    try:
        return user.notice_settings
    except NoticeSettings.DoesNotExist:
        return NoticeSettings(user=user)


@transaction.atomic
def save_preferences(
    *, user: User, by_event: Mapping[str, tuple[MailTiming, int]], now: datetime, **values: object
) -> None:
    """Save when mails are wanted, kind by kind, and the other settings.

    It counts as a visit, too: mails of before do not count against the next one, and what was held back goes on.
    """
    NoticeSettings.objects.update_or_create(user=user, defaults=values)
    notices.record_visit(user.pk, now=now)
    for event, (when, minutes) in by_event.items():
        NoticePreference.objects.update_or_create(user=user, event=event, defaults={"when": when, "minutes": minutes})


@transaction.atomic
def stop_mails(*, user: User, category: str) -> None:
    """Send no more mails of this category, and of that alone."""
    if category != DIGEST:
        NoticePreference.objects.update_or_create(user=user, event=category, defaults={"when": MailTiming.NEVER})
        return
    NoticePreference.objects.filter(user=user, when=MailTiming.DIGEST).update(when=MailTiming.NEVER)


def feed_token_of(user: User) -> str | None:
    """Return the secret of the person's feeds; None while they have none."""
    return settings_of(user).feed_token


def renew_feeds(user: User) -> str:
    """Give the person's feeds new addresses; the old ones end now."""
    if user.is_guest:
        raise refusals.Forbidden(_("Guests can't have feeds. Create an account first."))
    token = new_token()
    NoticeSettings.objects.update_or_create(user=user, defaults={"feed_token": token})
    return token
