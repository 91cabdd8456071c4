"""The ladder: who the bots are, and what each of them may spend on a turn."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from games import bot_contract
from games.bot_contract import LevelRating
from games.taluva.bots import engine

RATINGS = Path(__file__).parent / "ratings.json"
# Simulations of a turn without the core: some seconds at most, so that a turn comes on a slow machine as well.
PYTHON_MOST = 400


@dataclass(frozen=True)
class SearchLevel(bot_contract.Level):
    """A bot that searches.

    `sight` is the share of the placements that it looks at, `whim` how much it misjudges a
    turn, `care` how much the others' affairs count for it.
    """

    simulations: int = 0
    sight: float = 1.0
    whim: float = 0.0
    care: float = 1.0

    @property
    def rating(self) -> LevelRating | None:
        """Its strength between two players as measured, or None where it was not measured yet."""
        return measured_ratings().get(self.key)

    @property
    def missing(self) -> str | None:
        """Why it can't play here, or None when it can."""
        if self.needs_core and not engine.has_numba():
            return f"{self.name} needs numba, which is not installed here."
        return None

    @property
    def is_quick(self) -> bool:
        """Return whether it looks no further than its own turn."""
        return not self.simulations

    @property
    def is_weaker_plainly(self) -> bool:
        """Return whether it looks less far ahead in plain Python."""
        return self.simulations > PYTHON_MOST


@cache
def measured_ratings() -> dict[str, LevelRating]:
    """Return the ratings in the file that `python -m lab ladder` writes."""
    if not RATINGS.exists():
        return {}
    data = cast("dict[str, dict[str, LevelRating]]", json.loads(RATINGS.read_text()))
    return data["ratings"]


LADDER = (
    SearchLevel(
        "seedling",
        "Seedling",
        "Plays what catches its eye and forgets the others; good for a first game.",
        simulations=0,
        sight=0.65,
        whim=0.28,
        care=0.1,
    ),
    SearchLevel(
        "settler",
        "Settler",
        "Builds where there is room; misses some places and some dangers.",
        simulations=0,
        sight=0.8,
        whim=0.17,
        care=0.2,
    ),
    SearchLevel(
        "builder",
        "Builder",
        "Sees every turn and takes the one that builds best; hardly considers what others plan.",
        simulations=0,
        care=0.1,
    ),
    SearchLevel(
        "breaker",
        "Breaker",
        "Considers your reply, and would rather break your settlement than finish its own.",
        simulations=32,
        care=1.3,
    ),
    SearchLevel(
        "navigator",
        "Navigator",
        "Thinks a few turns ahead and rarely leaves a temple unguarded.",
        simulations=400,
        needs_core=True,
    ),
    SearchLevel(
        "elder",
        "Elder",
        "The strongest: thinks for about one second per turn.",
        simulations=12000,
        needs_core=True,
    ),
)
LEVELS: dict[str, SearchLevel] = {level.key: level for level in LADDER}
