from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Follow(models.Model):
    """Somebody whose open seats a person wants to see first."""

    follower = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followers")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="one_follow_a_pair"),
            models.CheckConstraint(condition=~Q(follower=F("followed")), name="nobody_follows_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.followed_id}"


class ProfileWishes(models.Model):
    """What others see on somebody's page. Without a row: everything."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile_wishes")
    ratings = models.BooleanField(_("my ratings, here and on the leaderboards"), default=True)
    results = models.BooleanField(_("my results and streaks"), default=True)
    opponents = models.BooleanField(_("my opponents"), default=True)
    openings = models.BooleanField(_("my openings"), default=True)
    times = models.BooleanField(_("my average time per turn"), default=True)

    def __str__(self) -> str:
        return f"what others see of {self.user_id}"
