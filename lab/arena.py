"""Games between bots: the same draw for both ways to sit, on the core's positions."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Protocol

from games.contract import Refusal
from games.taluva import rules
from games.taluva.bots import engine
from games.taluva.bots.levels import LEVELS, SearchLevel
from games.taluva.bots.thinking import BotSight, brain_for, choose_number
from games.taluva.rules.tiles import full_set, unseen_tiles

if TYPE_CHECKING:
    from games.taluva.bots.core.border import FastPosition

MOST_SIMULATIONS = 100_000  # a tree of more would not fit into the memory of a small machine


class Side(Protocol):
    """Whoever plays for one side."""

    def choose(self, table: "ArenaGame", rng: Random) -> int:
        """Return the number of a legal turn."""


@dataclass
class ArenaGame:
    """A game being played: the position, and what is needed to tell it to others."""

    options: rules.Options
    draw: list[str]
    compiled: bool = field(default_factory=lambda: engine.has_numba())  # asked for each table
    texts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        options = self.options
        self.position: FastPosition = engine.position_class(compiled=self.compiled)(
            options.players,
            options.tile_count,
            apart=options.founding == "apart",
            teams=options.teams,
            ranking=options.ranking,
        )
        self._game = rules.Game(options, self.draw)

    @property
    def tile(self) -> str:
        """The drawn tile."""
        return self.draw[len(self.texts)]

    def play(self, turn: int) -> None:
        """Play a legal turn."""
        text = self.position.turn_name(turn, self.tile)
        self.position.play(text)
        self.texts.append(text)

    def game(self) -> rules.Game:
        """Return the game by the rules package, as the seat to move may see it."""
        for text in self.texts[self._game.turn :]:
            self._game.play(text)
        return self._game.seen_by(self._game.to_move)

    def sight(self) -> BotSight:
        """Return what the seat to move knows."""
        players, founding = self.options.players, self.options.founding
        seen = self.draw[: len(self.texts) + 1]
        brain = brain_for(players, founding, compiled=self.compiled)
        return BotSight(self.position, brain, self.tile, unseen_tiles(players, seen))


@dataclass(frozen=True)
class LevelSide:
    """A level of the ladder, or one with another budget: `navigator`, `navigator:2000`."""

    level: SearchLevel

    @classmethod
    def named(cls, name: str) -> "LevelSide":
        """Return the side that a name stands for."""
        key, has_budget, budget = name.partition(":")
        if key not in LEVELS:
            raise Refusal(f"“{key}” is no level; there are {', '.join(LEVELS)}.")
        if not has_budget:
            return cls(LEVELS[key])
        if not budget.isdecimal() or int(budget) > MOST_SIMULATIONS:
            raise Refusal(f"A budget is a number of simulations from 0 to {MOST_SIMULATIONS}, not “{budget}”.")
        return cls(replace(LEVELS[key], simulations=int(budget)))

    def __str__(self) -> str:
        level = self.level
        return f"simulations {level.simulations} sight {level.sight} whim {level.whim} care {level.care}"

    def choose(self, table: ArenaGame, rng: Random) -> int:
        """Return the turn that the level chooses."""
        return choose_number(table.sight(), self.level, rng)


def seats_of_a(players: int, number: int, *, swapped: bool) -> list[bool]:
    """Return who of the seats is A, in one of the two games of a pair; with an odd number the odd seat alternates."""
    pattern = [(seat + number) % 2 == 0 for seat in range(players)]
    return [not is_a for is_a in pattern] if swapped else pattern


def play_game(options: rules.Options, sides: list[Side], seed: str, draw_seed: str) -> list[int]:
    """Return the places of a game."""
    draw = list(full_set(options.players))
    Random(draw_seed).shuffle(draw)  # noqa: S311  # a match, not a secret
    table, rng = ArenaGame(options, draw[: options.tile_count]), Random(seed)  # noqa: S311
    first = Random(draw_seed)  # noqa: S311
    while not table.position.is_over():
        if len(table.texts) < options.players:
            turns = table.position.turns_named(table.tile)
            table.play(turns[first.randrange(len(turns))])
            continue
        side = sides[table.position.mover()]
        table.play(side.choose(table, rng))
    return table.position.places()


def score_of_a(places: list[int], is_a: list[bool]) -> float:
    """Return how A fares against B: the share of pairs of seats, one of each, in which A is ahead; ties are half."""
    pairs = [
        (places[one], places[two])
        for one in range(len(places))
        for two in range(len(places))
        if is_a[one] and not is_a[two]
    ]
    return sum(1.0 if one < two else 0.5 if one == two else 0.0 for one, two in pairs) / len(pairs)


def play_pair(options: rules.Options, a: Side, b: Side, seed: int, number: int) -> tuple[float, float]:
    """Return A's score in two games with the same draw and the same first turns, the seats swapped."""
    scores = []
    for swapped in (False, True):
        is_a = seats_of_a(options.players, number, swapped=swapped)
        sides = [a if mine else b for mine in is_a]
        places = play_game(options, sides, f"{seed}:{number}:{swapped}", f"{seed}:{number}")
        scores.append(score_of_a(places, is_a))
    return scores[0], scores[1]
