from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what touches the database: those tests run a second time, on PostgreSQL."""
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("database")


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Rate limits of one test are not those of the next."""
    yield
    cache.clear()
