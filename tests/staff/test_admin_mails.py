"""Staff sees that a mail went out, to whom and why not; codes and links in it are its receiver's alone."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import Mail, User
from tests.accounts.conftest import code_for, new_person
from tests.factories import browser_of, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _outbox(settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.outbox.OutboxBackend"


def reset_mail_of(user: User) -> Mail:
    Client().post("/account/password/reset/", {"email": user.email})
    return Mail.objects.get(subject="Your password reset code")


def helper(*permissions: str) -> User:
    hal = person("Hal", is_staff=True)
    hal.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return hal


@pytest.mark.parametrize("is_superuser", [False, True])
def test_nobody_reads_a_code_in_the_admin(is_superuser: bool) -> None:
    mail = reset_mail_of(new_person("Anna"))
    code = code_for(mail.to)
    staff = person("Sam", is_staff=True, is_superuser=True) if is_superuser else helper("view_mail", "delete_mail")
    client = browser_of(staff)
    page = f"/admin/accounts/mail/{mail.pk}"
    answers = [client.get(f"{page}/{way}/") for way in ("change", "history", "delete")]
    answers += [client.get("/admin/accounts/mail/"), client.get("/admin/accounts/mail/", {"q": mail.to})]

    assert [answer.status_code for answer in answers] == [200] * 5
    assert [code in answer.text or "text/html" in answer.text for answer in answers] == [False] * 5
    assert (mail.to in answers[0].text, mail.subject in answers[0].text) == (True, True)
    assert client.get("/admin/accounts/mail/", {"q": code}).context["cl"].result_count == 0
    assert client.get("/admin/accounts/mail/", {"text__contains": code}).status_code == 400


def test_staff_sees_that_there_is_a_second_factor_and_not_its_secret() -> None:
    authenticator = Authenticator.objects.create(user=person("Ann"), type="totp", data={"secret": "JBSWY3DP"})
    client = browser_of(person("Sam", is_staff=True, is_superuser=True))
    page = client.get(f"/admin/mfa/authenticator/{authenticator.pk}/change/")

    assert (page.status_code, "TOTP" in page.text, "JBSWY3DP" in page.text) == (200, True, False)
    assert client.post(f"/admin/mfa/authenticator/{authenticator.pk}/change/", {"data": "{}"}).status_code == 403
    assert client.post("/admin/mfa/authenticator/add/", {"data": "{}"}).status_code == 403
