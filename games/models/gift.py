from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.match import Match


class Gift(models.Model):
    """Time that somebody at the table gave to a player for one turn. Written once."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="gifts")
    number = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    giver = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    time = models.DurationField()
    given_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number", "seat", "giver"], name="one_gift_a_turn"),
            models.CheckConstraint(condition=Q(number__gte=1), name="gift_for_a_turn"),
        ]

    def __str__(self) -> str:
        return f"{self.time} for {self.match_id}/{self.seat} at {self.number}"
