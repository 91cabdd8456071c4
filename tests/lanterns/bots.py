"""The bots of lanterns: one level, which plays anything that is allowed."""

from collections.abc import Mapping, Sequence
from random import Random

from games.bot_contract import FastCore, Level, LevelUnavailable, Outlook, TurnReason
from games.contract import Game

LEVELS = {"drifter": Level("drifter", "Drifter", "Plays whatever comes to mind.")}


class LanternsBots:
    levels: Mapping[str, Level] = LEVELS
    former_names: Sequence[str] = ()
    core: FastCore | None = None

    def choose(self, level: str, game: Game, rng: Random, *, seat: int | None = None, plainly: bool = False) -> str:
        """Never taking back, so that the game ends."""
        texts = game.choices(game.awaited()[0] if seat is None else seat)
        return rng.choice([text for text in texts if text != "undo"])

    def reasons(self, game: Game, text: str) -> list[TurnReason]:
        return []

    def explain(self, game: Game, text: str) -> str:
        return f"Plays {text}."

    def every_place_counts(self, game: Game) -> bool:
        return False

    def analysis_budget(self, *, compiled: bool) -> int:
        return 0

    def analyse(self, game: Game, simulations: int, rng: Random, *, best: int = 5, compiled: bool = False) -> Outlook:
        raise LevelUnavailable("The bots of lanterns look no further than their own turn.")

    def texts(self) -> Sequence[str]:
        return ()
