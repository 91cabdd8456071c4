from typing import Any

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from allauth.account.signals import email_confirmed

        # allauth has no other place where every way to prove an address comes by.
        email_confirmed.connect(address_proved, dispatch_uid="accounts.address_proved")


def address_proved(email_address: Any, **_others: Any) -> None:
    from accounts.services import guests

    guests.welcome(user=email_address.user)
