from __future__ import annotations

import os
import random
import time
from argparse import ArgumentParser

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from games import demo
from games.history import dumps
from taluva_site.utils.progress import print_progress


class Command(BaseCommand):
    help = "Fills the club with people, and with games of every kind that bots play on all cores for it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--large", action="store_true", help="5,000 matches and 200,000 turns, played at random")
        parser.add_argument("--seed", type=int, default=1, help="other games for another number")
        parser.add_argument(
            "--workers", type=int, default=os.cpu_count() or 1, help="processes; one a core if not said"
        )
        parser.add_argument("--yes", action="store_true", help="in a hosted club too")

    def handle(self, *, large: bool, seed: int, workers: int, yes: bool, **options: object) -> None:
        if settings.HOSTED and not yes:
            raise CommandError("This is a hosted club; say --yes to fill it with people who do not exist.")
        started, now = time.monotonic(), timezone.now()
        rng = random.Random(seed)  # noqa: S311 - games to look at
        if large:
            matches, turns = demo.create_large_demo(demo.LARGE, now=now, rng=rng)
        else:
            matches, turns = demo.create_demo(demo.SMALL, now=now, rng=rng, workers=workers, say=say_progress)
            dumps.write_dump(now=now, workers=workers)
        self.stdout.write(f"{matches:,} matches and {turns:,} turns in {time.monotonic() - started:.0f} s.")


def say_progress(done: int) -> None:
    print_progress(f"{done} of {demo.SMALL.finished} games played{'' if done < demo.SMALL.finished else chr(10)}")
