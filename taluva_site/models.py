from __future__ import annotations

from django.db import models


class WriteProbe(models.Model):
    """One row that /readyz writes, to know whether the database can be written at all."""

    written_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"written at {self.written_at}"
