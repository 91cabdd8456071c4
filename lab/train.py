"""Training: the evaluation plays itself, and a regression makes its sums predict who wins.

Everything follows from a seed. The score of a seat is linear in what the core looks at, in three parts for the stage
of the game; the seats' chances are the softmax of their scores, and the loss is the cross-entropy with the result.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from games.taluva.bots import engine
from games.taluva.bots.weights import WeightSet, weight_sets
from games.taluva.rules.tiles import full_set
from lab import keeping

if TYPE_CHECKING:
    from games.taluva.bots.core.border import FastPosition

Matrix: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]
ROW, GAME, TURN, SEAT, LEFT, HAS_MOVED, HUTS, GOALS, COUNTS = 32, 0, 1, 2, 3, 4, 5, 6, 7
BASES, ROLES, COUNTED, SUPPLY, WIDTH = 3, 2, 21, 21, 21 + 21 + 108
BATCH = 4096


@dataclass(frozen=True)
class TrainingPlan:
    """What to train: a kind of game, how many games each round, how many rounds, from which seed."""

    players: int
    founding: str
    games: int
    rounds: int
    seed: int

    @property
    def key(self) -> str:
        """The name of the weights."""
        return f"{self.players} {self.founding}"

    @property
    def command(self) -> str:
        """The command that makes them."""
        options = f"--players {self.players} --founding {self.founding} --games {self.games}"
        return f"python -m lab train {options} --rounds {self.rounds} --seed {self.seed}"


@dataclass(frozen=True)
class TrainingData:
    """Positions of games: a row for every seat, which position it is of, and who won."""

    rows: Numbers
    position: Numbers
    result: Matrix


def first_weights() -> list[float]:
    """Return weights to begin with, set by hand for settlements on their way, towers in reach, few huts left, built."""
    weights = np.zeros((ROLES, BASES, WIDTH))
    now = weights[:, 0, :]
    now[:, :10] = [0.6, 0.2, 0.4, 0.5, 0.7, 0.9, 0.5, 1.5, 1.6, 1.6]
    now[:, 10:15] = [0, 0, 0.3, 0.4, 1.0]
    for huts in range(SUPPLY):
        now[:, COUNTED + huts] = -0.01 * (20 - huts) - (3 if huts < 2 else 0)
    for temples in range(4):
        for towers in range(3):
            at = COUNTED + SUPPLY + (temples * 3 + towers) * 9
            now[:, at : at + 9] = 2.0 * (3 - temples) + 1.5 * (2 - towers)
    weights[:, 0, :] = now
    return [float(weight) for weight in weights.reshape(-1)]


def train_weights(plan: TrainingPlan, say: Callable[[str], None]) -> list[float]:
    """Return the weights after all rounds, each of self-play with the weights before it."""
    weights = np.array(first_weights(), dtype=np.float64)
    kept: list[TrainingData] = []
    for number in range(plan.rounds):
        kept.append(self_play(plan, weights, number))
        say(f"{plan.key}: round {number + 1} of {plan.rounds}, {len(kept[-1].rows)} rows")
        weights = fit_weights(weights, join_training_data(kept[-2:]), plan.seed + number, say)
    return [round(float(weight), 4) for weight in weights]


def self_play(plan: TrainingPlan, weights: Matrix, number: int) -> TrainingData:
    """Play games of the evaluation against itself, with some turns that are not its best."""
    position = empty_position(plan)
    brain = engine.brain_class(compiled=engine.has_numba())(weights.tolist(), plan.players)
    brain.seed(plan.seed * 1000 + number * 7 + 1)
    box = [brain.tile_number(tile) for tile in full_set(plan.players)]
    data, results = brain.record_games(position, box, plan.games)
    rows = np.array(data, dtype=np.int64).reshape(-1, ROW)
    key = rows[:, GAME] * 1000 + rows[:, TURN]
    _, where = np.unique(key, return_inverse=True)
    result = np.array(results, dtype=np.float64).reshape(-1, 8)
    return TrainingData(rows, where.astype(np.int64), result[rows[:, GAME], rows[:, SEAT]])


def empty_position(plan: TrainingPlan) -> "FastPosition":
    """Return the start of a game."""
    return engine.position_class(compiled=engine.has_numba())(
        plan.players, 12 * plan.players, apart=plan.founding == "apart", teams=False, ranking=False
    )


def join_training_data(rounds: Sequence[TrainingData]) -> TrainingData:
    """Return the data of several rounds as one."""
    positions, offset = [], 0
    for data in rounds:
        positions.append(data.position + offset)
        offset += int(data.position.max()) + 1
    return TrainingData(
        np.concatenate([data.rows for data in rounds]),
        np.concatenate(positions),
        np.concatenate([data.result for data in rounds]),
    )


def feature_matrix(rows: Numbers, players: int) -> Matrix:
    """Return what the score is linear in.

    Counts, one of the supplies, one of the goals, times the terms of the stage.
    """
    many = len(rows)
    seen = np.zeros((many, WIDTH))
    seen[:, :COUNTED] = rows[:, COUNTS : COUNTS + COUNTED]
    seen[np.arange(many), COUNTED + rows[:, HUTS]] = 1
    seen[np.arange(many), COUNTED + SUPPLY + rows[:, GOALS]] = 1
    each = rows[:, LEFT] / players
    terms = np.stack([np.ones(many), each / 12, np.exp(-each / 2)], axis=1)
    return (terms[:, :, None] * seen[:, None, :]).reshape(many, BASES * WIDTH)


def loss_and_slope(weights: Matrix, data: TrainingData, selection: Numbers, players: int) -> tuple[float, Matrix]:
    """Return the mean cross-entropy over some positions' rows, and its slope."""
    rows = data.rows[selection]
    seen, role = feature_matrix(rows, players), 1 - rows[:, HAS_MOVED]
    by_role = weights.reshape(ROLES, BASES * WIDTH)
    score = np.einsum("ij,ij->i", seen, by_role[role])
    _, where = np.unique(data.position[selection], return_inverse=True)
    power = np.exp(np.clip(score, -30, 30))
    share = power / np.bincount(where, power)[where]
    loss = -float(np.sum(data.result[selection] * np.log(share + 1e-12))) / (int(where.max()) + 1)
    # Of those who dropped out later the result is 0; where the winner is none of the rows, the shares sum to less.
    total = np.bincount(where, data.result[selection])[where]
    error = (share * total - data.result[selection])[:, None] * seen
    slope = np.stack([error[role == number].sum(axis=0) for number in range(ROLES)])
    return loss, slope.reshape(-1) / (int(where.max()) + 1)


def fit_weights(start: Matrix, data: TrainingData, seed: int, say: Callable[[str], None], epochs: int = 6) -> Matrix:
    """Return the weights that predict the results best, by Adam, with a pull towards zero; a tenth is held out."""
    rng = np.random.default_rng(seed)
    players = int(data.rows[:, SEAT].max()) + 1
    order = np.argsort(data.position, kind="stable")
    starts = np.flatnonzero(np.diff(data.position[order], prepend=-1))
    groups = np.split(order, starts[1:])
    held, used = groups[: len(groups) // 10], groups[len(groups) // 10 :]
    weights, mean, square, step = start.copy(), np.zeros_like(start), np.zeros_like(start), 0
    for epoch in range(epochs):
        rng.shuffle(used)
        rate = 0.02 * (1 - epoch / epochs) + 0.001
        for at in range(0, len(used), BATCH):
            _, slope = loss_and_slope(weights, data, np.concatenate(used[at : at + BATCH]), players)
            slope = slope + 1e-5 * weights
            step += 1
            mean = 0.9 * mean + 0.1 * slope
            square = 0.999 * square + 0.001 * slope**2
            weights = weights - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    loss, _ = loss_and_slope(weights, data, np.concatenate(held), players)
    say(f"log-loss on what was held out: {loss:.4f}")
    return weights


def save_weights(plan: TrainingPlan, weights: list[float], path: Path) -> None:
    """Put the weights into a file, beside those that it has, with the command that made them."""
    sets: dict[str, WeightSet] = json.loads(path.read_text()) if path.exists() else {}
    sets[plan.key] = {"made_by": plan.command, "weights": weights}
    body = ",\n".join(f"{json.dumps(key)}: {json.dumps(sets[key])}" for key in sorted(sets))
    keeping.replace_file(path, "{\n" + body + "\n}\n")
    weight_sets.cache_clear()
