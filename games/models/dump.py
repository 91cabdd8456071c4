from __future__ import annotations

from django.db import models


class Dump(models.Model):
    """A public dump as it was written: where it lies in the storage, and what it holds.

    The newest row is the dump: a new one takes its place at once, and no reader meets half of it.
    """

    file = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64, unique=True)
    size = models.PositiveBigIntegerField()
    games = models.PositiveIntegerField()
    last_number = models.PositiveIntegerField()
    """Of the results that counted, the last one that it looked at."""
    written_at = models.DateTimeField()

    class Meta:
        ordering = ["-written_at", "-id"]

    def __str__(self) -> str:
        return f"{self.file} ({self.games} games)"
