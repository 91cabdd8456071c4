from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class MailState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    DROPPED = "dropped", _("no longer needed")


SEND_MAIL = "accounts.tasks.send_mail"


def new_key() -> str:
    return uuid.uuid4().hex


class Mail(models.Model):
    """A mail: a row first, sent by its task, kept as the proof. The same key is never written twice.

    A mail about games has no text until its task has rendered it, as it leaves.
    """

    key = models.CharField(max_length=120, unique=True, default=new_key)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    to = models.EmailField(_("to"))
    sender = models.CharField(_("from"), max_length=200)
    subject = models.CharField(_("subject"), max_length=250)
    text = models.TextField(_("text"))
    html = models.TextField("HTML", blank=True)
    headers = models.JSONField(_("headers"), default=dict, blank=True)
    message_id = models.CharField(max_length=200, unique=True)
    task = models.CharField(max_length=80, default=SEND_MAIL, db_default=SEND_MAIL, editable=False)
    state = models.CharField(_("state"), max_length=7, choices=MailState, default=MailState.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    created_at = models.DateTimeField(_("written"), default=timezone.now)
    due_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    reason = models.TextField(_("why not yet"), blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(state="waiting"), name="mail_waiting")]
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=MailState.values), name="mail_state_known"),
            models.CheckConstraint(
                condition=~models.Q(state="sent") | models.Q(sent_at__isnull=False), name="mail_sent_has_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject} → {self.to}"
