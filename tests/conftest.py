from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from taluva_site.celery import app
from tests import databases, schema

DATABASE_FIXTURES = {
    *("db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"),
    "database_url",
}


def pytest_sessionstart() -> None:
    """Register the tasks as a worker does: here they run where they are enqueued, by name."""
    app.loader.import_default_modules()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database: those tests run a second time, on PostgreSQL."""
    for item in items:
        touches = item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        if touches and not item.get_closest_marker("sqlite"):
            item.add_marker("database")


def pytest_collection_finish() -> None:
    """Keep the collected tests and imported modules out of later garbage collections: a tenth of the time of a test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings_parallel_suffix: None) -> bool:
    """Put a migrated file where pytest-django, told that it may keep a database, looks for one."""
    if connection.vendor == "sqlite":
        schema.copy_schema(Path(connection.settings_dict["TEST"]["NAME"]))
    return connection.vendor == "sqlite"


@pytest.fixture(scope="module")
def database_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty database for a club of real processes."""
    with databases.fresh(tmp_path_factory.mktemp("database")) as url:
        yield url


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Rate limits of one test are not those of the next."""
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test does falls into one window of every limit, whenever it runs."""
    from taluva_site.security import limits

    moment = limits.time()
    monkeypatch.setattr(limits, "time", lambda: moment)


@pytest.fixture(autouse=True)
def _every_mail(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mail that the test writes or sends is kept, and read when the test has ended."""
    if request.node.get_closest_marker("own_mails") is None and request.node.get_closest_marker("database"):
        from tests import every_mail

        request.node.mails = every_mail.keep_mails(monkeypatch)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: Any) -> Iterator[None]:
    yield
    if mails := getattr(item, "mails", None):
        from tests import every_mail

        every_mail.check_mails(mails)


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """Offer lanterns on the site: its rules, its board and the board's templates."""
    from games.matches import stored_match
    from games.registry import BOARDS, RULES
    from tests import lanterns
    from tests.lanterns.board import LanternsBoard

    monkeypatch.setitem(RULES, "lanterns", lanterns.Lanterns())
    monkeypatch.setitem(BOARDS, "lanterns", LanternsBoard())
    engine = settings.TEMPLATES[0]
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], Path(lanterns.__file__).parent / "templates"]}]
    yield
    stored_match.clear_cache()


@pytest.fixture
def lanterns_bots(lanterns: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer lanterns with its bot; else it is a game without any."""
    from games.registry import BOTS
    from tests.lanterns.bots import LanternsBots

    monkeypatch.setitem(BOTS, "lanterns", LanternsBots())
