"""Games to draw: played at random from a seed, with a taste for eruptions and for big builds."""

import random

from games.taluva import rules
from games.taluva.rules.formats.notation import read_placement
from games.taluva.rules.rules import start_game

NAMES = ("Aroha", "Ben", "Chloé", "Dmitri", "Emi")


def random_game(seed: int, players: int = 4, turns: int = 99, **options: str | bool) -> rules.Game:
    """The game after that many turns, or at its end."""
    rng = random.Random(seed)
    _, game = start_game(rules.Options(players=players, **options), f"{seed:064x}", draw_seats=False)
    while game.to_move is not None and game.turn < turns:
        game.play(random_turn(game, rng))
    return game


def random_turn(game: rules.Game, rng: random.Random) -> str:
    """Near the middle rather than far out, an eruption if there is one every other turn."""
    placements = game.legal_placements()
    eruptions = [text for text in placements if game.position.level(read_placement(text).volcano)]
    near = sorted(placements, key=lambda text: distance(text) + 5 * rng.random())[:8]
    placement = rng.choice(eruptions if eruptions and rng.random() < 0.5 else near)
    builds = game.legal_builds(placement)
    return f"{placement} {min(builds, key=lambda text: ('TWXH-'.index(text[0]), rng.random()))}"


def distance(text: str) -> int:
    return sum(abs(q) + abs(r) + abs(q + r) for q, r in read_placement(text).cells)
