"""Encrypts texts before they are stored, so that the database and its backups alone don't reveal them.

The key follows from SECRET_KEY and the purpose: what was encrypted for one purpose can't be read as another.
Texts encrypted with a former key, listed in SECRET_KEY_FALLBACKS, can still be decrypted.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PREFIX = "fernet:"


class UndecryptableError(ValueError):
    """The text was encrypted with another key, for another purpose, or was altered."""


def encrypt(text: str, purpose: str) -> str:
    """Return the text as it may be stored; encrypting twice gives two different results."""
    return PREFIX + cipher_for(purpose).encrypt(text.encode()).decode()


def decrypt(stored: str, purpose: str) -> str:
    """Return the text that `encrypt` was given; raise UndecryptableError if that is impossible."""
    try:
        return cipher_for(purpose).decrypt(stored.removeprefix(PREFIX).encode()).decode()
    except InvalidToken:
        raise UndecryptableError(
            f"A stored secret ({purpose}) can't be decrypted. If SECRET_KEY was changed, put the former one into "
            "SECRET_KEY_FALLBACKS."
        ) from None


def is_encrypted(stored: str) -> bool:
    """Return whether the text was written by `encrypt`; for migrations, which may run twice."""
    return stored.startswith(PREFIX)


def encrypt_again(stored: str, purpose: str) -> str:
    """Return the same secret encrypted with today's SECRET_KEY, after the key was changed."""
    return encrypt(decrypt(stored, purpose), purpose)


def cipher_for(purpose: str) -> MultiFernet:
    return cipher_of((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS), purpose)


@lru_cache(maxsize=32)
def cipher_of(secrets: tuple[str, ...], purpose: str) -> MultiFernet:
    """Return what encrypts with the first secret's key and decrypts with any."""
    return MultiFernet([Fernet(urlsafe_b64encode(derived_key(secret, purpose))) for secret in secrets])


def derived_key(secret: str, purpose: str) -> bytes:
    # Never renamed, whatever this module is called: what is stored could not be decrypted.
    label = f"taluva_site.encryption:{purpose}"
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=label.encode()).derive(secret.encode())
