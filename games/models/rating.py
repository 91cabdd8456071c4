"""Ratings, the results that they follow from, and how they are shown: a number and its margin."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Field(models.TextChoices):
    """What is rated apart."""

    TWO = "two", _("two players")
    MORE = "more", _("three or more players")
    TEAMS = "teams", _("teams")


class Rating(models.Model):
    """How strong somebody is held to be: `mu`, and `sigma`, how far off that may be."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings")
    rules = models.CharField(max_length=20)
    field = models.CharField(max_length=5, choices=Field)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["rules", "field", "-mu", "id"], name="rating_by_strength")]
        constraints = [
            models.UniqueConstraint(fields=["user", "rules", "field"], name="one_rating_a_field"),
            models.CheckConstraint(condition=Q(field__in=Field.values), name="rating_field_known"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rating_sigma_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.rules} {self.field}: {self.mu:.2f} ± {self.sigma:.2f}"


class Reckoning(models.Model):
    """A match that counted. The number is the order in which results counted: who ended first need not be first."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="reckoning")
    number = models.PositiveIntegerField(unique=True)
    field = models.CharField(max_length=5, choices=Field)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.match_id}"


class RatingChange(models.Model):
    """What one match made of somebody's rating."""

    reckoning = models.ForeignKey(Reckoning, on_delete=models.CASCADE, related_name="changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes")
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ["reckoning_id", "id"]
        constraints = [models.UniqueConstraint(fields=["reckoning", "user"], name="one_change_a_match")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.mu_before:.2f} → {self.mu:.2f}"


def displayed_rating(mu: float) -> int:
    """Return a strength as people know it: 1500 to begin with."""
    return round(1500 + 60 * (mu - 25))


def rating_margin(sigma: float) -> int:
    """Return how far off a displayed rating may be, nineteen times of twenty."""
    return round(2 * 60 * sigma)
