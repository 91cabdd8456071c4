"""The kinds of webhooks, and how each spells a message."""

from accounts.models.notice_settings import WebhookKind
from games.notifications.channels.webhooks import discord, ntfy, push, signed, slack
from games.notifications.channels.webhooks.message import BuildRequest

KINDS: dict[str, BuildRequest] = {
    WebhookKind.DISCORD: discord.build_request,
    WebhookKind.SLACK: slack.build_request,
    WebhookKind.NTFY: ntfy.build_request,
    WebhookKind.JSON: signed.build_request,
    WebhookKind.PUSH: push.build_request,
}
