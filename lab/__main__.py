"""`python -m lab …`: matches between bots, the ladder, training, the differential test and its own test."""

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from games.bot_contract import LevelRating
from games.contract import Refusal
from games.taluva import rules
from games.taluva.bots import engine, fast_core, weights
from lab import faults, fuzzing, ladder, matches
from taluva_site.utils.progress import print_progress

ROOT = Path(__file__).resolve().parent.parent


def main(words: Sequence[str] | None = None) -> None:
    """Run the tool that the command line names; what can't be done ends it with a sentence."""
    options = build_parser().parse_args(words)
    os.environ.setdefault("NUMBA_CACHE_DIR", str(var_folder() / "numba"))
    try:
        options.run(options)
    except (Refusal, OSError) as reason:
        sys.exit(str(reason))
    except KeyboardInterrupt:
        print("\nBroken off.", file=sys.stderr)  # below the line of progress
        sys.exit(128 + signal.SIGINT)


def run_match(options: Namespace) -> None:
    """Play a match, or what is missing of it."""
    kind = rules.Options(players=options.players, founding=options.founding, teams=options.teams)
    contest = matches.Contest(options.a, options.b, options.games, kind, options.seed)
    fast_core.compile_ahead()
    result = matches.play_match(contest, games_folder(), options.workers, print_progress)
    print(file=sys.stderr)
    sides = {"a": options.a, "b": options.b}
    print(json.dumps({**sides, **result.as_json()}) if options.json else table_of_match(**sides, result=result))


def run_ladder(options: Namespace) -> None:
    """Play what is missing of the ladder, and publish the ratings."""
    directory = Path(options.directory or ladder.PLAYED)
    plan = ladder.LadderPlan.lasting(options.minutes, options.games, directory, options.workers)
    fast_core.compile_ahead()
    ratings = ladder.rate_ladder(
        plan, f"python -m lab ladder --games {options.games}", current_commit(), print, print_progress
    )
    print(json.dumps(ratings) if options.json else table_of(ratings))


def run_train(options: Namespace) -> None:
    """Make weights, and put them into their file."""
    from lab import train  # the only tool that needs numpy

    fast_core.compile_ahead()
    plan = train.TrainingPlan(options.players, options.founding, options.games, options.rounds, options.seed)
    train.save_weights(plan, train.train_weights(plan, print), Path(options.out or weights.WEIGHTS))


def run_fuzz(options: Namespace) -> None:
    """Compare the core with the rules."""
    if not options.plain and not engine.has_numba():
        sys.exit("numba is not installed: `--plain` compares the core in plain Python.")
    if not options.plain:
        fast_core.compile_ahead()
    until = time.monotonic() + 60 * options.minutes if options.minutes else math.inf
    plan = fuzzing.FuzzPlan(options.games, options.workers, not options.plain, until)
    row = fuzzing.run_plan(plan, Path(options.record or fuzzing.RECORD), print_progress)
    print(
        f"\n{row['games']} games, {row['turns']} turns, {row['builds']} builds, {row['eruptions']} eruptions, "
        "no difference"
    )


def run_faults(options: Namespace) -> None:
    """Plant faults in the core, and say which of them the differential test misses."""
    missed = faults.run_all(print, games_folder() / "faults.json", options.workers)
    if missed:
        sys.exit(f"The differential test missed: {', '.join(missed)}")


def at_least(least: int, step: int = 1) -> Callable[[str], int]:
    """Return the type of an argument: a whole number from the least one on, in steps."""

    def number(text: str) -> int:
        if int(text) < least or int(text) % step:
            raise ArgumentTypeError(f"{text} is not {'an even' if step == 2 else 'a'} number from {least} on")
        return int(text)

    return number


def minutes(text: str) -> float:
    """Return the type of an argument: how long a tool may work; 0 for as long as it takes."""
    if not float(text) >= 0:
        raise ArgumentTypeError(f"{text} is not a time from 0 on")
    return float(text)


def side(text: str) -> str:
    """Return the type of an argument: the name of somebody who can play here."""
    try:
        matches.side_named(text)
    except Refusal as refusal:
        raise ArgumentTypeError(str(refusal)) from refusal
    return text


class Tools(Protocol):
    """What the parsers of the tools are added to."""

    def add_parser(self, name: str, /, *, help: str) -> ArgumentParser: ...  # noqa: A002 - argparse's name


def build_parser() -> ArgumentParser:
    """Return the parser of the whole command line."""
    whole = ArgumentParser("python -m lab", description="The makers' tools for the bots; docs/bots.md describes them.")
    tools = whole.add_subparsers(dest="tool", required=True)
    add_match(tools)
    add_training(tools)
    add_core(tools)
    return whole


def add_match(tools: Tools) -> None:
    """Add the tools that play matches."""
    match = tools.add_parser("match", help="two bots, pairs of games with the same draw and the seats swapped")
    match.set_defaults(run=run_match)
    match.add_argument(
        "a", type=side, help="a level, a level with another budget (navigator:2000), or program:<command>"
    )
    match.add_argument("b", type=side)
    match.add_argument("--players", type=int, default=2, choices=(2, 3, 4, 5))
    match.add_argument("--founding", default="apart", choices=("apart", "anywhere"))
    match.add_argument("--teams", action="store_true")
    match.add_argument("--seed", type=int, default=1)
    whole = tools.add_parser("ladder", help="redo the published table: every level against the one below")
    whole.set_defaults(run=run_ladder)
    whole.add_argument("--minutes", type=minutes, default=0, help="break off after so long; the next run goes on")
    whole.add_argument("--directory", help="where games and ratings are kept, instead of those that are published")
    for each in (match, whole):
        each.add_argument("--games", type=at_least(2, step=2), default=400, help="an even number: they go by pairs")
        each.add_argument("--workers", type=at_least(1), default=1)
        each.add_argument("--json", action="store_true")


def add_training(tools: Tools) -> None:
    """Add the tool that makes the weights."""
    training = tools.add_parser("train", help="self-play and regression; the weights file names the command")
    training.set_defaults(run=run_train)
    training.add_argument("--players", type=int, default=2, choices=(2, 3, 4, 5))
    training.add_argument("--founding", default="apart", choices=("apart", "anywhere"))
    training.add_argument("--games", type=at_least(1), default=4000)
    training.add_argument("--rounds", type=at_least(1), default=3)
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--out", help="the file of the weights, instead of the one that the bots play by")


def add_core(tools: Tools) -> None:
    """Add the tools that test the core."""
    fuzz = tools.add_parser("fuzz", help="the core against the rules on random games; can be broken off and taken up")
    fuzz.set_defaults(run=run_fuzz)
    fuzz.add_argument("--games", type=at_least(1), default=1000, help="how many there are to be, with the record's")
    fuzz.add_argument("--minutes", type=minutes, default=0, help="break off after so long; the next run goes on")
    fuzz.add_argument("--record", help="where it is kept what was compared, instead of beside the ladder's games")
    fuzz.add_argument("--plain", action="store_true", help="the core as plain Python")
    hunt = tools.add_parser(
        "faults", help="the test of that test: seeded faults, all of which it has to find; can be taken up"
    )
    hunt.set_defaults(run=run_faults)
    for each in (fuzz, hunt):
        each.add_argument(
            "--workers", type=at_least(1), default=os.cpu_count() or 1, help="one a core unless it is set"
        )


def current_commit() -> str:
    """Return the sources that a measurement was made with, where git knows."""
    if not shutil.which("git"):
        return ""
    git = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603  # no input


def var_folder() -> Path:
    """Return where this machine keeps what is not part of the repository, as the site does."""
    return Path(os.environ.get("TALUVA_VAR") or ROOT / "var")


def games_folder() -> Path:
    """Return where the tools keep what they have played."""
    return var_folder() / "bots"


def table_of_match(a: str, b: str, result: matches.Elo) -> str:
    """Return both sides of a match as a table."""
    width = max(len(a), len(b), len("side"))
    rows = [
        f"{name:{width}}  {one.score:.3f}  {one.elo:+6.0f}  {one.interval:>14}  {one.games:5}"
        for name, one in ((a, result), (b, result.mirrored()))
    ]
    return "\n".join([f"{'side':{width}}  share     Elo  interval 95 %   games", *rows])


def table_of(ratings: Mapping[str, LevelRating]) -> str:
    """Return the ladder as a table."""
    rows = [
        f"{key:10} {row['elo']:+6d}  [{row['low']:+d}, {row['high']:+d}]  {row['games']}"
        for key, row in ratings.items()
    ]
    return "\n".join(["level         Elo  interval  games", *rows])


if __name__ == "__main__":
    main()
