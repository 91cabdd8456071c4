"""Web push (RFC 8030): encrypted for one browser (RFC 8291, RFC 8188), and signed as from this club (RFC 8292).

The club's key follows from SECRET_KEY, so all its processes have the same one and none has to be kept.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import time
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from games.notifications.channels.direct import ChannelMessage
from games.notifications.channels.webhooks.message import Target

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD = 4096
WAITS = 24 * 60 * 60  # seconds that the push server keeps it for a browser that is away
SIGNED_FOR = 12 * 60 * 60


def build_request(message: ChannelMessage, target: Target) -> tuple[dict[str, str], bytes]:
    words = {"title": message.title[:200], "text": message.text[:1000], "url": message.url}
    public, _dot, auth = target.secret.partition(".")
    body = encrypt_message(json.dumps(words).encode(), decode_base64url(public), decode_base64url(auth))
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(WAITS),
        "Urgency": "high",
        "Authorization": f"vapid t={vapid_token(target.url, int(time.time()))}, k={public_key()}",
    }
    if message.data.get("game"):
        # What is newer of its kind in the same game takes the place of what was not shown yet; 32 letters at most.
        headers["Topic"] = "{game}-{event}".format_map(message.data)[:32]
    return headers, body


def encrypt_message(
    text: bytes, public: bytes, auth: bytes, *, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Return one record that only the browser with these keys can read; key and salt are new each time."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public))
    sender = public_point(own)
    secret = derive_key(auth, shared, b"WebPush: info\0" + public + sender, 32)
    cipher = AESGCM(derive_key(salt, secret, b"Content-Encoding: aes128gcm\0", 16))
    nonce = derive_key(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + cipher.encrypt(nonce, text + b"\x02", None)


def derive_key(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Return one block of HKDF (RFC 5869) with SHA-256."""
    return hmac_sha256(hmac_sha256(salt, secret), info + b"\x01")[:length]


def hmac_sha256(name: bytes, text: bytes) -> bytes:
    return hmac.new(name, text, hashlib.sha256).digest()


def vapid_token(url: str, now: int) -> str:
    """Return who sends, to whom and until when: a JWT, signed with the club's key."""
    parts = urlsplit(url)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + SIGNED_FOR, "sub": f"mailto:{settings.CONTACT}"}
    head = {"typ": "JWT", "alg": "ES256"}
    text = ".".join(encode_base64url(json.dumps(each, separators=(",", ":")).encode()) for each in (head, claims))
    r, s = utils.decode_dss_signature(club_key().sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{encode_base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def public_key() -> str:
    """Return what a browser asks for when it subscribes."""
    return encode_base64url(public_point(club_key()))


def club_key() -> ec.EllipticCurvePrivateKey:
    return key_from(settings.SECRET_KEY)


@lru_cache(maxsize=4)
def key_from(secret: str) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(hashlib.sha512(b"web push" + secret.encode()).digest(), "big")
    return ec.derive_private_key(number % (ORDER - 1) + 1, CURVE)


def public_point(private: ec.EllipticCurvePrivateKey) -> bytes:
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_usable(public: str, auth: str) -> bool:
    """Return whether these are the keys of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode_base64url(public))
        return len(decode_base64url(auth)) == 16
    except ValueError:
        return False


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
