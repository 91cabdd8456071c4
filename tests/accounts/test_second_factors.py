"""The database alone tells nobody the secrets of second factors."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.login.mfa import MFAAdapter
from accounts.models import User
from games.tasks import seal_secrets
from taluva_site.security import encryption
from tests.accounts.authenticators import app_code
from tests.accounts.conftest import confirm_again, log_in

SECRET, SEED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "0123456789abcdef" * 5


def enrol(client: Client) -> tuple[str, list[str]]:
    """Switch the app on; return its secret and the recovery codes."""
    confirm_again(client)
    secret = client.get("/account/2fa/totp/activate/").context["form"].secret
    client.post("/account/2fa/totp/activate/", {"code": app_code(secret)})
    return secret, client.get("/account/2fa/recovery-codes/").context["unused_codes"]


def all_rows() -> str:
    """Every value of every table."""
    with connection.cursor() as cursor:
        lines = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            lines += [str(row) for row in cursor.fetchall()]
    return "\n".join(lines)


def files() -> bytes:
    """The database as it lies on the disk, with what is not yet merged into it."""
    name = Path(str(settings.DATABASES["default"]["TEST"]["NAME"]))
    return b"".join(path.read_bytes() for path in name.parent.glob(f"{name.name}*"))


@pytest.mark.django_db
def test_no_row_holds_the_secret_after_enrolment(client: Client, anna: User) -> None:
    log_in(client, anna)
    secret, codes = enrol(client)
    seeds = [
        encryption.decrypt(row.data["seed"], "second factor")
        for row in Authenticator.objects.filter(type="recovery_codes")
    ]

    assert (len(codes), len(seeds), client.session.get("mfa.totp.secret")) == (10, 1, None)
    assert [word for word in (secret, *codes, *seeds) if word in all_rows()] == []


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_no_file_of_the_database_holds_the_secret(client: Client, anna: User) -> None:
    log_in(client, anna)
    secret, codes = enrol(client)

    assert b"Anna" in files()
    assert [word for word in (secret, *codes) if word.encode() in files()] == []


@pytest.mark.django_db
def test_an_upgrade_encrypts_what_was_in_clear_and_may_run_twice(anna: User) -> None:
    Authenticator.objects.create(user=anna, type="totp", data={"secret": SECRET})
    Authenticator.objects.create(user=anna, type="recovery_codes", data={"seed": SEED, "used_mask": 5})
    Authenticator.objects.create(user=anna, type="webauthn", data={"name": "my phone", "secret": "kept"})
    codes = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()
    upgrade = import_module("accounts.migrations.0007_encrypt_second_factors").encrypt_secrets

    upgrade(apps)
    first = list(Authenticator.objects.order_by("pk").values_list("data", flat=True))
    upgrade(apps)

    assert list(Authenticator.objects.order_by("pk").values_list("data", flat=True)) == first
    assert [SECRET in all_rows(), SEED in all_rows()] == [False, False]
    assert first[1]["used_mask"] == 5
    assert first[2] == {"name": "my phone", "secret": "kept"}
    assert RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes() == codes
    assert TOTP(Authenticator.objects.get(type="totp")).validate_code(app_code(SECRET))


@pytest.mark.django_db
def test_what_an_old_process_wrote_in_clear_is_encrypted_later(anna: User) -> None:
    TOTP.activate(anna, SECRET)
    old = Authenticator.objects.create(user=anna, type="recovery_codes", data={"seed": SEED, "used_mask": 5})
    before = Authenticator.objects.get(type="totp").data
    for _twice in range(2):
        seal_secrets()

    old.refresh_from_db()
    assert [SECRET in all_rows(), SEED in all_rows()] == [False, False]
    assert (MFAAdapter().decrypt(old.data["seed"]), old.data["used_mask"]) == (SEED, 5)
    assert Authenticator.objects.get(type="totp").data == before


@pytest.mark.django_db
def test_a_second_factor_outlives_a_change_of_the_secret_key(settings: Any, anna: User) -> None:
    codes = RecoveryCodes.activate(anna).get_unused_codes()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new key " * 8, [settings.SECRET_KEY]

    assert RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes() == codes
