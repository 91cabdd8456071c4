"""One transaction at a time counts what a user has and adds to it: limits hold for requests of the same moment."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from accounts.models import User


def lock_user(user: User) -> None:
    """Make others who lock the user wait until this transaction ends (SQLite: BEGIN IMMEDIATE does it)."""
    lock_users(user)


def lock_users(*users: User, names: Collection[str] = ()) -> None:
    """Lock these users and those of these names, in one order for everybody: nobody waits for each other."""
    condition = Q(pk__in=[user.pk for user in users]) | Q(username__in=names)
    list(User.objects.filter(condition).order_by("pk").select_for_update(no_key=True).values_list("pk"))
