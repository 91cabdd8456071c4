"""Everything that the club knows of somebody, as JSON: their row and each row with a key to it, table by table.

What belongs to them without such a key, ACCOUNT_EXTENSION adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import models

from accounts.extension import account_extension
from accounts.models import User
from accounts.services import user_rows

# Rows that are somebody else's: whom others block, notices to others, and whom their studies name. And the keys of
# sessions, which let people in: usersessions.UserSession says where somebody is logged in.
OF_OTHERS = {"games.Block.blocked", "games.Notice.actor", "games.StudySeat.user", "accounts.SessionUser.user"}
# What lets somebody in, what is secret in a game, and what others would not want read.
WITHHELD = {
    "accounts.User": {"password"},
    "accounts.Mail": {"html"},  # its text says the same
    "accounts.NoticeSettings": {"feed_token"},
    "accounts.Webhook": {"secret"},
    "admin.LogEntry": {"object_repr"},
    "games.Match": {"sealed_seed", "public_seed", "join_code"},
    "games.StaffAction": {"staff", "why"},
    "games.Token": {"digest"},
    "mfa.Authenticator": {"data"},
    "usersessions.UserSession": {"session_key"},
}
BY_NAME = (User, Group, Permission, ContentType)


def export_of(user: User) -> dict[str, Any]:
    tables: dict[str, dict[Any, dict[str, Any]]] = {}
    for found in [*rows_of_person(user), *account_extension().exported_rows(user)]:
        for row in with_names(found):
            tables.setdefault(row._meta.label, {})[row.pk] = exported_row(row)
    return {
        "passkeys": passkey_names(user),
        **{label: [table[pk] for pk in sorted(table)] for label, table in sorted(tables.items())},
    }


def rows_of_person(user: User) -> Iterator[models.QuerySet[Any]]:
    yield User._base_manager.filter(pk=user.pk)
    for relation in user_rows.user_relations():
        if str(relation.field) not in OF_OTHERS:
            yield user_rows.rows_through(relation, user)


def with_names(found: models.QuerySet[Any]) -> models.QuerySet[Any]:
    named = [field.name for field in found.model._meta.concrete_fields if field.related_model in BY_NAME]
    return found.select_related(*named) if named else found


def exported_row(row: models.Model) -> dict[str, Any]:
    """Return the row without what is withheld.

    People by name, other rows by the id that they have in their own table.
    """
    withheld = WITHHELD.get(row._meta.label, set())
    return {field.name: value_of(row, field) for field in row._meta.concrete_fields if field.name not in withheld}


def value_of(row: models.Model, field: models.Field[Any, Any]) -> Any:
    value = field.value_from_object(row)
    return str(getattr(row, field.name)) if value is not None and field.related_model in BY_NAME else value


def passkey_names(user: User) -> list[str]:
    """Return what they call them; the rest of the row is their secret."""
    kept = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk")
    return [str(authenticator) for authenticator in kept]
