"""What a webhook is told before its kind spells it, and what each kind has to offer: `BuildRequest`."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias


@dataclass(frozen=True)
class WebhookMessage:
    """What a channel says: a title, a sentence or two, where it leads, and the same as data.

    The id is the same whenever the message is tried again.
    """

    title: str
    text: str
    url: str
    data: dict[str, object] = field(default_factory=dict)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)


class Target(NamedTuple):
    """Where it goes: an address, and what its owner and we know of it."""

    url: str
    secret: str = ""


# From a message and its target to the headers and the body of the POST.
BuildRequest: TypeAlias = Callable[[WebhookMessage, Target], tuple[dict[str, str], bytes]]
