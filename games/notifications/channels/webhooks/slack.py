"""Slack's incoming webhooks. What people wrote must not become mark-up there."""

import json

from games.notifications.channels.direct import ChannelMessage
from games.notifications.channels.webhooks.message import Target


def build_request(message: ChannelMessage, target: Target) -> tuple[dict[str, str], bytes]:
    text = f"<{message.url}|{escape_markup(message.title)}>\n{escape_markup(message.text)}"
    return {"Content-Type": "application/json"}, json.dumps({"text": text[:3000]}).encode()


def escape_markup(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("|", "¦")
