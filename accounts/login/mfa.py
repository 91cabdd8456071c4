"""What allauth asks us about second steps; their secrets are encrypted."""

from __future__ import annotations

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.db import transaction

from taluva_site.security import encryption

PURPOSE = "second factor"


class MFAAdapter(DefaultMFAAdapter):
    """Stores the secrets of authenticator apps and the seeds of recovery codes encrypted."""

    def encrypt(self, text: str) -> str:
        return encryption.encrypt(text, PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; one in clear was written by a process of the version before, during an upgrade."""
        if not encryption.is_encrypted(encrypted_text):
            return encrypted_text
        return encryption.decrypt(encrypted_text, PURPOSE)


@transaction.atomic
def encrypt_again(*, only_clear: bool = False) -> int:
    """Encrypt the secrets of second factors with the present key, all or those in clear; return how many."""
    adapter, number = MFAAdapter(), 0
    kinds = [Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES]
    for row in Authenticator.objects.select_for_update().filter(type__in=kinds):
        names = {"secret", "seed"} & row.data.keys()
        if only_clear:
            names = {name for name in names if not encryption.is_encrypted(row.data[name])}
        if names:
            row.data |= {name: adapter.encrypt(adapter.decrypt(row.data[name])) for name in names}
            row.save(update_fields=["data"])
        number += len(names)
    return number
