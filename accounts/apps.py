"""Connects what only signals tell: proved addresses, reset passwords, log-ins."""

from typing import Any

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from allauth.account.signals import email_confirmed, password_reset
        from django.contrib.auth.signals import user_logged_in

        from taluva_site.http.cookies import mark_session

        # allauth has no other place where every way to prove an address comes by.
        email_confirmed.connect(address_proved, dispatch_uid="accounts.address_proved")
        password_reset.connect(password_was_reset, dispatch_uid="accounts.password_was_reset")
        user_logged_in.connect(mark_session, dispatch_uid="taluva_site.mark_session")


def address_proved(request: Any, email_address: Any, **_others: Any) -> None:
    from django.utils import timezone

    from accounts.services import proof

    proof.settle_proof(proved=email_address, session_key=request.session.session_key, now=timezone.now())


def password_was_reset(request: Any, user: Any, **_others: Any) -> None:
    """Log out everywhere, and show after the log-in that follows what goes on without a password."""
    from accounts.login.adapter import RESET
    from accounts.services import logouts

    request.session[RESET] = user.pk
    logouts.end_sessions(user, but=request.session.session_key)
