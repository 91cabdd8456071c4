"""Plain JSON, signed as https://www.standardwebhooks.com says: who gets it knows that it is from here, and when.

The headers `X-Taluva-Timestamp` and `X-Taluva-Signature` are those of before: receivers that check them go on working.
"""

import hashlib
import hmac
import json
from datetime import UTC, datetime

from standardwebhooks import Webhook

from games.notifications.channels.direct import ChannelMessage
from games.notifications.channels.webhooks.message import Target


def build_request(message: ChannelMessage, target: Target) -> tuple[dict[str, str], bytes]:
    content = {"title": message.title, "text": message.text, "url": message.url, **message.data}
    body = json.dumps(content, sort_keys=True)
    now = datetime.now(UTC)
    stamp = str(int(now.timestamp()))
    headers = {
        "Content-Type": "application/json",
        "webhook-id": message.id,
        "webhook-timestamp": stamp,
        "webhook-signature": Webhook(target.secret.encode()).sign(message.id, now, body),
        "X-Taluva-Timestamp": stamp,
        "X-Taluva-Signature": f"sha256={old_signature(target.secret, stamp, body)}",
    }
    return headers, body.encode()


def old_signature(secret: str, stamp: str, body: str) -> str:
    return hmac.new(secret.encode(), f"{stamp}.{body}".encode(), hashlib.sha256).hexdigest()
