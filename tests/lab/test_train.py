"""Training: the same seed makes the same weights, and the file says which command made them."""

import json
from pathlib import Path

import pytest

from games.taluva.bots.weights import WEIGHTS, weight_sets
from lab import train
from lab.__main__ import main

PLAN = train.TrainingPlan(players=2, founding="apart", games=1, rounds=2, seed=5)


@pytest.fixture(autouse=True)
def _plain_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)


def test_the_same_seed_makes_the_same_weights() -> None:
    pytest.importorskip("numpy")
    said: list[str] = []

    made = train.train_weights(PLAN, said.append)

    assert made == train.train_weights(PLAN, said.append)
    assert made != train.train_weights(train.TrainingPlan(2, "apart", 1, 2, seed=6), said.append)
    assert made != train.first_weights()
    assert said[0].startswith("2 apart: round 1 of 2, ")


def test_weights_are_kept_with_the_command_that_made_them(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(WEIGHTS.read_text())

    train.save_weights(train.TrainingPlan(5, "apart", 10, 1, 3), [1.0, 2.0], path)
    kept = json.loads(path.read_text())

    command = "python -m lab train --players 5 --founding apart --games 10 --rounds 1 --seed 3"
    assert kept.pop("5 apart") == {"made_by": command, "weights": [1.0, 2.0]}
    before = json.loads(WEIGHTS.read_text())
    assert kept == {key: value for key, value in before.items() if key != "5 apart"}


def test_a_trial_leaves_the_weights_as_they_are(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path, before = tmp_path / "trial.json", WEIGHTS.read_text()

    main(["train", "--games=1", "--rounds=1", f"--out={path}"])

    assert list(json.loads(path.read_text())) == ["2 apart"]
    assert WEIGHTS.read_text() == before


def test_all_weights_in_the_repository_name_their_command() -> None:
    weight_sets.cache_clear()
    for key, made in weight_sets().items():
        players, founding = key.split()
        assert made["made_by"].startswith(f"python -m lab train --players {players} --founding {founding} --games ")
        assert len(made["weights"]) == len(train.first_weights())
