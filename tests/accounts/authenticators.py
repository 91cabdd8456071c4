"""A second step as people have them: an app that shows codes, and a passkey that answers a challenge."""

from __future__ import annotations

import base64
import hmac
import json
import time
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData


def app_code(secret: str) -> str:
    """The six digits that an authenticator app shows now (RFC 6238)."""
    counter = int(time.time() // 30).to_bytes(8, "big")
    digest = hmac.digest(base64.b32decode(secret + "=" * (-len(secret) % 8)), counter, "sha1")
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**6:06d}"


def new_passkey(options: dict[str, Any], origin: str = "http://testserver") -> str:
    """What a browser sends when it has made a passkey for these options."""
    public = options["creation_options"]["publicKey"]
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    credential = AttestedCredentialData.create(Aaguid(bytes(16)), b"a key of tests", key)
    flags = AuthenticatorData.FLAG(0x45)  # present, verified, with a credential
    made = AuthenticatorData.create(sha256(public["rp"]["id"].encode()).digest(), flags, 0, credential)
    client_data = {"type": "webauthn.create", "challenge": public["challenge"], "origin": origin}
    name = websafe_encode(credential.credential_id)
    response = {
        "clientDataJSON": websafe_encode(json.dumps(client_data).encode()),
        "attestationObject": websafe_encode(AttestationObject.create("none", made, {})),
    }
    return json.dumps(
        {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
    )
