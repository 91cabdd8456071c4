from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError

from games.history import ratings


class Command(BaseCommand):
    help = "Checks that the running ratings are those that come out anew, or writes them anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("check", "recompute"))

    def handle(self, *, what: str, **options: object) -> None:
        if what == "recompute":
            self.stdout.write(f"{ratings.recompute_ratings():,} ratings written anew.")
            return
        found = ratings.rating_differences()
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} ratings differ; `manage.py ratings recompute` writes them anew.")
        self.stdout.write("All ratings are as they come out anew.")
