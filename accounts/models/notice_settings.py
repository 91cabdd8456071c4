"""How and when somebody wants to be notified."""

from __future__ import annotations

import base64
import secrets
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

HOUR = [MaxValueValidator(23)]


def new_token() -> str:
    """Return a secret for addresses that work without logging in."""
    return secrets.token_urlsafe(24)


class NoticeSettings(models.Model):
    """What holds for all of a person's notices; whoever has no row has the defaults."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_settings")
    mail_from = models.PositiveSmallIntegerField(_("mail from"), null=True, blank=True, validators=HOUR)
    mail_until = models.PositiveSmallIntegerField(_("mail until"), null=True, blank=True, validators=HOUR)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily mail"), default=8, validators=HOUR)
    until_visit = models.BooleanField(_("one mail until I visit"), default=False)
    looked_at = models.DateTimeField(null=True, blank=True, editable=False)
    # None while they have no feeds; an empty text could stand there only once.
    feed_token = models.CharField(max_length=43, unique=True, null=True, editable=False)  # noqa: DJ001
    paused_address = models.EmailField(blank=True, editable=False)
    paused_why = models.CharField(max_length=300, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(mail_from__isnull=True, mail_until__isnull=True)
                | Q(mail_from__isnull=False, mail_until__isnull=False),
                name="mail_hours_both_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"settings of {self.user_id}"


class MailTiming(models.TextChoices):
    AT_ONCE = "at-once", _("at once")
    LATER = "later", _("later, unless I have seen it by then")
    DIGEST = "digest", _("in the daily email")
    NEVER = "never", _("never")


class NoticePreference(models.Model):
    """When somebody wants a mail about one kind of event; `minutes` is for LATER."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_preferences")
    event = models.CharField(max_length=12)
    when = models.CharField(max_length=7, choices=MailTiming)
    minutes = models.PositiveSmallIntegerField(default=5, validators=[MaxValueValidator(1440)])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "event"], name="one_preference_an_event"),
            models.CheckConstraint(condition=Q(when__in=MailTiming.values), name="preference_when_known"),
            models.CheckConstraint(condition=Q(minutes__lte=1440), name="preference_within_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.when}"


class CalendarEntry(models.Model):
    """When the person's clocks stand still, as they wrote it at a time. Appended, never changed.

    `vacations` lists [first day, last day, taken by itself] as ISO dates.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_entries")
    written_at = models.DateTimeField(default=timezone.now)
    zone = models.CharField(max_length=64)
    hour = models.PositiveSmallIntegerField(default=0)
    hours = models.PositiveSmallIntegerField(default=0)
    weekdays = models.JSONField(default=list, blank=True)
    vacations = models.JSONField(default=list, blank=True)
    starts_vacation = models.BooleanField(default=False)

    class Meta:
        ordering = ["user_id", "written_at", "pk"]
        indexes = [models.Index(fields=["user", "written_at"], name="calendar_by_person")]
        constraints = [models.CheckConstraint(condition=Q(hour__lte=23, hours__lte=10), name="calendar_hours")]

    def __str__(self) -> str:
        return f"calendar of {self.user_id} from {self.written_at}"


class WebhookKind(models.TextChoices):
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    NTFY = "ntfy", "ntfy"
    JSON = "json", _("JSON, signed")
    PUSH = "push", _("a browser")


class Webhook(models.Model):
    """Where else to send notices: an address that gets a POST for each notice of the selected kinds.

    Of a browser it is the address of its maker's push server; the secret holds the browser's keys, `label` its name.
    """

    MOST: ClassVar[int] = 5
    CHANNEL: ClassVar[str] = "webhook-"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    kind = models.CharField(_("kind"), max_length=7, choices=WebhookKind)
    url = models.URLField(_("address"), max_length=1000)
    label = models.CharField(max_length=300, blank=True, editable=False)
    events = models.JSONField(default=list)
    secret = models.CharField(max_length=120, default=new_token, editable=False)
    made_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)
    failure = models.CharField(max_length=200, blank=True, editable=False)
    off_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["user_id", "pk"]
        constraints = [models.CheckConstraint(condition=Q(kind__in=WebhookKind.values), name="webhook_kind_known")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"

    @classmethod
    def of_channel(cls, channel: str) -> Webhook | None:
        """Return the webhook of this channel unless it was deleted or switched off, or its owner is suspended."""
        found = cls.objects.filter(pk=int(channel.removeprefix(cls.CHANNEL)), off_at=None, user__is_active=True)
        return found.first()

    @property
    def channel(self) -> str:
        """What deliveries by it are marked with."""
        return f"{self.CHANNEL}{self.pk}"

    @property
    def signing_secret(self) -> str:
        """The secret in the form that libraries of Standard Webhooks take."""
        return f"whsec_{base64.b64encode(self.secret.encode()).decode()}"

    @property
    def is_on(self) -> bool:
        return self.off_at is None
