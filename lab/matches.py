"""Matches: many pairs of games on several cores, kept on disk as they end, and what they say about strength."""

import hashlib
import json
import math
import os
import re
import shlex
import shutil
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, stdev

from games.contract import Refusal
from games.taluva import rules
from games.taluva.bots.weights import weights_for
from lab import keeping
from lab.arena import LevelSide, Side, play_pair
from lab.program_side import ProgramSide
from taluva_site.utils.parallel import map_on_cores

CERTAIN = 1.96  # standard errors on either side of an interval of 95 %
LONGEST = 40  # characters of a side in a file's name; sides that begin alike differ in their fingerprint
FEW = 20  # games, too few for an interval
TRIED_AGAIN = 3  # pairs, those with the rarest ends, which another bot would hardly repeat
SURPRISES = 2  # pairs that may always have ended the other way: where all ended alike, the spread would claim certainty


@dataclass(frozen=True)
class Contest:
    """Who meets whom, in what kind of game."""

    a: str
    b: str
    games: int
    options: rules.Options
    seed: int = 1

    @property
    def name(self) -> str:
        """The name of the file that keeps its games."""
        kind = "-".join(str(value) for value in self.options.settings().values())
        name = f"{self.a[:LONGEST]}-{self.b[:LONGEST]}-{kind}-{self.seed}-{self.fingerprint}"
        return re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)

    @property
    def fingerprint(self) -> str:
        """A hash of what the sides are made of, so that games of a level or program that has changed are not reused."""
        sides = [*made_of(self.a), *made_of(self.b)]
        text = "\n".join([*sides, json.dumps(weights_for(self.options.players, self.options.founding))])
        return hashlib.sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Elo:
    """A difference in strength with its interval of 95 %; infinite where one side won all, or may win all."""

    score: float
    elo: float
    low: float
    high: float
    games: int

    def mirrored(self) -> "Elo":
        """Return the same as the other side has it."""
        return Elo(1 - self.score, -self.elo, -self.high, -self.low, self.games)

    @property
    def interval(self) -> str:
        """The interval in brackets, where there are games enough for one."""
        return "too few games" if self.games < FEW else f"[{self.low:+.0f}, {self.high:+.0f}]"

    def as_json(self) -> dict[str, float | None]:
        """Return the same for JSON, which has no infinity."""
        return {name: value if math.isfinite(value) else None for name, value in vars(self).items()}

    def __str__(self) -> str:
        return f"{self.score:.3f} of {self.games} games, Elo {self.elo:+.0f}, {self.interval}"


def side_named(name: str) -> Side:
    """Return a level, or `program:` and a command line."""
    kind, _, command = name.partition(":")
    if kind != "program":
        return LevelSide.named(name)
    words = shlex.split(command)
    if not words or shutil.which(words[0]) is None:
        raise Refusal(f"There is no program “{command}” here.")
    return ProgramSide(command)


def made_of(name: str) -> list[str]:
    """Return what a side plays by.

    A level's numbers; a program's command line, and what is in the files that it names.
    """
    side = side_named(name)
    words = shlex.split(side.command) if isinstance(side, ProgramSide) else []
    files = [Path(word) for word in words if os.path.isfile(word)]  # noqa: PTH113  # a long word is no file, not an error
    return [str(side), *(hashlib.sha256(file.read_bytes()).hexdigest() for file in files)]


def elo_of(score: float) -> float:
    """Return the difference in Elo that a score means."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def measure_pairs(pairs: list[tuple[float, float]]) -> Elo:
    """Return what pairs of games say; the games of a pair share their draw, so pairs are what is independent."""
    if not pairs:
        return Elo(0.5, 0.0, -math.inf, math.inf, 0)
    scores = [(one + two) / 2 for one, two in pairs]
    score = fmean(scores)
    spread = stdev(scores) if len(scores) > 1 else 0.0
    error = max(CERTAIN * spread / math.sqrt(len(scores)), SURPRISES / len(scores))
    return Elo(score, elo_of(score), elo_of(score - error), elo_of(score + error), 2 * len(pairs))


def progress_bar(done: int, of: int, width: int = 20) -> str:
    """Return a bar that shows how far it is."""
    return f"[{'#' * (width * done // of):{width}}] {done}/{of}"


def play_numbered(contest: Contest, number: int) -> tuple[float, float]:
    """Play one pair of a contest, in a process of its own."""
    return play_pair(contest.options, side_named(contest.a), side_named(contest.b), contest.seed, number)


def read_pairs(path: Path) -> dict[int, tuple[float, float]]:
    """Return the pairs that were played already; a last line that was cut off is not one."""
    if not path.exists():
        return {}
    lines = path.read_text().splitlines(keepends=True)
    rows = [json.loads(line) for line in lines if line.endswith("\n")]
    return {int(number): (float(one), float(two)) for number, one, two in rows}


def line_of(number: int, pair: tuple[float, float]) -> str:
    """Return a pair as it is kept."""
    return json.dumps([number, *pair]) + "\n"


def ends_as_kept(contest: Contest, pairs: dict[int, tuple[float, float]]) -> bool:
    """Play some of the kept pairs again; return whether they end alike. Programs may vary."""
    if not all(isinstance(side_named(name), LevelSide) for name in (contest.a, contest.b)):
        return True
    often = Counter(pairs.values())
    rare = sorted(pairs, key=lambda number: often[pairs[number]])[:TRIED_AGAIN]
    return all(play_numbered(contest, number) == pairs[number] for number in rare)


def play_match(
    contest: Contest, directory: Path, workers: int, say: Callable[[str], None], until: float = math.inf
) -> Elo:
    """Play what is missing of a contest, and begin no pair after `until` (of `time.monotonic`).

    The pairs are kept, so that it can be broken off and taken up again, unless the bots have changed meanwhile.
    """
    path = directory / f"{contest.name}.jsonl"
    pairs = read_pairs(path)
    missing = [number for number in range(contest.games // 2) if number not in pairs]
    if missing and time.monotonic() < until:
        if not ends_as_kept(contest, pairs):
            say(f"{contest.a} – {contest.b}: what was kept would end otherwise now, so it begins anew.\n")
            pairs, missing = {}, list(range(contest.games // 2))
        keeping.replace_file(
            path, "".join(line_of(*item) for item in pairs.items())
        )  # whole lines only, to go on after them
        with path.open("a") as log:
            played = map_on_cores(partial(play_numbered, contest), missing, workers, start="fork")
            for number, pair in zip(missing, played, strict=True):
                pairs[number] = pair
                log.write(line_of(number, pair))
                log.flush()
                measured = measure_pairs(list(pairs.values()))
                say(f"{progress_bar(2 * len(pairs), contest.games)} {contest.a} – {contest.b}: {measured}")
                if time.monotonic() >= until:
                    break
    return measure_pairs([pairs[number] for number in sorted(pairs)][: contest.games // 2])
