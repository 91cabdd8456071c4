"""Who wants to see first whose open seats."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.locking import lock_user
from games.matches import refusals
from games.matches.tables import eligibility
from games.models import Follow

MOST = 200


@transaction.atomic
def follow_user(*, follower: User, followed: User, now: datetime) -> None:
    """Follow a person; do nothing if they are followed."""
    if follower == followed:
        raise refusals.SiteRefusal(_("You can't follow yourself."))
    eligibility.check_together(follower, followed)
    lock_user(follower)
    if Follow.objects.filter(follower=follower).count() >= MOST:
        raise refusals.SiteRefusal(_("You follow %(number)d players, which is the maximum.") % {"number": MOST})
    Follow.objects.get_or_create(follower=follower, followed=followed, defaults={"created_at": now})


def unfollow_user(*, follower: User, followed: User) -> None:
    Follow.objects.filter(follower=follower, followed=followed).delete()
