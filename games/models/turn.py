"""The log of a match, and what its seats left for later."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from taluva_site.security.fields import EncryptedTextField

MOST = 2000  # letters of what a seat decides at once


class TurnOrigin(models.TextChoices):
    PERSON = "person", _("played")
    BOT = "bot", _("played by a bot")
    STAND_IN = "stand-in", _("played by the stand-in")
    PREPARED = "prepared", _("prepared in advance")
    RULES = "rules", _("played by the rules")
    CLOCK = "clock", _("out of time")


class Turn(models.Model):
    """What one seat decided at once, in the notation of its record. Written once, never changed."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=MOST)
    by = models.CharField(max_length=8, choices=TurnOrigin)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - unique where it is given
    used = models.DurationField(null=True, blank=True)
    played_at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_turn_a_number"),
            models.UniqueConstraint(fields=["match", "user", "key"], name="one_turn_a_key"),
            models.CheckConstraint(condition=Q(number__gte=1), name="turns_count_from_one"),
            models.CheckConstraint(condition=Q(by__in=TurnOrigin.values), name="turn_by_known"),
            models.CheckConstraint(condition=Q(seat__lte=4), name="turn_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.text}"


class SeatOrder(models.Model):
    """What a player leaves for later, secret to the seat. The game asks for it when its time comes."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    rank = models.PositiveSmallIntegerField(default=0)
    # A prepared turn names a tile that only its player sees, so the text is encrypted. What the version before
    # wrote in clear is encrypted by games.tasks.seal_secrets.
    sealed_text = EncryptedTextField(purpose="order", blank=True, default="", db_default="")
    plain_text = models.CharField(max_length=MOST, blank=True, default="", editable=False, db_column="text")

    class Meta:
        db_table = "games_order"
        verbose_name = "order"
        ordering = ["match_id", "seat", "kind", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "kind", "rank"], name="one_order_a_rank"),
            models.CheckConstraint(condition=Q(seat__lte=4), name="order_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.rank}"

    @property
    def text(self) -> str:
        return self.sealed_text or self.plain_text

    @text.setter
    def text(self, text: str) -> None:
        self.sealed_text, self.plain_text = text, ""
