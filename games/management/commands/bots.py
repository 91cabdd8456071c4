"""What a host may want of the bots: their levels, the compiled core, a level for other programs, a guest elsewhere."""

import math
import os
import random
import signal
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from games.bot_contract import CoreState, FastCore
from games.bots.program import TOKEN
from games.contract import Refusal
from games.registry import BOTS, all_levels


class Command(BaseCommand):
    help = "The bots' levels and their fast core, and bots that play elsewhere. docs/bots.md describes them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        tools = parser.add_subparsers(dest="tool", required=True)
        tools.add_parser("list", help="the levels and their measured ratings")
        tools.add_parser("warm", help="compile the core into the cache")
        engine = tools.add_parser("engine", help="play as a level by the line protocol, on standard input and output")
        engine.add_argument("level", choices=all_levels())
        visit = tools.add_parser("visit", help=f"play on a club over its API, by the token in {TOKEN}")
        visit.add_argument("club", help="its address")
        visit.add_argument("side", help="a level, or program:<command>")
        visit.add_argument("--seconds", type=pause, default=5.0, help="between two looks")
        for each in (engine, visit):
            each.add_argument("--seed", type=int)

    def handle(self, *, tool: str, **options: object) -> None:
        os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(settings.VAR) / "numba"))
        try:
            getattr(self, f"run_{tool}")(**options)
        except (Refusal, OSError) as reason:
            raise CommandError(str(reason)) from reason
        except KeyboardInterrupt:
            self.stderr.write("")  # below the line of progress
            raise CommandError("Broken off.", returncode=128 + signal.SIGINT) from None

    def run_list(self, **options: object) -> None:
        for level in all_levels().values():
            rating = level.rating
            strength = (
                f"Elo {rating['elo']:+d} [{rating['low']:+d}, {rating['high']:+d}]" if rating else "not measured yet"
            )
            self.stdout.write(f"{level.key:10} {strength:28} {level.missing or level.sentence}")

    def run_warm(self, **options: object) -> None:
        from games.matches import bot_core

        cores = [bots.core for bots in BOTS.values() if bots.core]
        if not all(core.is_installed() for core in cores):
            raise CommandError("numba is not installed: only the levels that plain Python plays are there.")
        try:
            for core in cores:
                core.compile_core(self.stdout.write)
        finally:
            bot_core.check_all()

    def run_engine(self, *, level: str, seed: int | None, **options: object) -> None:
        from games.bots import protocol

        compile_ahead(level)
        lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
        protocol.serve_program(level, lines, lambda line: print(line, flush=True), some_seed(seed))

    def run_visit(self, *, club: str, side: str, seconds: float, seed: int | None, **options: object) -> None:
        from games.bots import visitor

        token = os.environ.get(TOKEN, "").strip()
        if not token:
            raise CommandError(f"Set {TOKEN} to a token of the bot's account that may read, play and create.")
        compile_ahead(side)
        place, choose = visitor.Club(club, token), visitor.choose_with(side, some_seed(seed))
        while True:
            visitor.visit_club(place, choose, lambda line: print(line, flush=True))
            time.sleep(seconds)


def cores_of(level: str) -> list[FastCore]:
    """Return the cores by which this level plays."""
    return [bots.core for bots in BOTS.values() if bots.core and level in bots.levels and bots.levels[level].needs_core]


def compile_ahead(level: str) -> None:
    """Compile what the level plays by where it wasn't yet, with a line for each step, so that nobody waits blindly."""
    for core in cores_of(level):
        if core.is_installed() and core.state() is not CoreState.READY:
            core.compile_core(lambda line: print(line, file=sys.stderr, flush=True))


def some_seed(given: int | None) -> int:
    """Return the seed that was asked for, or any."""
    return random.SystemRandom().getrandbits(32) if given is None else given


def pause(text: str) -> float:
    """Return the type of an argument: seconds between two looks."""
    if not 0 < float(text) < math.inf:
        raise ArgumentTypeError(f"{text} is not a time above 0")
    return float(text)
