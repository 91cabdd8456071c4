from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connection


class Command(BaseCommand):
    help = "Writes a copy of the SQLite database, whole and checked, while the club is open."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="where to; by default a dated file in var/backups")

    def handle(self, *, file: Path | None, **options: object) -> None:
        source = database_file()
        target = file or Path(settings.VAR) / "backups" / f"club-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.sqlite3"
        if target.exists():
            raise CommandError(f"{target} exists; a backup writes over nothing.", returncode=2)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            target.touch(mode=0o600)
            copy_database(source, target)
        except (sqlite3.Error, OSError) as error:
            target.unlink(missing_ok=True)
            raise CommandError(
                f"There is no backup: {error}. Is there room at {target.parent}?", returncode=2
            ) from error
        self.stdout.write(f"{target} ({target.stat().st_size // 1024} KB). manage.py restore takes it back.")


def database_file() -> Path:
    if connection.vendor != "sqlite":
        raise CommandError(
            "This club is on PostgreSQL: pg_dump -Fc does its backup (docs/operating.md, Backup and restore).",
            returncode=2,
        )
    return Path(settings.DATABASES["default"]["NAME"])


def copy_database(source: Path, target: Path) -> None:
    """Copy by SQLite's own backup, which sees one state of the whole file, into one file without a log beside it.

    VACUUM leaves out what was deleted or overwritten, and still stands in unused parts of the pages.
    """
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
        new.execute("VACUUM")
        check_integrity(new)


def check_integrity(database: sqlite3.Connection) -> None:
    (answer,) = database.execute("PRAGMA integrity_check").fetchone()
    if answer != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged: {answer}")
