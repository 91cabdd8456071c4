from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.match import Match


class Analysis(models.Model):
    """What the bots say of the position after `number` turns of a finished match. It can be thrown away."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="analyses")
    number = models.PositiveSmallIntegerField()
    chances = models.JSONField()
    """Of each seat, to win."""
    turns = models.JSONField()
    """The best turns, each with the mover's chance."""
    simulations = models.PositiveIntegerField()
    """How closely they looked."""

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_analysis_a_position")]

    def __str__(self) -> str:
        return f"{self.match_id} after {self.number}"


class AnalysisRun(models.Model):
    """That the bots look at a match just now; deleted, it ends.

    Who asked, when they last found something or were enqueued again, and how often they began since without finding
    anything.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="analysis_run")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="analysis_runs")
    touched_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.match_id} for {self.user_id}"
