"""From what a seat may see to a turn: the position goes into the core, and a turn comes back."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from games.bot_contract import LevelUnavailable, Outlook
from games.contract import Game
from games.taluva import rules
from games.taluva.bots import engine
from games.taluva.bots.levels import PYTHON_MOST, SearchLevel
from games.taluva.bots.weights import weights_for
from games.taluva.rules.tiles import unseen_tiles

if TYPE_CHECKING:
    from random import Random

    from games.taluva.bots.core.border import FastPosition
    from games.taluva.bots.core.search.brain import Brain

_thread = threading.local()


class BotSight(NamedTuple):
    """What a seat knows when it is to move."""

    position: FastPosition
    brain: Brain
    tile: str
    unseen: Mapping[str, int]


def brain_for(players: int, founding: str, *, compiled: bool) -> Brain:
    """Return the brain of this thread for a kind of game."""
    brains: dict[tuple[int, str, bool], Brain] = _thread.__dict__.setdefault("brains", {})
    key = (players, founding, compiled)
    if key not in brains:
        brains[key] = engine.brain_class(compiled=compiled)(weights_for(players, founding), players)
    return brains[key]


def sight_of(game: Game, *, compiled: bool) -> BotSight:
    """Return what the seat to move may know; nothing else of the game is used."""
    if not isinstance(game, rules.Game) or game.to_move is None:
        raise LevelUnavailable("There is no turn to choose here.")
    seen = game.seen_by(game.to_move)
    options = seen.options
    if seen.tile is None:
        raise LevelUnavailable("The tile of this turn is not known.")
    brain = brain_for(options.players, options.founding, compiled=compiled)
    return BotSight(position_of(seen, compiled=compiled), brain, seen.tile, unseen_tiles(options.players, seen.tiles))


def position_of(game: rules.Game, *, compiled: bool) -> FastPosition:
    """Return the game's position on flat arrays."""
    options, state = game.options, cast("Mapping[str, object]", game.state())
    return engine.position_class(compiled=compiled).from_state(
        state, founding=options.founding, teams=options.teams, ranking=options.ranking
    )


def choose_turn(level: SearchLevel, game: Game, rng: Random, *, plainly: bool = False) -> str:
    """Return the turn that a level plays.

    Plainly, it needs no core, takes forty times as long and looks less far ahead.
    """
    if plainly:
        level = level_without_core(level)
    elif level.missing:
        raise LevelUnavailable(level.missing)
    sight = sight_of(game, compiled=not plainly and (level.needs_core or engine.is_loaded()))
    return sight.position.turn_name(choose_number(sight, level, rng), sight.tile)


def level_without_core(level: SearchLevel) -> SearchLevel:
    """Return what a level comes to without the core."""
    return replace(level, simulations=min(level.simulations, PYTHON_MOST))


def choose_number(sight: BotSight, level: SearchLevel, rng: Random) -> int:
    """Return the number of the turn that a level plays."""
    sight.brain.tune({"care": level.care})
    return search_turn(sight, level, rng) if level.simulations else glance_turn(sight, level, rng)


def search_turn(sight: BotSight, level: SearchLevel, rng: Random) -> int:
    """Return the turn of a search."""
    sight.brain.seed(rng.getrandbits(48))
    sight.brain.search(sight.position, sight.tile, sight.unseen, level.simulations)
    return sight.brain.best(sight.position, sight.tile)


def glance_turn(sight: BotSight, level: SearchLevel, rng: Random) -> int:
    """Return the best turn of those that the level notices, as it misjudges them."""
    values = sight.brain.values(sight.position, sight.tile)
    placements = sorted({turn // sight.brain.placement_unit for turn in values})
    many = max(3, math.ceil(level.sight * len(placements)))
    noticed = set(rng.sample(placements, many) if many < len(placements) else placements)
    liked = {
        turn: value + rng.gauss(0, level.whim)
        for turn, value in sorted(values.items())
        if turn // sight.brain.placement_unit in noticed
    }
    best = max(liked.values())
    return rng.choice([turn for turn, value in liked.items() if value == best])


def analyse(game: Game, simulations: int, rng: Random, *, best: int = 5, compiled: bool = False) -> Outlook:
    """Return every seat's chance to win and the best turns of a position, by the fast core or in plain Python."""
    sight = sight_of(game, compiled=compiled)
    sight.brain.tune({})
    sight.brain.seed(rng.getrandbits(48))
    sight.brain.search(sight.position, sight.tile, sight.unseen, simulations)
    turns = sight.brain.candidates(sight.position, sight.tile)[:best]
    chances = sight.brain.root_chances(sight.position)
    return Outlook(team_chances(game, chances), [(turn.text, turn.chance) for turn in turns])


def every_place_counts(game: Game) -> bool:
    """Return whether a seat expects the share of others that it leaves behind, as with ranking (T-8), and not a win."""
    return isinstance(game, rules.Game) and game.options.ranking


def team_chances(game: Game, chances: list[float]) -> list[float]:
    """Return the chances of the seats.

    In teams (T-9) both players have the one of the team, as the seat to move sees it.
    """
    assert isinstance(game, rules.Game)
    if not game.options.teams or game.to_move is None:
        return chances
    own = chances[game.to_move]
    return [own if (seat - game.to_move) % 2 == 0 else 1 - own for seat in range(len(chances))]
