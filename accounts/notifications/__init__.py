"""The channels through which people are told. Mail is one; a webhook is another, of a kind with its own spelling."""

from accounts.notifications import discord, ntfy, push, signed, slack
from accounts.notifications.message import Message, Spelling, Target

MAIL = "mail"
CHANNELS: dict[str, Spelling] = {channel.key: channel.spelled for channel in (discord, slack, ntfy, signed, push)}

__all__ = ["CHANNELS", "MAIL", "Message", "Target"]
