from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError

from games.services import replaying


class Command(BaseCommand):
    help = "Replays every stored game by today's rules and says which would end differently."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--key", help="one match only")

    def handle(self, *, key: str | None, **options: object) -> None:
        number, wrong = 0, 0
        for match, difference in replaying.differences(key):
            number += 1
            if difference:
                wrong += 1
                self.stdout.write(f"{match.key} (rules {match.rules} {match.rules_version}): {difference}")
        self.stdout.write(f"{number} games replayed, {wrong} would end differently.")
        if wrong:
            raise CommandError(f"{wrong} of {number} stored games do not replay to what is stored.")
