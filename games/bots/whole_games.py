"""Whole games between levels, by the rules and from a seed, as the site would keep them."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.contract import Entry, Settings
from games.registry import BOTS, RULES


class Wanted(NamedTuple):
    """A game to be played: the level of each seat, and after which turn its mover leaves (`resign`, `timeout`)."""

    rules: str
    settings: Settings
    seed: str
    levels: tuple[str, ...]
    leaves: str = ""
    leaves_after: int = 0


def play_whole_game(wanted: Wanted) -> list[Entry]:
    """Return the log of the game; the same for the same wish."""
    game = RULES[wanted.rules].start(wanted.settings, wanted.seed, draw_seats=False).game
    rng = Random(wanted.seed)  # noqa: S311  # a game to look at, not a secret
    while not game.over:
        if carried := game.ordered({}):  # chance, and what the rules play for whoever left no orders
            if carried.text is not None:
                game.play(carried.text, carried.seat)
            continue
        seat = game.awaited()[0]
        if wanted.leaves and game.turn == wanted.leaves_after:
            game.timeout(seat) if wanted.leaves == "timeout" else game.resign(seat)
        else:
            game.play(BOTS[wanted.rules].choose(wanted.levels[seat], game.seen_by(seat), rng, seat=seat), seat)
    return list(game.entries)


def all_played(portion: Sequence[Wanted]) -> list[list[Entry]]:
    """Return the logs of several games, played one after the other."""
    return [play_whole_game(wanted) for wanted in portion]
