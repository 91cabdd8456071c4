"""How fast the core is: what `bench/bots.py` counts."""

from collections.abc import Sequence

from .border import FastPosition, tile_code, tile_name
from .doors import count_turns_in_games, random_games
from .evaluation.judge import count_values_in_games
from .jit import Ints, ints
from .search.brain import Brain


class Meter:
    """A position at its start and a box of tiles, to run games from."""

    def __init__(self, box: Sequence[str], weights: Sequence[float]) -> None:
        self.position = FastPosition(2, 24, apart=True, teams=False, ranking=False)
        self.brain = Brain(weights, 2)
        self.brain.seed(1)
        self.tiles: Ints = ints(len(box))
        for k, tile in enumerate(box):
            self.tiles[k] = tile_code(tile)

    def random_games(self, games: int) -> int:
        """Play random games."""
        p = self.position
        random_games(p.s, p.j, p.a, self.brain.r, p.out, self.tiles, games)
        return games

    def listed_turns(self, games: int) -> int:
        """Play random games in which every position lists all its turns; return how many."""
        p = self.position
        return int(count_turns_in_games(p.s, p.j, p.a, self.brain.r, p.out, self.tiles, p.room, games))

    def valued_turns(self, games: int) -> int:
        """Play games of the best values in which every position values all its turns; return how many."""
        p, b = self.position, self.brain
        return int(count_values_in_games(p.board, b.judgement, b.turns(p), b.r, self.tiles, games))

    def simulations(self, many: int) -> int:
        """Search from the middle of a game of the best values."""
        position = FastPosition(2, 24, apart=True, teams=False, ranking=False)
        for turn in range(12):
            values = self.brain.values(position, tile_name(self.tiles[turn]))
            position.play_code(max(values, key=lambda turn: values[turn]), self.tiles[turn])
        return self.brain.search(position, tile_name(self.tiles[12]), {"JC": 3, "CJ": 3, "SL": 2, "RS": 2}, many)
