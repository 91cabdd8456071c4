from __future__ import annotations

from django.db import models


class Click(models.Model):
    """What a request with a key of its own made, so that the same request again makes nothing. It names nobody."""

    digest = models.CharField(max_length=64, unique=True)
    made = models.JSONField(default=dict)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.digest
