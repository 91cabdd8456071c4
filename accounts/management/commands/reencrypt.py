from __future__ import annotations

from django.core.management.base import BaseCommand
from django.db import models, transaction

from accounts.login import mfa
from taluva_site.security import encryption, key_check
from taluva_site.security.fields import Ciphertext, EncryptedTextField

BATCH = 500


class Command(BaseCommand):
    help = "Encrypt every stored secret with the present SECRET_KEY, so that former keys are needed no more."

    def handle(self, *args: object, **options: object) -> None:
        number = mfa.encrypt_again() + sum(encrypt_again(model, field) for model, field in key_check.encrypted_fields())
        self.stdout.write(f"{number} secrets are encrypted with the present key.")


def encrypt_again(model: type[models.Model], field: EncryptedTextField) -> int:
    """Go through the rows in batches, so that nobody waits long for one of them; it may be run again."""
    rows, number = model._base_manager.exclude(**{field.attname: ""}).order_by("pk"), 0
    last: object = None
    while True:
        with transaction.atomic():
            batch = rows.filter(pk__gt=last) if last is not None else rows
            found = list(batch.select_for_update().values_list("pk", field.attname)[:BATCH])
            for pk, cipher in found:
                if isinstance(cipher, Ciphertext):
                    again = Ciphertext(encryption.encrypt_again(cipher.stored, field.purpose))
                    number += rows.filter(pk=pk).update(**{field.attname: again})
        if len(found) < BATCH:
            return number
        last = found[-1][0]
