"""How often somebody may do something: counters in the cache that run out by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from time import time

from django.core.cache import cache


@dataclass(frozen=True)
class Limit:
    """So many in so many seconds."""

    name: str
    number: int
    seconds: int


@dataclass(frozen=True)
class Allowance:
    """What is left of a limit in the window that runs now."""

    limit: Limit
    remaining: int
    resets_in: int
    exceeded: bool


def spend(limit: Limit, who: object) -> Allowance:
    """Count one more. Without a cache nothing is counted: a limit must not close the club."""
    now = int(time())
    window = now // limit.seconds
    key = f"limit:{limit.name}:{who}:{window}"
    cache.add(key, 0, timeout=limit.seconds + 5)
    try:
        used = int(cache.incr(key))
    except ValueError:  # it ran out between the two
        used = 1
    return Allowance(limit, max(0, limit.number - used), (window + 1) * limit.seconds - now, used > limit.number)
