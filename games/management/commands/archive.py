from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from games.history import archive_check, dumps, replaying
from games.replays import Difference
from taluva_site.utils.progress import print_progress


class Command(BaseCommand):
    help = "Checks every stored game, the ratings and the public dump; or writes that dump now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser("check", help="replay everything by today's rules and say what is different")
        check.add_argument("--key", default="", help="one match only")
        check.add_argument("--records", type=Path, metavar="FOLDER", help="the records below a folder instead")
        dump = actions.add_parser("dump", help="write the public dump now")
        dump.add_argument("--anew", action="store_true", help="take no record over from the dump before")
        for each in (check, dump):
            each.add_argument(
                "--workers", type=int, default=os.cpu_count() or 1, help="processes; one a core if not said"
            )

    def handle(self, *, action: str, **options: object) -> None:
        getattr(self, f"run_{action}")(**options)

    def run_dump(self, *, anew: bool, workers: int, **options: object) -> None:
        dump = dumps.write_dump(now=timezone.now(), workers=workers, anew=anew)
        self.stdout.write(f"{dump.games:,} games in {dump.file} ({dump.size:,} bytes), SHA-256 {dump.sha256}")

    def run_check(self, *, key: str, records: Path | None, workers: int, **options: object) -> None:
        started = time.monotonic()
        if records:
            number, found = archive_check.differences_in_records(records, workers=workers)
            wrong, what = self.write_differences(found), f"{number:,} records"
        elif key:
            wrong, what = self.write_differences(archive_check.differences_in_games(key, workers=1)), key
        else:
            wrong = self.write_differences(archive_check.archive_differences(workers=workers, say=print_progress))
            what = f"{replaying.started_matches().count():,} games, the ratings and the dump"
        if wrong:
            raise CommandError(f"{wrong:,} {'thing is' if wrong == 1 else 'things are'} not as stored: see above.")
        self.stdout.write(f"{what} checked in {time.monotonic() - started:.1f} s, no difference")

    def write_differences(self, found: Iterable[Difference]) -> int:
        """Write each difference on a line of its own; return how many there are."""
        lines = [self.stdout.write(f"{each.name}: {each.words}") for each in found]
        return len(lines)
