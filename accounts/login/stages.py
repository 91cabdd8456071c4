from __future__ import annotations

from typing import Any

from allauth.account.stages import EmailVerificationStage


class ProofStage(EmailVerificationStage):
    """The address has to be proved before one logs in, but not by guests: they may play without one."""

    def handle(self) -> Any:
        return (None, True) if self.login.user and self.login.user.is_guest else super().handle()
