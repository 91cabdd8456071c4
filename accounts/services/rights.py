"""Who may act on whose account."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User

MODERATE = "games.moderate"
MODERATORS = "Moderators"
REMEMBERED = 120  # seconds


def may_act_on(actor: User, target: User) -> bool:
    """Return True if the target has no right that the actor lacks: nobody gains rights by way of another's account."""
    if actor.is_superuser:
        return actor.is_active
    if target.is_superuser or (target.is_staff and not actor.is_staff):
        return False
    return permissions_given_to(target) <= actor.get_all_permissions()


def permissions_given_to(user: User) -> set[str]:
    """Return the user's permissions; Django's own method says that a suspended account has none."""
    given = Permission.objects.filter(Q(user=user) | Q(group__user=user))
    return {f"{app}.{name}" for app, name in given.values_list("content_type__app_label", "codename")}


def users_with_rights() -> QuerySet[User]:
    """Return everybody of the staff, and everybody who may moderate, but who is suspended."""
    moderators = User.objects.with_perm(MODERATE, backend=settings.AUTHENTICATION_BACKENDS[0])
    return User.objects.filter(Q(is_staff=True) | Q(pk__in=moderators.values("pk")), is_active=True)


def shows_moderation(user: User) -> bool:
    """Return whether the menu links the moderators' pages; cached for a while, since every page asks."""
    if not user.is_person:
        return False
    return bool(cache.get_or_set(remembered_as(user), lambda: user.has_perm(MODERATE), REMEMBERED))


def remembered_as(user: User) -> str:
    return f"moderates:{user.pk}"


@transaction.atomic
def make_moderator(user: User) -> None:
    """Add the user to the moderators' group, and give the group its permission again if it was lost."""
    app, codename = MODERATE.split(".")
    group, _new = Group.objects.get_or_create(name=MODERATORS)
    group.permissions.add(Permission.objects.get(content_type__app_label=app, codename=codename))
    user.groups.add(group)
    cache.delete(remembered_as(user))


@transaction.atomic
def make_superuser(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    cache.delete(remembered_as(user))


@transaction.atomic
def take_all(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=False, is_superuser=False)
    user.groups.clear()
    user.user_permissions.clear()
    cache.delete(remembered_as(user))
