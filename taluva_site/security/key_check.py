"""Whether the secret key is the one with which the secrets in the database were encrypted."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db import models

from taluva_site.security.encryption import UndecryptableError
from taluva_site.security.fields import EncryptedTextField

WRONG_KEY = (
    "The secrets in this database were encrypted with another SECRET_KEY, so running games can't go on. "
    "Give the club the key of that time in SECRET_KEY or SECRET_KEY_FALLBACKS (docs/operating.md, Backup and restore)."
)


def can_decrypt() -> bool:
    """Return whether the newest row of every encrypted field can be decrypted."""
    try:
        for model, field in encrypted_fields():
            newest = model._base_manager.exclude(**{field.name: ""}).order_by("-pk").first()
            if newest is not None:
                getattr(newest, field.attname)
    except UndecryptableError:
        return False
    return True


def encrypted_fields() -> Iterator[tuple[type[models.Model], EncryptedTextField]]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, EncryptedTextField):
                yield model, field
