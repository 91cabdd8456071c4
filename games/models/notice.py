"""Events, the notices of them, and the deliveries of each notice."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Event(models.TextChoices):
    YOUR_TURN = "your-turn", _("it is your turn")
    STARTED = "started", _("a game started")
    JOINED = "joined", _("someone joined or declined")
    ENDED = "ended", _("a game ended")
    DEADLINE = "deadline", _("a deadline comes closer")
    TIMED_OUT = "timed-out", _("you ran out of time")
    PREPARED = "prepared", _("a prepared turn was played, or could not be")
    INVITATION = "invitation", _("you are invited")
    MESSAGE = "message", _("someone wrote to you")
    REMATCH = "rematch", _("a rematch is offered")
    CHANNEL = "channel", _("an address or a webhook was switched off")
    REPORT = "report", _("a message was reported")
    SETTLED = "settled", _("your report was dealt with")


# Of a message: what was written is no more than the wish to cancel the game.
ASKS_TO_CANCEL = "cancel"
# Of a deadline: no warning comes after this one.
LAST_WARNING = "last"
# The channel of a delivery; that of a webhook has its number.
MAIL = "mail"


class Notice(models.Model):
    """One event for one person. Written in the transaction of what happened.

    `step` tells apart what one turn may bring several times: the moment of a warning, a message, a joiner.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    event = models.CharField(max_length=12, choices=Event)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE, related_name="notices")
    turn = models.PositiveSmallIntegerField(default=0)
    step = models.BigIntegerField(default=0)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    detail = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    planned_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["created_at"], condition=Q(planned_at__isnull=True), name="notice_unplanned"),
            models.Index(fields=["user"], condition=Q(read_at__isnull=True), name="notice_unread"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "event", "match", "turn", "step"], name="one_notice_an_event"),
            models.CheckConstraint(condition=Q(event__in=Event.values), name="notice_event_known"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.user_id} about {self.match_id}/{self.turn}"


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    HELD = "held", _("held until the next visit")
    DONE = "done", _("done")
    DROPPED = "dropped", _("no longer needed")


class Delivery(models.Model):
    """A notice on its way through one channel; `digest`: with the others of that day."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=20)
    digest = models.BooleanField(default=False)
    state = models.CharField(max_length=7, choices=DeliveryState, default=DeliveryState.WAITING)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=100, blank=True)
    mail = models.ForeignKey(
        "accounts.Mail", null=True, blank=True, on_delete=models.SET_NULL, related_name="deliveries"
    )

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [models.Index(fields=["due_at"], condition=Q(state="waiting"), name="delivery_waiting")]
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], name="one_delivery_a_channel"),
            models.CheckConstraint(condition=Q(state__in=DeliveryState.values), name="delivery_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.channel}: {self.notice_id}"
