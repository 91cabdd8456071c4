"""The test of the differential test: faults seeded in a copy of the core, each of which it has to find."""

import hashlib
import json
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import TYPE_CHECKING, NamedTuple, cast

from games.taluva.bots import engine
from lab import fuzz, keeping
from taluva_site.utils.parallel import map_on_cores

if TYPE_CHECKING:
    from games.taluva.bots.core.border import FastPosition

PACKAGE = "games.taluva.bots.faulty_core"
LIST = Path(__file__).parent / "faults.toml"
MOST_GAMES = 1500


class Fault(NamedTuple):
    """A wrong line instead of a right one."""

    name: str
    file: str
    right: str
    wrong: str


def seeded_faults() -> tuple[Fault, ...]:
    """Return all faults of the list."""
    rows = tomllib.loads(LIST.read_text())["fault"]
    return tuple(Fault(row["name"], row["file"], row["right"], row["wrong"]) for row in rows)


def faulty_positions(fault: Fault, number: int, directory: Path) -> "type[FastPosition]":
    """Return positions by a core that has the fault."""
    name = f"{PACKAGE}_{number}"
    copytree(engine.CORE, directory, ignore=ignore_patterns("__pycache__"))
    source = directory / fault.file
    text = source.read_text()
    if text.count(fault.right) != 1:
        raise LookupError(f"{fault.name}: its line is there {text.count(fault.right)} times")
    source.write_text(text.replace(fault.right, fault.wrong))
    return cast("type[FastPosition]", engine.core_module("border", name, directory).FastPosition)


def games_until_found(fault: Fault, number: int, most: int = MOST_GAMES) -> int | None:
    """Return how many games the differential test takes to find the fault; None where it doesn't."""
    with tempfile.TemporaryDirectory() as directory:
        positions = faulty_positions(fault, number, Path(directory) / "core")
        try:
            return next((game + 1 for game in range(most) if shows_fault(game, positions)), None)
        finally:
            for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}_{number}")]:
                del sys.modules[name]


def shows_fault(game: int, positions: "type[FastPosition]") -> bool:
    """Return whether a game shows a difference, or can't even be played."""
    try:
        fuzz.play_one(f"fault {game}", positions)
    except (fuzz.DisagreementError, LookupError, ValueError):
        return True
    return False


def hunt_fault(number: int) -> int | None:
    """Return the same for a fault by its place in the list."""
    return games_until_found(seeded_faults()[number], number)


def run_all(say: Callable[[str], None], kept: Path | None = None, workers: int = 1) -> list[str]:
    """Run the test against every fault; the names of those that it did not find.

    What was found is kept in a file, so that it can be broken off and taken up; another core begins anew.
    """
    faults, found = seeded_faults(), read_found(kept)
    missing = [number for number, fault in enumerate(faults) if fault.name not in found]
    found_after = map_on_cores(hunt_fault, missing, workers, start="fork")
    for number, games in zip(missing, found_after, strict=True):
        if games:
            found[faults[number].name] = games
            keep_found(kept, found)
        say(f"{number + 1:2} of {len(faults)}: {faults[number].name}: " + (f"game {games}" if games else "NOT FOUND"))
    say(f"{len(found)} of {len(faults)} faults found, the last one in game {max(found.values(), default=0)}")
    return [fault.name for fault in faults if fault.name not in found]


def source_digest() -> str:
    """Return a name for the state of the core and of the faults."""
    parts = [path.read_bytes() for path in (*sorted(engine.CORE.rglob("*.py")), LIST, Path(fuzz.__file__))]
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def read_found(kept: Path | None) -> dict[str, int]:
    """Return after how many games each fault was found, for these sources."""
    data = json.loads(kept.read_text()) if kept and kept.exists() else {}
    return cast("dict[str, int]", data.get(source_digest(), {}))


def keep_found(kept: Path | None, found: dict[str, int]) -> None:
    """Write down what was found so far."""
    if kept:
        keeping.replace_file(kept, json.dumps({source_digest(): found}, indent=1))
