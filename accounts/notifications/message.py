from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Message:
    """What a channel says: a title, a sentence or two, where it leads, and the same as data."""

    title: str
    text: str
    url: str
    data: dict[str, object] = field(default_factory=dict)


# From a message and the webhook's secret to the headers and the body of its POST.
Spelling: TypeAlias = Callable[[Message, str], tuple[dict[str, str], bytes]]
