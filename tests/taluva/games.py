"""Games for the tests of the bots."""

from random import Random

from games.taluva import rules
from games.taluva.rules.tiles import full_set

EVERY_KIND = [
    rules.Options(players=2),
    rules.Options(players=2, founding="anywhere", preview=True),
    rules.Options(players=2, tiles_per_player=18),
    rules.Options(players=2, tiles_per_player="all", founding="anywhere"),
    rules.Options(players=3, ranking=True),
    rules.Options(players=4, teams=True),
    rules.Options(players=4, ranking=True, tiles_per_player=12, founding="anywhere"),
    rules.Options(players=5, preview=True),
]


def dealt(options: rules.Options, seed: int = 1) -> rules.Game:
    """A game at its start, with the whole draw known."""
    tiles = list(full_set(options.players))
    Random(seed).shuffle(tiles)
    return rules.Game(options, tiles[: options.tile_count])


def played(options: rules.Options, turns: int, seed: int = 1) -> rules.Game:
    """The game after some random turns."""
    game, rng = dealt(options, seed), Random(seed)
    for _ in range(turns):
        placement = rng.choice(game.legal_placements())
        game.play(f"{placement} {rng.choice(game.legal_builds(placement))}")
    return game


def name_of(options: rules.Options) -> str:
    """A short name for a kind of game."""
    settings = options.settings()
    return "-".join(str(value) for value in settings.values() if value != "off")
