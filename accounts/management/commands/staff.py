from __future__ import annotations

from argparse import ArgumentParser

from allauth.mfa.utils import is_mfa_enabled
from django.core.management import BaseCommand, CommandError
from django.db.models import Q

from accounts import backends
from accounts.models import User
from accounts.services import rights


class Command(BaseCommand):
    help = "Makes somebody a moderator or a superuser, takes all rights from them, or lists who has any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="the member's name or proved address; without it: list the staff")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--moderator", action="store_true", help="may moderate, at /moderation/")
        what.add_argument("--superuser", action="store_true", help="may do everything, at /admin/ too")
        what.add_argument("--remove", action="store_true", help="takes every right from them")

    def handle(self, *, name: str | None, moderator: bool, superuser: bool, remove: bool, **options: object) -> None:
        if name is None:
            if moderator or superuser or remove:
                raise CommandError("Whom? Name a member: manage.py staff NAME --moderator")
            self.list_staff()
            return
        user = find_member(name)
        if moderator:
            rights.make_moderator(check_member(user))
        elif superuser:
            rights.make_superuser(check_member(user))
        elif remove:
            rights.take_all(user)
        self.stdout.write(line_of(User.objects.get(pk=user.pk)))
        if superuser and not is_mfa_enabled(user):
            self.stdout.write("They have no second step yet: let them set one up under My account, Second step.")

    def list_staff(self) -> None:
        has_rights = Q(is_staff=True) | Q(is_superuser=True)
        has_rights |= Q(groups__isnull=False) | Q(user_permissions__isnull=False)
        listed = User.objects.filter(has_rights).distinct().order_by("name_key")
        for user in listed:
            self.stdout.write(line_of(user))
        if not listed:
            self.stdout.write("Nobody has a right yet. manage.py staff NAME --superuser makes a member superuser.")


def find_member(name: str) -> User:
    """Return whoever has this name, however it is written, or has proved this address."""
    users = backends.by_name(name) or backends.by_address(name)
    if not users:
        raise CommandError(f"Nobody here is called {name}, or has proved that address.")
    return users[0]


def check_member(user: User) -> User:
    """Return the user; raise CommandError unless it is a member who can log in."""
    if not user.is_person:
        raise CommandError(f"{user} is no member ({user.get_kind_display()}): only members get rights.")
    if not user.is_active:
        raise CommandError(f"{user} is suspended. Let them in again first, at /moderation/people/{user.pk}/")
    return user


def line_of(user: User) -> str:
    words = [
        *(["superuser"] if user.is_superuser else []),
        *(["moderator"] if user.has_perm(rights.MODERATE) and not user.is_superuser else []),
        *(["may open /admin/"] if user.is_staff and not user.is_superuser else []),
        *(["suspended"] if not user.is_active else []),
        *(["second step"] if is_mfa_enabled(user) else []),
    ]
    return f"{user}: {', '.join(words) or 'no rights'}"
