"""The rows that are about somebody, by the keys that lead to them: a model that is added later is found by itself."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models
from django.db.models.fields.reverse_related import ForeignObjectRel

from accounts.models import User


def user_relations() -> Iterator[ForeignObjectRel]:
    """Yield each foreign key to a person, hidden ones (related_name="+") and tables of many-to-many fields too."""
    for found in User._meta.get_fields(include_hidden=True):
        if isinstance(found, ForeignObjectRel) and not found.many_to_many:
            yield found


def rows_through(relation: ForeignObjectRel, user: User) -> models.QuerySet[models.Model]:
    """Return the rows that this relation links to the person."""
    return relation.related_model._base_manager.filter(**{relation.field.name: user})


def owned_rows(user: User) -> Iterator[models.QuerySet[models.Model]]:
    """Yield what Django would delete along with the person's row."""
    for relation in user_relations():
        if relation.on_delete is models.CASCADE:
            yield rows_through(relation, user)


def rows_about(user: User) -> Iterator[models.QuerySet[models.Model]]:
    """Yield the person's own row, and every row with a key to it."""
    yield User._base_manager.filter(pk=user.pk)
    for relation in user_relations():
        yield rows_through(relation, user)
