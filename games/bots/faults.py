"""The test of the differential test: faults seeded in a copy of the core, each of which it has to find."""

import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import TYPE_CHECKING, NamedTuple, cast

from games.bots import engine, fuzz

if TYPE_CHECKING:
    from games.bots.core.border import Position

PACKAGE = "games.bots.faulty_core"
LIST = Path(__file__).parent / "faults.toml"
MOST_GAMES = 1500


class Fault(NamedTuple):
    """A wrong line instead of a right one."""

    name: str
    file: str
    right: str
    wrong: str


def seeded() -> tuple[Fault, ...]:
    """All faults of the list."""
    rows = tomllib.loads(LIST.read_text())["fault"]
    return tuple(Fault(row["name"], row["file"], row["right"], row["wrong"]) for row in rows)


def faulty_positions(fault: Fault, number: int, directory: Path) -> "type[Position]":
    """Positions by a core that has the fault."""
    name = f"{PACKAGE}_{number}"
    copytree(engine.CORE, directory, ignore=ignore_patterns("__pycache__"))
    source = directory / fault.file
    text = source.read_text()
    if text.count(fault.right) != 1:
        raise LookupError(f"{fault.name}: its line is there {text.count(fault.right)} times")
    source.write_text(text.replace(fault.right, fault.wrong))
    return cast("type[Position]", engine.module("border", name, directory).Position)


def games_until_found(fault: Fault, number: int, most: int = MOST_GAMES) -> int | None:
    """How many games the differential test takes to find the fault; None where it doesn't."""
    with tempfile.TemporaryDirectory() as directory:
        positions = faulty_positions(fault, number, Path(directory) / "core")
        try:
            return next((game + 1 for game in range(most) if disagrees(game, positions)), None)
        finally:
            for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}_{number}")]:
                del sys.modules[name]


def disagrees(game: int, positions: "type[Position]") -> bool:
    """Whether a game shows a difference, or can't even be played."""
    try:
        fuzz.play_one(f"fault {game}", positions)
    except (fuzz.DisagreementError, LookupError, ValueError):
        return True
    return False


def run_all(say: Callable[[str], None]) -> list[str]:
    """Run the test against every fault; the names of those that it did not find."""
    faults, missed = seeded(), []
    for number, fault in enumerate(faults):
        games = games_until_found(fault, number)
        say(f"{number + 1:2} of {len(faults)}: {fault.name}: " + (f"found in game {games}" if games else "NOT FOUND"))
        if games is None:
            missed.append(fault.name)
    say(f"{len(faults) - len(missed)} of {len(faults)} faults found")
    return missed
