"""How long a page waits for a Redis that is away: once, and then not at all for some seconds."""

from __future__ import annotations

import time

from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as LostConnectionError
from redis.retry import Retry

CONNECT_WITHIN = 1.0
ANSWER_WITHIN = 2.0
PAUSE = 3.0
# redis-py tries four times with growing pauses: too long for somebody who waits for a page.
# Once more at once is for a connection that a restart of Redis has left dead.
OPTIONS = {
    "socket_connect_timeout": CONNECT_WITHIN,
    "socket_timeout": ANSWER_WITHIN,
    "retry": Retry(NoBackoff(), 1, supported_errors=(LostConnectionError,)),
}


class RedisLink:
    """What this process last saw of Redis: after one caller has marked it as away, the others don't try for a while."""

    def __init__(self) -> None:
        self.again_at = 0.0

    def is_away(self) -> bool:
        return time.monotonic() < self.again_at

    def mark_away(self) -> None:
        self.again_at = time.monotonic() + PAUSE


link = RedisLink()
