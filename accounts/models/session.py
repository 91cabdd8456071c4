from __future__ import annotations

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models


class SessionUser(models.Model):
    """A session names a user: who is logged in there, or whom an unfinished login, sign-up or reset is about."""

    # No constraint of the database: a process of the version before deletes sessions without their rows here.
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="named_users", db_constraint=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="named_in_sessions")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "user"], name="one_session_a_user")]

    def __str__(self) -> str:
        return f"session of {self.user_id}"
