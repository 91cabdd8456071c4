"""The cache's connections to Redis."""

from pathlib import Path

import pytest
from django.core.cache import caches
from django.test import override_settings

from taluva_site import settings as real
from taluva_site.redis.cache import SharedPoolClient
from tests import processes


@pytest.mark.worker
def test_requests_and_sockets_share_their_connections_to_redis(tmp_path: Path) -> None:
    with (
        processes.valkey(tmp_path) as url,
        override_settings(CACHES={"default": {**real.CACHES["default"], "LOCATION": url}}),
    ):
        first, second = caches.create_connection("default"), caches.create_connection("default")
        first.set("a", 1)
        assert second.get("a") == 1
        assert first._cache._get_connection_pool(True) is second._cache._get_connection_pool(False)
        SharedPoolClient.pools.pop(url).disconnect()
