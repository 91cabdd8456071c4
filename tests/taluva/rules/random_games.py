"""Random games: every set of options, supplies that soon end, and turns that are rare by chance."""

import random
from itertools import product

from games.taluva.rules import Game, Options, Refusal, Supply
from games.taluva.rules.options import OPTIONS, SEATS


def option_sets() -> list[Options]:
    """Every set of options that goes."""
    names = [option.name for option in OPTIONS]
    values = [[choice.value for choice in option.choices] for option in OPTIONS]
    found = []
    for players, *chosen in product(SEATS, *values):
        try:
            found.append(Options.from_settings({"players": players, **dict(zip(names, chosen, strict=True))}))
        except Refusal:
            continue
    return found


OPTION_SETS = option_sets()


def short(rng: random.Random) -> Supply:
    """A supply that soon ends, but has more than one kind left."""
    huts, temples, towers = rng.choice([(12, 3, 2), (7, 2, 2), (4, 1, 1)])
    return Supply(rng.randint(2, huts), rng.randint(1, temples), rng.randint(0, towers))


def chosen_turn(game: Game, rng: random.Random) -> str:
    """A legal turn: more eruptions, temples and towers than chance alone would give, and now and then a departure."""
    if rng.random() < 0.01:
        return f"resign:{rng.choice(game.standing.seats_in)}" if rng.random() < 0.5 else "timeout"
    places = game.legal_placements()
    if rng.random() < 0.4:
        places = [place for place in places if level_below(game, place)] or places
    place = rng.choice(places)
    builds = game.legal_builds(place)
    rare = [build for build in builds if build[0] in "TW-"]
    return f"{place} {rng.choice(rare or builds)}"


def level_below(game: Game, place: str) -> int:
    q, r = place[3:].rstrip("NESW").split(",")
    return game.position.level((int(q), int(r)))
