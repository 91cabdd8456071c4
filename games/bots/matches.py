"""Matches: many pairs of games on several cores, kept on disk as they end, and what they say about strength."""

import hashlib
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, stdev

from games.bots.arena import LevelSide, Side, play_pair
from games.bots.cores import as_done
from games.bots.protocol import ProgramSide
from games.bots.weights import weights_for
from games.rules import taluva

CERTAIN = 1.96  # standard errors on either side of an interval of 95 %


@dataclass(frozen=True)
class Contest:
    """Who meets whom, in what kind of game."""

    a: str
    b: str
    games: int
    options: taluva.Options
    seed: int = 1

    @property
    def name(self) -> str:
        """A file's name for it."""
        kind = "-".join(str(value) for value in self.options.settings().values())
        name = f"{self.a}-{self.b}-{kind}-{self.seed}".replace("/", "_").replace(" ", "_").replace(":", "_")
        return f"{name}-{self.fingerprint}"

    @property
    def fingerprint(self) -> str:
        """Of what the sides are made of: games of a level that was changed since are not taken up."""
        sides = [str(side_named(name)) for name in (self.a, self.b)]
        made_of = "\n".join([*sides, json.dumps(weights_for(self.options.players, self.options.founding))])
        return hashlib.sha256(made_of.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Elo:
    """A difference in strength with its interval of 95 %; infinite where one side won all."""

    score: float
    elo: float
    low: float
    high: float
    games: int

    def mirrored(self) -> "Elo":
        """The same as the other side has it."""
        return Elo(1 - self.score, -self.elo, -self.high, -self.low, self.games)

    def __str__(self) -> str:
        return f"{self.score:.3f} of {self.games} games, Elo {self.elo:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"


def side_named(name: str) -> Side:
    """A level, or `program:` and a command line."""
    kind, _, command = name.partition(":")
    return ProgramSide(command) if kind == "program" else LevelSide.named(name)


def elo_of(score: float) -> float:
    """The difference in Elo that a score means."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def measured(pairs: list[tuple[float, float]]) -> Elo:
    """What pairs of games say; the games of a pair share their draw, so pairs are what is independent."""
    if not pairs:
        return Elo(0.5, 0.0, -math.inf, math.inf, 0)
    scores = [(one + two) / 2 for one, two in pairs]
    score = fmean(scores)
    error = CERTAIN * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 1.0
    return Elo(score, elo_of(score), elo_of(score - error), elo_of(score + error), 2 * len(pairs))


def bar(done: int, of: int, width: int = 20) -> str:
    """How far it is."""
    return f"[{'#' * (width * done // of):{width}}] {done}/{of}"


def play_numbered(contest: Contest, number: int) -> tuple[float, float]:
    """One pair of a contest, in a process of its own."""
    return play_pair(contest.options, side_named(contest.a), side_named(contest.b), contest.seed, number)


def read_pairs(path: Path) -> dict[int, tuple[float, float]]:
    """The pairs that were played already."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {int(number): (float(one), float(two)) for number, one, two in rows}


def play_match(
    contest: Contest, directory: Path, workers: int, say: Callable[[str], None], until: float = math.inf
) -> Elo:
    """Play what is missing of a contest, and begin no pair after `until` (of `time.monotonic`).

    The pairs are kept, so that it can be broken off and taken up again.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{contest.name}.jsonl"
    pairs = read_pairs(path)
    missing = [number for number in range(contest.games // 2) if number not in pairs]
    if missing and time.monotonic() < until:
        with path.open("a") as log:
            for number, pair in as_done(partial(play_numbered, contest), missing, workers):
                pairs[number] = pair
                log.write(json.dumps([number, *pair]) + "\n")
                log.flush()
                say(f"{bar(2 * len(pairs), contest.games)} {contest.a} – {contest.b}: {measured(list(pairs.values()))}")
                if time.monotonic() >= until:
                    break
    return measured([pairs[number] for number in sorted(pairs)][: contest.games // 2])
