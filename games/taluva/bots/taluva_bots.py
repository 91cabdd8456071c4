"""The face of Taluva's bots: what the site asks of any game's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from games.bot_contract import FastCore, Level, Outlook, TurnReason
from games.contract import Game
from games.taluva.bots import speech, thinking
from games.taluva.bots.levels import LADDER, LEVELS

if TYPE_CHECKING:
    from random import Random

GLANCE = 24  # simulations in plain Python: a tenth of a second


class TaluvaBots:
    """Six levels, two of which need the core."""

    levels: Mapping[str, Level] = LEVELS
    former_names: Sequence[str] = ("Volcano", "Taluva")

    @property
    def core(self) -> FastCore:
        """The compiled core; imported only here, since it needs files and locks and the rest is pure."""
        from games.taluva.bots import fast_core

        return fast_core

    def choose(self, level: str, game: Game, rng: Random, *, seat: int | None = None, plainly: bool = False) -> str:
        """Return the bot's turn; `seat` does not matter, since only one seat is awaited at a time."""
        return thinking.choose_turn(LEVELS[level], game, rng, plainly=plainly)

    def reasons(self, game: Game, text: str) -> list[TurnReason]:
        return speech.reasons_for(game, text)

    def explain(self, game: Game, text: str) -> str:
        return speech.explain_turn(game, text)

    def every_place_counts(self, game: Game) -> bool:
        return thinking.every_place_counts(game)

    def analysis_budget(self, *, compiled: bool) -> int:
        """Return the cost of a turn of the strongest level; without the core that of a quick look."""
        return LADDER[-1].simulations if compiled else GLANCE

    def analyse(self, game: Game, simulations: int, rng: Random, *, best: int = 5, compiled: bool = False) -> Outlook:
        return thinking.analyse(game, simulations, rng, best=best, compiled=compiled)

    def texts(self) -> Sequence[str]:
        return speech.all_texts()
