"""Discord's incoming webhooks: an embed with a title that links."""

import json

from games.notifications.channels.direct import ChannelMessage
from games.notifications.channels.webhooks.message import Target


def build_request(message: ChannelMessage, target: Target) -> tuple[dict[str, str], bytes]:
    embed = {"title": message.title[:256], "url": message.url, "description": message.text[:2000], "color": 0xB23A12}
    body = {"embeds": [embed], "allowed_mentions": {"parse": []}}
    return {"Content-Type": "application/json"}, json.dumps(body).encode()
