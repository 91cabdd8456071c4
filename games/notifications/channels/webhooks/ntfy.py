"""ntfy: the text is the body; the title and the link are headers, which hold ASCII only."""

from email.header import Header

from games.notifications.channels.direct import ChannelMessage
from games.notifications.channels.webhooks.message import Target


def build_request(message: ChannelMessage, target: Target) -> tuple[dict[str, str], bytes]:
    title = " ".join(message.title.split())
    headers = {
        "Content-Type": "text/plain; charset=utf-8",
        "Title": title if title.isascii() else Header(title, "utf-8", maxlinelen=10_000).encode(),
        "Click": message.url,
        "Tags": "game_die",
    }
    return headers, message.text.encode()
