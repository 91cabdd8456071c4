"""After the secret key was changed, one command makes the former one superfluous."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.management import call_command

from accounts.management.commands import reencrypt
from games.models import Match
from taluva_site.security import encryption
from tests.factories import people, running_match

NEW = "new key " * 8


def run() -> str:
    output = StringIO()
    call_command("reencrypt", stdout=output)
    return output.getvalue()


@pytest.mark.django_db
def test_all_secrets_are_encrypted_with_the_present_key(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reencrypt, "BATCH", 1)
    ann, ben = people(2)
    seeds = {running_match(ann, ben).pk: "" for _index in range(3)}
    seeds = {match.pk: match.seed for match in Match.objects.filter(pk__in=seeds)}
    codes = RecoveryCodes.activate(ann).get_unused_codes()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [settings.SECRET_KEY]

    said = [run(), run()]
    settings.SECRET_KEY_FALLBACKS = []

    assert said == ["4 secrets are encrypted with the present key.\n"] * 2
    assert {match.pk: match.seed for match in Match.objects.all()} == seeds
    assert all(seeds.values())
    assert RecoveryCodes(Authenticator.objects.get()).get_unused_codes() == codes


@pytest.mark.django_db
def test_nothing_changes_when_the_former_key_is_missing(settings: Any) -> None:
    ann, ben = people(2)
    match = running_match(ann, ben)
    former = settings.SECRET_KEY
    settings.SECRET_KEY = NEW
    with pytest.raises(encryption.UndecryptableError):
        run()
    settings.SECRET_KEY = former

    assert Match.objects.get(pk=match.pk).seed
