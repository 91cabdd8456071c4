"""The bots' tools: matches, the published ladder, training, the compiled core, the differential test."""

import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from games.bots import LEVELS
from games.bots.levels import Rating
from games.bots.program import TOKEN
from games.contract import Refusal
from games.taluva import rules

if TYPE_CHECKING:
    from games.bots.matches import Elo


class Command(BaseCommand):
    help = "Matches between bots, the ladder, training, and the fast core. docs/bots.md describes them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        tools = parser.add_subparsers(dest="tool", required=True)
        add_match(tools)
        add_training(tools)
        add_core(tools)

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
        for level in LEVELS.values():
            rating = level.rating
            strength = (
                f"Elo {rating['elo']:+d} [{rating['low']:+d}, {rating['high']:+d}]" if rating else "not measured yet"
            )
            self.stdout.write(f"{level.key:10} {strength:28} {level.missing or level.sentence}")

    def run_match(self, *, a: str, b: str, games: int, workers: int, seed: int, **options: object) -> None:
        from games.bots import cli, matches

        contest = matches.Contest(a, b, games, kind_of_game(options), seed)
        cli.warm_ahead()
        result = matches.play_match(contest, folder(options), workers, cli.progress)
        self.stderr.write("")
        self.stdout.write(
            json.dumps({"a": a, "b": b, **result.as_json()}) if options["json"] else table_of_match(a, b, result)
        )

    def run_ladder(self, *, games: int, workers: int, minutes: float, **options: object) -> None:
        from games.bots import cli, ladder

        plan = ladder.Plan.lasting(minutes, games, Path(str(options["directory"] or ladder.PLAYED)), workers)
        command = f"manage.py bots ladder --games {games}"
        cli.warm_ahead()
        ratings = ladder.rate_ladder(plan, command, commit(), self.stdout.write, cli.progress)
        self.stdout.write(json.dumps(ratings) if options["json"] else table_of(ratings))

    def run_train(self, *, players: int, founding: str, games: int, rounds: int, seed: int, **options: object) -> None:
        from games.bots import cli, train, weights

        cli.warm_ahead()
        plan = train.Plan(players, founding, games, rounds, seed)
        train.save(plan, train.train(plan, self.stdout.write), Path(str(options["out"] or weights.WEIGHTS)))

    def run_warm(self, **options: object) -> None:
        from games.bots import cli, engine
        from games.matches import bot_core

        if not engine.has_numba():
            raise CommandError("numba is not installed: only the levels that plain Python plays are there.")
        try:
            cli.warm(self.stdout.write)
        finally:
            bot_core.look()

    def run_fuzz(self, *, games: int, plain: bool, workers: int, minutes: float, **options: object) -> None:
        from games.bots import cli, engine, fuzzing

        if not plain and not engine.has_numba():
            raise CommandError("numba is not installed: `--plain` compares the core in plain Python.")
        if not plain:
            cli.warm_ahead()
        plan = fuzzing.Plan(games, workers, not plain, time.monotonic() + 60 * minutes if minutes else math.inf)
        row = fuzzing.run(plan, Path(str(options["record"] or fuzzing.RECORD)), cli.progress)
        self.stdout.write(
            f"\n{row['games']} games, {row['turns']} turns, {row['builds']} builds, {row['eruptions']} eruptions, "
            "no difference"
        )

    def run_faults(self, *, workers: int, **options: object) -> None:
        from games.bots import faults

        missed = faults.run_all(self.stdout.write, folder(options) / "faults.json", workers)
        if missed:
            raise CommandError(f"The differential test missed: {', '.join(missed)}")

    def run_engine(self, *, level: str, seed: int | None, **options: object) -> None:
        from games.bots import cli, protocol

        if LEVELS[level].needs_core:
            cli.warm_ahead()
        lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
        protocol.serve(level, lines, lambda line: print(line, flush=True), some_seed(seed))

    def run_visit(self, *, club: str, side: str, seconds: float, seed: int | None, **options: object) -> None:
        from games.bots import cli, visitor

        token = os.environ.get(TOKEN, "").strip()
        if not token:
            raise CommandError(f"Set {TOKEN} to a token of the bot's account that may read, play and create.")
        if side in LEVELS and LEVELS[side].needs_core:
            cli.warm_ahead()
        place, choose = visitor.Club(club, token), visitor.chooser(side, some_seed(seed))
        while True:
            visitor.call(place, choose, lambda line: print(line, flush=True))
            time.sleep(seconds)


def some_seed(given: int | None) -> int:
    """The seed that was asked for, or any."""
    return random.SystemRandom().getrandbits(32) if given is None else given


def at_least(least: int, step: int = 1) -> Callable[[str], int]:
    """The type of an argument: a whole number from the least one on, in steps."""

    def number(text: str) -> int:
        if int(text) < least or int(text) % step:
            raise ArgumentTypeError(f"{text} is not {'an even' if step == 2 else 'a'} number from {least} on")
        return int(text)

    return number


def minutes(text: str) -> float:
    """The type of an argument: how long a tool may work; nought for as long as it takes."""
    if not float(text) >= 0:
        raise ArgumentTypeError(f"{text} is not a time from 0 on")
    return float(text)


def pause(text: str) -> float:
    """The type of an argument: seconds between two looks."""
    if not 0 < float(text) < math.inf:
        raise ArgumentTypeError(f"{text} is not a time above 0")
    return float(text)


def side(text: str) -> str:
    """The type of an argument: the name of somebody who can play here."""
    from games.bots import matches

    try:
        matches.side_named(text)
    except Refusal as refusal:
        raise ArgumentTypeError(str(refusal)) from refusal
    return text


class Tools(Protocol):
    """What the parsers of the tools are added to."""

    def add_parser(self, name: str, /, *, help: str) -> ArgumentParser: ...


def add_match(tools: Tools) -> None:
    """The tools that play matches."""
    tools.add_parser("list", help="the levels and their measured ratings")
    match = tools.add_parser("match", help="two bots, pairs of games with the same draw and the seats swapped")
    match.add_argument("a", type=side, help="a level, a level with another budget (volcano:2000), or program:<command>")
    match.add_argument("b", type=side)
    match.add_argument("--players", type=int, default=2, choices=(2, 3, 4, 5))
    match.add_argument("--founding", default="apart", choices=("apart", "anywhere"))
    match.add_argument("--teams", action="store_true")
    match.add_argument("--seed", type=int, default=1)
    ladder = tools.add_parser("ladder", help="redo the published table: every level against the one below")
    ladder.add_argument("--minutes", type=minutes, default=0, help="break off after so long; the next run goes on")
    ladder.add_argument("--directory", help="where games and ratings are kept, instead of those that are published")
    for parser in (match, ladder):
        parser.add_argument("--games", type=at_least(2, step=2), default=400, help="an even number: they go by pairs")
        parser.add_argument("--workers", type=at_least(1), default=1)
        parser.add_argument("--json", action="store_true")


def add_training(tools: Tools) -> None:
    """The tools that make the weights."""
    train = tools.add_parser("train", help="self-play and regression; the weights file names the command")
    train.add_argument("--players", type=int, default=2, choices=(2, 3, 4, 5))
    train.add_argument("--founding", default="apart", choices=("apart", "anywhere"))
    train.add_argument("--games", type=at_least(1), default=4000)
    train.add_argument("--rounds", type=at_least(1), default=3)
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--out", help="the file of the weights, instead of the one that the bots play by")


def add_core(tools: Tools) -> None:
    """The tools of the core."""
    tools.add_parser("warm", help="compile the core into the cache")
    fuzz = tools.add_parser("fuzz", help="the core against the rules on random games; can be broken off and taken up")
    fuzz.add_argument("--games", type=at_least(1), default=1000, help="how many there are to be, with the record's")
    fuzz.add_argument("--minutes", type=minutes, default=0, help="break off after so long; the next run goes on")
    fuzz.add_argument("--record", help="where it is kept what was compared, instead of beside the ladder's games")
    fuzz.add_argument("--plain", action="store_true", help="the core as plain Python")
    faults = tools.add_parser(
        "faults", help="the test of that test: seeded faults, all of which it has to find; can be taken up"
    )
    for parser in (fuzz, faults):
        parser.add_argument(
            "--workers", type=at_least(1), default=os.cpu_count() or 1, help="one a core unless it is set"
        )
    engine = tools.add_parser("engine", help="play as a level by the line protocol, on standard input and output")
    engine.add_argument("level", choices=LEVELS)
    visit = tools.add_parser("visit", help=f"play on a club over its API, by the token in {TOKEN}")
    visit.add_argument("club", help="its address")
    visit.add_argument("side", help="a level, or program:<command>")
    visit.add_argument("--seconds", type=pause, default=5.0, help="between two looks")
    for parser in (engine, visit):
        parser.add_argument("--seed", type=int)


def kind_of_game(options: dict[str, object]) -> rules.Options:
    """The options of the games of a match."""
    return rules.Options(
        players=int(str(options["players"])), founding=str(options["founding"]), teams=bool(options["teams"])
    )


def commit() -> str:
    """The sources that a measurement was made with, where git knows."""
    if not shutil.which("git"):
        return ""
    git = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(git, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603  # no input


def folder(options: dict[str, object]) -> Path:
    """Where the tools keep what they have played."""
    return Path(settings.VAR) / "bots"


def table_of_match(a: str, b: str, result: "Elo") -> str:
    """Both sides of a match as a table."""
    width = max(len(a), len(b), len("side"))
    rows = [
        f"{name:{width}}  {one.score:.3f}  {one.elo:+6.0f}  {one.interval:>14}  {one.games:5}"
        for name, one in ((a, result), (b, result.mirrored()))
    ]
    return "\n".join([f"{'side':{width}}  share     Elo  interval 95 %   games", *rows])


def table_of(ratings: Mapping[str, Rating]) -> str:
    """The ladder as a table."""
    rows = [
        f"{key:10} {row['elo']:+6d}  [{row['low']:+d}, {row['high']:+d}]  {row['games']}"
        for key, row in ratings.items()
    ]
    return "\n".join(["level         Elo  interval  games", *rows])
