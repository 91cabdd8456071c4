"""Model fields of the site's own."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.lookups import Exact
from django.db.models.query_utils import DeferredAttribute

from taluva_site.security import encryption


class Ciphertext:
    """An encrypted text as the database has it; printing it reveals nothing."""

    def __init__(self, stored: str) -> None:
        self.stored = stored


class DecryptedOnAccess(DeferredAttribute):
    """Decrypt the text when it is first read, so that rows in a list cost nothing."""

    field: EncryptedTextField

    def __get__(self, instance: models.Model | None, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        if instance is not None and isinstance(value, Ciphertext):
            value = encryption.decrypt(value.stored, self.field.purpose)
            instance.__dict__[self.field.attname] = value
        return value

    def __set__(self, instance: models.Model, value: Any) -> None:
        instance.__dict__[self.field.attname] = value


class IsBlank(Exact):
    """The one question that a query may ask of an encrypted text: whether there is one."""

    lookup_name = "exact"

    def get_prep_lookup(self) -> Any:
        if self.rhs != "":
            raise ValueError("An encrypted text can only be compared with an empty one.")
        return self.rhs


class EncryptedTextField(models.TextField):
    """A text that is plain in Python and encrypted in the database, its dumps and its backups.

    An empty text stays empty. Queries can't filter on the text, but on whether there is one.
    """

    descriptor_class = DecryptedOnAccess

    def __init__(self, *args: Any, purpose: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.purpose = purpose

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        return name, path, args, {**options, "purpose": self.purpose}

    def get_lookup(self, lookup_name: str) -> Any:
        return {"exact": IsBlank, "isnull": super().get_lookup("isnull")}.get(lookup_name)

    def from_db_value(self, value: str | None, _expression: Any, _connection: Any) -> Any:
        return self.to_python(value)

    def to_python(self, value: Any) -> Any:
        """Keep what is encrypted as it is, whether it comes from the database or from a fixture."""
        return Ciphertext(value) if isinstance(value, str) and encryption.is_encrypted(value) else value

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return model_instance.__dict__[self.attname]

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, Ciphertext):
            return value.stored
        return encryption.encrypt(value, self.purpose) if value else value

    def value_to_string(self, obj: models.Model) -> str:
        """Return what a fixture holds (`dumpdata`): the encrypted text."""
        return str(self.get_prep_value(obj.__dict__[self.attname]))
