"""Judging positions and searching them, as one object that keeps the memory for it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..arrays import Board, Judgement, Tree, Turns
from ..border import FastPosition, tile_code
from ..evaluation.judge import SHARE_SIZE, all_values, chances
from ..evaluation.survey import E_SIZE_ALL, F_CARE, F_SIZE, ROLES, STAGES, WEIGHTS
from ..jit import Floats, Ints, floats, ints
from ..rules.layout import (
    IN,
    LEFT,
    OUT,
    PLACED,
    PLACEMENT_UNIT,
    PLAYERS,
    RANKING,
    SEAT_SIZE,
    SEATS,
    STAMP,
    STATUS,
    TEAMS,
)
from ..rules.playout import WORD
from .learn import ROW, record_games
from .tree import EDGE, EDGES, EXPLORE, KNOBS, NODE, SHARE, SUM, TILE_COUNTS, TRAIL_SIZE, TRIED, TURN, search

MOST_TURNS = 1 << 18
FAR = 30.0  # log odds of what is as good as certain
NEAR = 1e-9
BASES = 3  # a weight is a sum: constant, in proportion to the turns left, and for the last turns
TUNING = {
    "width": 40.0,
    "lower_width": 24.0,
    "placements": 10.0,
    "explore": 1.0,
    "heat": 0.7,
    "turns_at_first": 2.0,
    "turns_more": 1.5,
    "tiles_at_first": 2.0,
    "tiles_more": 1.0,
    "urgency": 0.0,
    "care": 1.0,
}


@dataclass(frozen=True)
class Candidate:
    """A turn that was looked at: how often, and the chance to win with it."""

    turn: int
    text: str
    visits: int
    chance: float


def stage_terms(left: int, players: int) -> tuple[float, float, float]:
    """Return what the three parts of a weight are multiplied by, when so many tiles are left."""
    each = left / players
    return 1.0, each / 12, math.exp(-each / 2)


def fill_weights(row: Floats, weights: Sequence[float], players: int) -> None:
    """Write the weights of every stage; they lie role by role, and in each role base by base."""
    for left in range(STAGES):
        terms = stage_terms(left, players)
        for role in range(ROLES):
            at, source = (left * ROLES + role) * WEIGHTS, role * BASES * WEIGHTS
            for k in range(WEIGHTS):
                row[at + k] = sum(terms[b] * weights[source + b * WEIGHTS + k] for b in range(BASES))


class Brain:
    """The judgement of one set of weights for one number of players."""

    placement_unit = PLACEMENT_UNIT

    def __init__(self, weights: Sequence[float], players: int, tuning: Mapping[str, float] | None = None) -> None:
        self.e: Ints = ints(E_SIZE_ALL)
        self.f: Floats = floats(F_SIZE)
        self.w: Floats = floats(STAGES * ROLES * WEIGHTS)
        self.v: Floats = floats(MOST_TURNS)
        self.share: Floats = floats(SHARE_SIZE)
        self.r: Ints = ints(1)
        self.trail: Ints = ints(TRAIL_SIZE)
        self.knobs: Floats = floats(KNOBS)
        self.marked: Ints = ints(STAMP + 1)  # the scratch of the last position: it has the last mark
        self.room_for = 0
        self.tune(tuning or {})
        fill_weights(self.w, weights, players)

    @property
    def judgement(self) -> Judgement:
        """The rows that judge a position."""
        return Judgement(self.e, self.f, self.w, self.share)

    def take_up(self, position: FastPosition) -> Board:
        """Return the rows of a position.

        Marks in `e` are numbers; those that other positions have left there must not come again.
        """
        position.a[STAMP] = max(position.a[STAMP], self.marked[STAMP])
        self.marked = position.a
        return position.board

    def turns(self, position: FastPosition) -> Turns:
        """Return the rows for the turns of a position."""
        return Turns(position.out, self.v, position.room)

    def tune(self, tuning: Mapping[str, float]) -> None:
        """Set what differs from TUNING."""
        self.tuning = TUNING | dict(tuning)
        for k, value in enumerate(self.tuning.values()):
            self.knobs[k] = value
        self.f[F_CARE] = self.tuning["care"]

    def seed(self, number: int) -> None:
        """Start the random numbers of a search."""
        self.r[0] = number & WORD

    def values(self, position: FastPosition, tile: str) -> dict[int, float]:
        """Return every legal turn with its value for the one to move, on the scale of log odds."""
        turns = self.turns(position)
        n = all_values(self.take_up(position), self.judgement, turns, tile_code(tile))
        return {int(turns.codes[k]): float(turns.values[k]) for k in range(n)}

    def chances(self, position: FastPosition) -> list[float]:
        """Return every seat's chance to win, without a search."""
        chances(self.take_up(position), self.judgement)
        return [float(self.share[p]) for p in range(position.s[PLAYERS])]

    def make_room(self, simulations: int) -> None:
        """Make memory for a tree of so many nodes."""
        if simulations > self.room_for:
            nodes = simulations + 2
            self.nodes: Ints = ints(nodes * NODE)
            self.x: Floats = floats(nodes * SHARE)
            edges = nodes * int(self.knobs[1]) + int(self.knobs[0]) + 1
            self.g: Ints = ints(edges * EDGE)
            self.u: Floats = floats(edges * 2)
            self.room_for = simulations

    def search(self, position: FastPosition, tile: str, unseen: Mapping[str, int], simulations: int) -> int:
        """Search from a position with its tile; return how many simulations were made."""
        self.make_room(simulations)
        for kind in range(64):
            self.trail[TILE_COUNTS + kind] = 0
        for name, many in unseen.items():
            self.trail[TILE_COUNTS + tile_code(name)] = many
        # Of many players each has a small share, and shares differ little: priors must not drown that.
        self.knobs[EXPLORE] = self.tuning["explore"] * 2 * usual_share(position)
        turns, tree = self.turns(position), Tree(self.nodes, self.x, self.g, self.u, self.trail, self.knobs)
        return search(self.take_up(position), self.judgement, turns, tree, self.r, tile_code(tile), simulations)

    def candidates(self, position: FastPosition, tile: str) -> list[Candidate]:
        """Return the turns of the last search, the one that was tried most first."""
        found = []
        for k in range(self.nodes[NODE + EDGES]):
            tried = int(self.g[EDGE * k + TRIED])
            if tried:
                turn = int(self.g[EDGE * k + TURN])
                text = position.turn_text(turn, tile_code(tile))
                found.append(Candidate(turn, text, tried, float(self.u[2 * k + SUM]) / tried))
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.chance))

    def tile_number(self, tile: str) -> int:
        """Return a tile as the core names it."""
        return tile_code(tile)

    def record_games(self, position: FastPosition, box: Sequence[int], games: int) -> tuple[Ints, Floats]:
        """Play games of the evaluation against itself; return their rows, and every seat's results."""
        tiles, results = ints(len(box)), floats(8 * games)
        for k, tile in enumerate(box):
            tiles[k] = tile
        many = int(position.s[PLAYERS])
        data = ints(games * int(position.s[LEFT]) * many * ROW + 5 * ROW + 1)
        turns = self.turns(position)
        end = record_games(self.take_up(position), self.judgement, turns, self.r, tiles, data, results, games)
        return data[:end], results  # type: ignore[index, return-value]  # both kinds of rows can be cut

    def root_chances(self, position: FastPosition) -> list[float]:
        """Return every seat's chance to win by the last search: the mover's from its tree, the others' follow."""
        at_a_glance = [float(self.x[SHARE + p]) for p in range(position.s[PLAYERS])]
        tried = [(int(self.g[EDGE * k + TRIED]), float(self.u[2 * k + SUM])) for k in range(self.nodes[NODE + EDGES])]
        many, best = max(tried)
        return shifted(at_a_glance, position, best / many) if many else at_a_glance

    def best(self, position: FastPosition, tile: str) -> int:
        """Return the turn of the last search that was tried most; of those that were not, the one of the best value."""
        edges = range(self.nodes[NODE + EDGES])
        return int(self.g[EDGE * max(edges, key=lambda k: (self.g[EDGE * k + TRIED], -k)) + TURN])


def usual_share(position: FastPosition) -> float:
    """Return what a seat can expect that is as strong as the others."""
    s = position.s
    if s[TEAMS] or s[RANKING]:
        return 0.5
    return 1 / statuses(position).count(IN)


def statuses(position: FastPosition) -> list[int]:
    """Return for every seat whether it is in, has its place, or is out."""
    return [int(position.s[SEATS + SEAT_SIZE * p + STATUS]) for p in range(position.s[PLAYERS])]


def bounds(position: FastPosition) -> tuple[float, float]:
    """Return the least and the most that who is in can have; with ranking all are ahead of who is out (T-8)."""
    if not position.s[RANKING]:
        return 0.0, 1.0
    seats = statuses(position)
    others = len(seats) - 1
    return seats.count(OUT) / others, (others - seats.count(PLACED)) / others


def shifted(chances: list[float], position: FastPosition, chance: float) -> list[float]:
    """Return the chances with another one for the mover.

    What the others that are still in have to make up for moves each of them by the same log odds, so that none leaves
    its bounds.
    """
    mover, (least, most) = position.mover(), bounds(position)
    others = [p for p, status in enumerate(statuses(position)) if p != mover and status == IN]
    left = chances[mover] + sum(chances[p] for p in others) - chance
    low, high = -2 * FAR, 2 * FAR
    moved = chances
    while high - low > NEAR:
        by = (low + high) / 2
        moved = [moved_by(share, by, least, most) if p in others else share for p, share in enumerate(chances)]
        low, high = (by, high) if sum(moved[p] for p in others) < left else (low, by)
    return [chance if p == mover else share for p, share in enumerate(moved)]


def moved_by(share: float, by: float, least: float, most: float) -> float:
    """Return a share between its bounds, moved by some log odds."""
    part = (share - least) / (most - least)
    part = min(max(part, math.exp(-FAR)), 1 - math.exp(-FAR))
    return least + (most - least) / (1 + (1 - part) / part * math.exp(-by))
