"""A cache that forgets while Redis is away, so that pages still answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from taluva_site.redis_link import link

log = logging.getLogger("taluva.cache")


def forgiving(method: str, answer: Callable[[dict[str, Any]], Any]) -> Callable[..., Any]:
    """The method of RedisCache; without Redis, what a cache answers that knows nothing."""

    def call(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        if not link.is_away():
            try:
                return getattr(RedisCache, method)(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                link.went_away()
                log.warning("cache.%s without Redis: %s", method, error)
        return answer(kwargs) if method != "get" else (args[1] if len(args) > 1 else kwargs.get("default"))

    return call


class ForgivingRedisCache(RedisCache):
    """Misses instead of failing. What is kept here (rate limits, pictures, presence) may be lost at any time."""

    get = forgiving("get", lambda kwargs: None)
    get_many = forgiving("get_many", lambda kwargs: {})
    set = forgiving("set", lambda kwargs: None)
    set_many = forgiving("set_many", lambda kwargs: [])
    add = forgiving("add", lambda kwargs: True)
    incr = forgiving("incr", lambda kwargs: 1)
    touch = forgiving("touch", lambda kwargs: False)
    delete = forgiving("delete", lambda kwargs: False)
    delete_many = forgiving("delete_many", lambda kwargs: None)
    has_key = forgiving("has_key", lambda kwargs: False)
