"""Games for the tests of the bots."""

from random import Random

from games.rules import taluva
from games.rules.taluva.tiles import full_set

EVERY_KIND = [
    taluva.Options(players=2),
    taluva.Options(players=2, founding="anywhere", preview=True),
    taluva.Options(players=2, tiles_per_player=18),
    taluva.Options(players=2, tiles_per_player="all", founding="anywhere"),
    taluva.Options(players=3, ranking=True),
    taluva.Options(players=4, teams=True),
    taluva.Options(players=4, ranking=True, tiles_per_player=12, founding="anywhere"),
    taluva.Options(players=5, preview=True),
]


def dealt(options: taluva.Options, seed: int = 1) -> taluva.Game:
    """A game at its start, with the whole draw known."""
    tiles = list(full_set(options.players))
    Random(seed).shuffle(tiles)
    return taluva.Game(options, tiles[: options.tile_count])


def played(options: taluva.Options, turns: int, seed: int = 1) -> taluva.Game:
    """The game after some random turns."""
    game, rng = dealt(options, seed), Random(seed)
    for _ in range(turns):
        placement = rng.choice(game.legal_placements())
        game.play(f"{placement} {rng.choice(game.legal_builds(placement))}")
    return game


def name_of(options: taluva.Options) -> str:
    """A short name for a kind of game."""
    settings = options.settings()
    return "-".join(str(value) for value in settings.values() if value != "off")
