"""The differential test by the thousand: on several cores, taken up where it was left, with a record of what it showed.

The record lies in the repository beside the ladder's games. It goes by the program text of the core's rules, of the
rules package and of the test, without comments and docstrings: where one of them changes, the count begins anew.
"""

import ast
import hashlib
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypedDict, cast

from games import hexes
from games.taluva import rules as taluva
from games.taluva.bots import engine
from lab import fuzz, keeping
from taluva_site.utils.parallel import map_on_cores

Say = Callable[[str], None]
RECORD = Path(__file__).parent / "fuzzed.json"
CHUNK = 20  # games that a process plays before it answers


class FuzzResult(TypedDict):
    """What was compared so far: games 0 to `games` - 1, each from the seed of its number."""

    games: int
    turns: int
    builds: int
    eruptions: int
    ends: dict[str, int]
    on: str


@dataclass(frozen=True)
class FuzzPlan:
    """How many games there are to be, on how many cores, and how long."""

    games: int
    workers: int = 1
    compiled: bool = True
    until: float = math.inf
    """Of `time.monotonic`."""


def program_text(path: Path) -> str:
    """Return what a module does, without its comments and docstrings, and wherever it and those that it imports lie."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            node.module, node.level = node.module.rpartition(".")[2], 0
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def used_modules(part: str, seen: set[str]) -> set[str]:
    """Return the modules of the core that one of them stands on, and itself: `border`, `rules.tile`."""
    if part not in seen:
        seen.add(part)
        for node in ast.walk(ast.parse(core_file(part).read_text())):
            if isinstance(node, ast.ImportFrom) and node.level and node.module:
                folder = part.split(".")[: -node.level]
                used_modules(".".join([*folder, node.module]), seen)
    return seen


def core_file(part: str) -> Path:
    """Return the file of a module of the core."""
    return engine.CORE / f"{part.replace('.', '/')}.py"


def source_digest() -> str:
    """Return a name for what was compared with what, and how."""
    core = [core_file(part) for part in sorted(used_modules("border", set()))]
    rules = sorted(Path(taluva.__file__).parent.rglob("*.py"))
    parts = [program_text(path) for path in (*core, *rules, Path(hexes.__file__), Path(fuzz.__file__))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def read_tallies(path: Path) -> dict[str, FuzzResult]:
    """Return what was compared, by sources and by how the core ran."""
    return cast("dict[str, FuzzResult]", json.loads(path.read_text())) if path.exists() else {}


def play_chunk(first: int, *, games: int, compiled: bool) -> list[fuzz.GameTally]:
    """Return some games from their numbers on, in a process of its own; a difference names its game."""
    positions, tallies = engine.position_class(compiled=compiled), []
    for number in range(first, min(first + CHUNK, games)):
        try:
            tallies.append(fuzz.play_one(number, positions))
        except fuzz.DisagreementError as error:
            error.add_note(f"This was game {number}.")
            raise
    return tallies


def missing_chunks(plan: FuzzPlan, done: int) -> Iterator[list[fuzz.GameTally]]:
    """Yield the games that are missing, in their order."""
    play = partial(play_chunk, games=plan.games, compiled=plan.compiled)
    yield from map_on_cores(play, range(done, plan.games, CHUNK), plan.workers, start="fork")


def add_tallies(row: FuzzResult, tallies: list[fuzz.GameTally]) -> FuzzResult:
    """Return the record with some more games."""
    ends = dict(row["ends"])
    for tally in tallies:
        ends[tally.reason] = ends.get(tally.reason, 0) + 1
    return {
        "games": row["games"] + len(tallies),
        "turns": row["turns"] + sum(tally.turns for tally in tallies),
        "builds": row["builds"] + sum(tally.builds for tally in tallies),
        "eruptions": row["eruptions"] + sum(tally.eruptions for tally in tallies),
        "ends": ends,
        "on": datetime.now(UTC).date().isoformat(),
    }


def run_plan(plan: FuzzPlan, path: Path, say: Say) -> FuzzResult:
    """Play what is missing, and keep the record after each chunk, so that it can be broken off."""
    rows, key = read_tallies(path), f"{source_digest()} {'compiled' if plan.compiled else 'plain'}"
    row = rows.get(key, FuzzResult(games=0, turns=0, builds=0, eruptions=0, ends={}, on=""))
    if time.monotonic() >= plan.until:
        return row
    for tallies in missing_chunks(plan, row["games"]):
        rows[key] = row = add_tallies(row, tallies)
        keeping.replace_file(path, json.dumps(rows, indent=1) + "\n")
        say(f"{row['games']} of {plan.games} games, {row['turns']} turns and {row['builds']} builds, no difference")
        if time.monotonic() >= plan.until:
            break
    return row
