from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections

from taluva_site.management.commands import backup
from taluva_site.operations import supervisor
from taluva_site.security import key_check


class Command(BaseCommand):
    help = "Puts a backup in the place of the SQLite database. The club has to be closed; what was there is kept aside."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: object) -> None:
        target = backup.database_file()
        check_backup(file)
        try:
            supervisor.only_one(Path(settings.VAR))  # held until this command ends
        except supervisor.AlreadyRunning as running:
            raise CommandError(f"The club is open ({running}); end it first.", returncode=2) from running
        connections.close_all()
        new = target.with_name(f"{target.name}.new")
        new.unlink(missing_ok=True)
        backup.copy_database(file, new)
        kept = put_aside(target)
        new.replace(target)
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"{file} is the club's database now.{f' The one before is {kept}.' if kept else ''}")
        if not key_check.can_decrypt():
            self.stderr.write(key_check.WRONG_KEY)
        elif not settings.HOSTED:
            call_command("seal_secrets")


def check_backup(file: Path) -> None:
    """Refuse what is not a whole database of a club."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            backup.check_integrity(database)
            database.execute("SELECT 1 FROM accounts_user LIMIT 1")
    except sqlite3.Error as error:
        raise CommandError(f"{file} is no backup of a club: {error}.", returncode=2) from error


def put_aside(target: Path) -> Path | None:
    """Return the database that was, with what its log still holds."""
    if not target.exists():
        return None
    with closing(sqlite3.connect(target)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode=DELETE")
    return target.replace(target.with_name(f"{target.stem}-before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{target.suffix}"))
