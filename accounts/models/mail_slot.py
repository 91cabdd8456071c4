from __future__ import annotations

from django.db import models


class MailSlot(models.Model):
    """One of the few mails that may go to an address a day because somebody asked for them. It names nobody."""

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.digest
