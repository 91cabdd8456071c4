from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match, new_key

TITLE = 80


class Study(models.Model):
    """A record that somebody keeps to look at, for themselves or for all. Nobody played it here; it goes with them."""

    key = models.CharField(max_length=10, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="studies")
    title = models.CharField(_("title"), max_length=TITLE)
    record = models.TextField()
    rules = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField()
    turn_number = models.PositiveIntegerField()
    public = models.BooleanField(_("published"), default=False)
    # The game of the club that it was taken from: the names in the record are those of who sat there.
    match = models.ForeignKey(Match, null=True, on_delete=models.SET_NULL, related_name="studies", editable=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "studies"
        indexes = [models.Index(fields=["-created_at", "-id"], name="study_newest")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("study", args=[self.key])


class StudySeat(models.Model):
    """Who a seat of a study's record is: noted once, when the study is made, so that leaving blanks this name alone."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="study_seats")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "seat", "user"], name="one_study_seat_a_user")]

    def __str__(self) -> str:
        return f"{self.study_id}/{self.seat} {self.user_id}"
