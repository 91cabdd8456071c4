"""Hashing of passwords, by few threads of a process at once.

A hash takes 100 MB of memory while it is made: thirty-two log-ins of the same moment would take three gigabytes. It
keeps the processor busy, too, so nobody waits longer for one after the other.
"""

from __future__ import annotations

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = BoundedSemaphore(2)


class BoundedArgon2PasswordHasher(Argon2PasswordHasher):
    def encode(self, password: str, salt: str) -> str:
        with AT_ONCE:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with AT_ONCE:
            return super().verify(password, encoded)
