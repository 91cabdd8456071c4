from __future__ import annotations

import random
import time
from argparse import ArgumentParser

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from games.services import demo


class Command(BaseCommand):
    help = "Fills the club with people and games to look at; --large with 5,000 matches and 200,000 turns."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--large", action="store_true")
        parser.add_argument("--seed", type=int, default=1, help="other games for another number")
        parser.add_argument("--yes", action="store_true", help="in a hosted club too")

    def handle(self, *, large: bool, seed: int, yes: bool, **options: object) -> None:
        if settings.HOSTED and not yes:
            raise CommandError("This is a hosted club; say --yes to fill it with people who do not exist.")
        started = time.monotonic()
        rng = random.Random(seed)  # noqa: S311 - games to look at
        matches, turns = demo.fill(demo.LARGE if large else demo.SMALL, now=timezone.now(), rng=rng)
        seconds = time.monotonic() - started
        self.stdout.write(f"{matches:,} matches and {turns:,} turns in {seconds:.0f} s.")
