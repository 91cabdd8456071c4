"""Whole games between levels, by the rules and from a seed, as the site would keep them."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.contract import Entry, Settings
from games.registry import BOTS, RULES


class GamePlan(NamedTuple):
    """A game to be played: the level of each seat, and after which turn its mover leaves (`resign`, `timeout`)."""

    rules: str
    settings: Settings
    seed: str
    levels: tuple[str, ...]
    leaves: str = ""
    leaves_after: int = 0


def play_whole_game(plan: GamePlan) -> list[Entry]:
    """Return the log of the game; the same for the same wish."""
    game = RULES[plan.rules].start(plan.settings, plan.seed, draw_seats=False).game
    rng = Random(plan.seed)  # noqa: S311  # a game to look at, not a secret
    while not game.over:
        if carried := game.ordered({}):  # chance, and what the rules play for whoever left no orders
            if carried.text is not None:
                game.play(carried.text, carried.seat)
            continue
        seat = game.awaited()[0]
        if plan.leaves and game.turn == plan.leaves_after:
            game.timeout(seat) if plan.leaves == "timeout" else game.resign(seat)
        else:
            game.play(BOTS[plan.rules].choose(plan.levels[seat], game.seen_by(seat), rng, seat=seat), seat)
    return list(game.entries)


def play_whole_games(portion: Sequence[GamePlan]) -> list[list[Entry]]:
    """Return the logs of several games, played one after the other."""
    return [play_whole_game(plan) for plan in portion]
