"""Slack's incoming webhooks. What people wrote must not become mark-up there."""

import json

from games.notifications.channels.webhooks.message import Message, Target


def build_request(message: Message, target: Target) -> tuple[dict[str, str], bytes]:
    text = f"<{message.url}|{escaped(message.title)}>\n{escaped(message.text)}"
    return {"Content-Type": "application/json"}, json.dumps({"text": text[:3000]}).encode()


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("|", "¦")
