"""A cache that forgets while Redis is away, so that pages still answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, ClassVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import ConnectionPool
from redis.exceptions import RedisError

from taluva_site.redis.redis_link import link

log = logging.getLogger("taluva.cache")
MISSING = object()


def forgiving_method(method: str, unknown: object = None) -> Callable[..., Any]:
    """Return the method of RedisCache; without Redis, the answer of a cache that knows nothing."""

    def call(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        if not link.is_away():
            try:
                return getattr(RedisCache, method)(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                link.mark_away()
                log.warning("cache.%s without Redis: %s", method, error)
        return unknown

    return call


class SharedPoolClient(RedisCacheClient):
    """Takes connections from one pool of the process. Django makes a cache, and a pool, for each request and socket."""

    pools: ClassVar[dict[str, ConnectionPool]] = {}
    _servers: list[str]
    _pool_class: type[ConnectionPool]
    _pool_options: dict[str, Any]

    def _get_connection_pool(self, write: bool) -> ConnectionPool:
        address = self._servers[0]  # REDIS_URL names one server
        if address not in self.pools:
            self.pools.setdefault(address, self._pool_class.from_url(address, **self._pool_options))
        return self.pools[address]


class ForgivingRedisCache(RedisCache):
    """Misses instead of failing. What is kept here (rate limits, pictures, presence) may be lost at any time."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = SharedPoolClient

    _get = forgiving_method("get", MISSING)
    get_many = forgiving_method("get_many", MappingProxyType({}))
    set = forgiving_method("set")
    set_many = forgiving_method("set_many", ())
    add = forgiving_method("add", True)
    incr = forgiving_method("incr", 1)
    touch = forgiving_method("touch", False)
    delete = forgiving_method("delete", False)
    delete_many = forgiving_method("delete_many")
    has_key = forgiving_method("has_key", False)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        found = self._get(key, MISSING, version)
        return default if found is MISSING else found
