"""The channels through which people are told. Mail is one; a webhook is another, of a kind with its own spelling."""

from accounts.models.notices import WebhookKind
from games.notifications.channels import discord, ntfy, push, signed, slack
from games.notifications.channels.message import Message, Spelling, Target

MAIL = "mail"
CHANNELS: dict[str, Spelling] = {
    WebhookKind.DISCORD: discord.spelled,
    WebhookKind.SLACK: slack.spelled,
    WebhookKind.NTFY: ntfy.spelled,
    WebhookKind.JSON: signed.spelled,
    WebhookKind.PUSH: push.spelled,
}

__all__ = ["CHANNELS", "MAIL", "Message", "Target"]
