from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.match import Match

LONGEST = 24


class Tag(models.Model):
    """A word by which somebody finds a finished match again; that of a player is for all who see the match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="tags")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tags")
    text = models.CharField(max_length=LONGEST)
    public = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["text", "match"], name="tag_text")]
        constraints = [models.UniqueConstraint(fields=["match", "user", "text"], name="one_tag_a_text")]

    def __str__(self) -> str:
        return self.text
