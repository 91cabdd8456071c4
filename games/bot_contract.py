"""What the site asks of a game's bots, and all that it knows of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypedDict

from games.contract import Game, Refusal

if TYPE_CHECKING:
    from random import Random

Say = Callable[[str], None]


class LevelUnavailable(Refusal):
    """A level that can't play here, with a sentence that says why."""


class LevelRating(TypedDict):
    """A measured strength: Elo with its interval of 95 %, and the games behind it."""

    elo: int
    low: int
    high: int
    games: int


class TurnReason(NamedTuple):
    """Something that a turn does: words with places to fill, which the site can translate, and what fills them."""

    words: str
    values: dict[str, str | int]

    def said(self) -> str:
        """Return the words in English."""
        filled = {"player": f"player {int(self.values['player']) + 1}"} if "player" in self.values else {}
        return self.words % (self.values | filled)


class Outlook(NamedTuple):
    """What a search found: every seat's chance to win, and the best turns, each with the mover's chance.

    Where every place counts it is not the win, but the share of the others that a seat leaves behind.
    """

    chances: list[float]
    turns: list[tuple[str, float]]


@dataclass(frozen=True)
class Level:
    """One bot. Levels of several games that share a key are one account, and so share their name."""

    key: str
    name: str
    sentence: str
    needs_core: bool = False

    @property
    def rating(self) -> LevelRating | None:
        """Its strength between two players as measured, or None where it was not measured."""
        return None

    @property
    def missing(self) -> str | None:
        """Why it can't play here, or None when it can."""
        return None

    @property
    def is_quick(self) -> bool:
        """Return whether it plays a whole game within a second or two of plain Python."""
        return not self.needs_core

    @property
    def is_weaker_plainly(self) -> bool:
        """Return whether it plays weaker without the core."""
        return self.needs_core


class CoreState(StrEnum):
    """How a compiled core stands on a machine: `UNAVAILABLE` is one that can't be compiled there."""

    READY = "ready"
    NOT_READY = "not ready"
    UNAVAILABLE = "unavailable"


class FastCore(Protocol):
    """What some levels go by: compiled once on each machine, in a minute or two, and kept on its disk."""

    def is_installed(self) -> bool:
        """Return whether what compiles it is installed."""

    def state(self) -> CoreState:
        """Return how it stands on this machine."""

    def compile_core(self, say: Say) -> float:
        """Compile it unless it is ready, saying how far it is; the seconds that it took.

        Another process waits for the one that compiles.
        """

    def mark_failed(self) -> None:
        """Note that it can't be compiled here, until `clear_failed`."""

    def clear_failed(self) -> None:
        """Forget that it could not be compiled, so that it is tried again."""

    def load(self) -> None:
        """Load it into this process once it is ready."""


class GameBots(Protocol):
    """The bots of one game. Pure: the randomness comes in, and the game stays as it was."""

    @property
    def levels(self) -> Mapping[str, Level]:
        """The levels by key, the weakest first."""

    @property
    def former_names(self) -> Sequence[str]:
        """Names that levels had once: nobody else may take them."""

    @property
    def core(self) -> FastCore | None:
        """What the levels that need a core go by; None where no level does."""

    def choose(self, level: str, game: Game, rng: Random, *, seat: int | None = None, plainly: bool = False) -> str:
        """Return an entry for this awaited seat; the same for the same game and the same state of `rng`.

        Without a seat: for the first that is awaited. Plainly: without the core, and
        looking no further than plain Python can in a second or two.
        """

    def reasons(self, game: Game, text: str) -> list[TurnReason]:
        """Return what a legal turn does, the most important first; nothing where these bots say nothing."""

    def explain(self, game: Game, text: str) -> str:
        """Return one sentence about a legal turn of the seat to move."""

    def every_place_counts(self, game: Game) -> bool:
        """Return whether `Outlook.chances` are shares of the others that a seat beats, and no chances to win."""

    def analysis_budget(self, *, compiled: bool) -> int:
        """Return the simulations for a position of an analysis, or of a quick look without the core.

        0: these bots can't analyse.
        """

    def analyse(self, game: Game, simulations: int, rng: Random, *, best: int = 5, compiled: bool = False) -> Outlook:
        """Return every seat's chances in this position, and the best turns."""

    def texts(self) -> Sequence[str]:
        """Return what `reasons` may say, for those who translate it; nothing where these bots explain no turn."""
