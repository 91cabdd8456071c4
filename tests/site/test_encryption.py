"""Secrets that are stored can be read with the site's key and for their purpose only."""

from __future__ import annotations

from typing import Any

import pytest

from taluva_site.security import encryption

OLD, NEW = "old key " * 8, "new key " * 8


def test_a_text_comes_back_and_looks_different_each_time() -> None:
    stored = [encryption.encrypt("árvíztűrő", "test") for _index in range(2)]

    assert stored[0] != stored[1]
    assert [encryption.decrypt(text, "test") for text in stored] == ["árvíztűrő"] * 2
    assert [encryption.is_encrypted(text) for text in [*stored, "JBSWY3DPEHPK3PXP"]] == [True, True, False]


def test_another_purpose_or_key_can_not_decrypt(settings: Any) -> None:
    stored = encryption.encrypt("secret", "test")

    with pytest.raises(encryption.UndecryptableError, match=r"\(other\)"):
        encryption.decrypt(stored, "other")
    settings.SECRET_KEY = NEW
    with pytest.raises(encryption.UndecryptableError, match="SECRET_KEY_FALLBACKS"):
        encryption.decrypt(stored, "test")


def test_an_altered_or_unencrypted_text_is_refused() -> None:
    stored = encryption.encrypt("secret", "test")
    altered = stored[:-9] + ("A" if stored[-9] != "A" else "B") + stored[-8:]

    for text in (altered, "JBSWY3DPEHPK3PXP", "", "fernet:"):
        with pytest.raises(encryption.UndecryptableError):
            encryption.decrypt(text, "test")


def test_a_former_key_decrypts_until_the_text_is_encrypted_again(settings: Any) -> None:
    settings.SECRET_KEY = OLD
    stored = encryption.encrypt("secret", "test")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    assert encryption.decrypt(stored, "test") == "secret"

    again = encryption.encrypt_again(stored, "test")
    settings.SECRET_KEY_FALLBACKS = []

    assert encryption.decrypt(again, "test") == "secret"
