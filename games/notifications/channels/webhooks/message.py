"""What each kind of webhook has to offer: `BuildRequest`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from games.notifications.channels.direct import ChannelMessage


class Target(NamedTuple):
    """Where it goes: an address, and what its owner and we know of it."""

    url: str
    secret: str = ""


# From a message and its target to the headers and the body of the POST.
BuildRequest: TypeAlias = Callable[[ChannelMessage, Target], tuple[dict[str, str], bytes]]
