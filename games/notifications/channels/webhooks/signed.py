"""Plain JSON with an HMAC-SHA256 of time and body, so that whoever gets it knows that it is from here, and when."""

import hashlib
import hmac
import json
import time

from games.notifications.channels.webhooks.message import Message, Target


def build_request(message: Message, target: Target) -> tuple[dict[str, str], bytes]:
    body = json.dumps(
        {"title": message.title, "text": message.text, "url": message.url, **message.data}, sort_keys=True
    ).encode()
    stamp = str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        "X-Taluva-Timestamp": stamp,
        "X-Taluva-Signature": f"sha256={signature(target.secret, stamp, body)}",
    }
    return headers, body


def signature(secret: str, stamp: str, body: bytes) -> str:
    """What the receiver computes too."""
    return hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
