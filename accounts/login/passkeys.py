"""The forms in which a browser sends the answer of a passkey. allauth takes it for granted that a browser made it."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn import forms as allauth
from django import forms
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

# What fido2 raises for bytes and shapes that no device makes.
MALFORMED = (AttributeError, IndexError, KeyError, TypeError, ValueError, struct.error)


class CredentialField(forms.JSONField):
    """JSON that is such an answer as a whole; anything else is a wrong code, as a wrong answer is."""

    widget = forms.HiddenInput

    def __init__(self, is_answer: Callable[[Any], bool]) -> None:
        super().__init__()
        self.is_answer = is_answer

    def to_python(self, value: Any) -> Any:
        try:
            parsed = super().to_python(value)
        except RecursionError:
            parsed = None
        if parsed is None or not self.is_answer(parsed):
            raise get_adapter().validation_error("incorrect_code")
        return parsed


def is_registration(value: Any) -> bool:
    try:
        response = RegistrationResponse.from_dict(value).response
        return response.attestation_object.auth_data.credential_data is not None and names_origin(response.client_data)
    except MALFORMED:
        return False


def is_authentication(value: Any) -> bool:
    try:
        return names_origin(AuthenticationResponse.from_dict(value).response.client_data)
    except MALFORMED:
        return False


def names_origin(client_data: Any) -> bool:
    return isinstance(client_data.origin, str) and isinstance(client_data.challenge, bytes)


class AddPasskeyForm(allauth.AddWebAuthnForm):
    credential = CredentialField(is_registration)


class AuthenticateForm(allauth.AuthenticateWebAuthnForm):
    credential = CredentialField(is_authentication)


class PasskeyLoginForm(allauth.LoginWebAuthnForm):
    credential = CredentialField(is_authentication)


class ReauthenticateForm(allauth.ReauthenticateWebAuthnForm):
    credential = CredentialField(is_authentication)
