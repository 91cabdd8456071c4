from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Mail, User
from games.people.account_extension import GamesAccountExtension

PASSWORD = "three tall towers"


def new_person(name: str, *, address: str = "", **values: object) -> User:
    """Somebody who has signed up and proved their address."""
    address = address or f"{name.lower()}@example.org"
    user = User.objects.create_user(name, address, PASSWORD, **values)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


def code_for(address: str) -> str:
    """The code in the newest mail to this address."""
    mail = Mail.objects.filter(to=address).latest("pk")
    found = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", mail.text, re.MULTILINE)
    assert found, mail.text
    return found.group(1)


def also_forget(monkeypatch: pytest.MonkeyPatch, further: Callable[[User, datetime], None]) -> None:
    """Have it called, too, for whoever leaves the club."""
    forget_person = GamesAccountExtension.forget_person

    def forget(self: GamesAccountExtension, user: User, now: datetime) -> None:
        forget_person(self, user, now)
        further(user, now)

    monkeypatch.setattr(GamesAccountExtension, "forget_person", forget)


def log_in(client: Client, user: User) -> None:
    """Through the door, so that session, list of sessions and second thoughts are as in life."""
    answer = client.post("/account/login/", {"login": user.username, "password": PASSWORD})
    assert answer.status_code == 302, answer.context["form"].errors


def confirm_again(client: Client) -> None:
    answer = client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302


@pytest.fixture(autouse=True)
def _outbox(settings: object) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.outbox.OutboxBackend"


@pytest.fixture
def anna(db: None) -> User:
    return new_person("Anna", time_zone="Europe/Berlin")
