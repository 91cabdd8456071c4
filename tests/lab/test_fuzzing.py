"""The record of the differential test: it goes on where it was left, and goes by what the programs do."""

import json
from pathlib import Path
from random import Random

import pytest

from games.taluva.bots import engine
from lab import fuzz, fuzzing


def test_games_are_taken_up_where_they_were_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "CHUNK", 2)
    parts, whole, said = tmp_path / "parts.json", tmp_path / "whole.json", []
    assert fuzzing.run_plan(fuzzing.FuzzPlan(3, compiled=False, until=0.0), parts, said.append)["games"] == 0
    assert said == []

    fuzzing.run_plan(fuzzing.FuzzPlan(3, compiled=False), parts, said.append)
    row = fuzzing.run_plan(fuzzing.FuzzPlan(5, compiled=False), parts, said.append)

    assert row == fuzzing.run_plan(fuzzing.FuzzPlan(5, workers=2, compiled=False), whole, said.append)
    assert json.loads(parts.read_text()) == {f"{fuzzing.source_digest()} plain": row}
    assert row["games"] == sum(row["ends"].values()) == 5
    assert row["builds"] > row["turns"] > 0


def test_a_difference_names_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def differ(number: int, positions: object) -> fuzz.GameTally:
        if number == 7:
            raise fuzz.DisagreementError("position")
        return fuzz.GameTally(1, 1, "tiles", 0)

    monkeypatch.setattr(fuzz, "play_one", differ)
    with pytest.raises(fuzz.DisagreementError) as caught:
        fuzzing.play_chunk(0, games=20, compiled=False)
    assert caught.value.__notes__ == ["This was game 7."]


def test_the_record_goes_by_what_a_module_does(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    texts = [
        '"""One."""\n\n\ndef f():\n    """Two."""\n    return 1  # why\n',
        '"""1."""\ndef f():\n    "2"\n    return 1\n',
        texts_of_imports("games.rules.taluva.tiles", "full_set"),
        texts_of_imports("games.taluva.rules.tiles", "full_set"),
        texts_of_imports("games.taluva.rules.tiles", "unseen"),
    ]
    one, same, *imports, other = (
        (module.write_text(text), fuzzing.program_text(module))[1]
        for text in (*texts, texts[0].replace("return 1", "return 2"))
    )
    assert one == same != other
    assert [text == imports[0] for text in imports] == [True, True, False]


def texts_of_imports(module: str, name: str) -> str:
    return f"from {module} import {name} as used\n"


def test_the_record_counts_only_the_part_of_the_core_that_plays() -> None:
    parts = fuzzing.used_modules("border", set())
    assert {
        "border",
        "doors",
        "jit",
        *(f"rules.{each}" for each in ("tile", "builds", "endings", "turn_listing")),
    } < parts
    assert not [part for part in parts if part.startswith(("evaluation.", "search."))]


def test_placements_with_a_rare_number_of_turns_are_sampled() -> None:
    listed = {f"JC@{n},0E": 5 for n in range(200)} | {"JC@0,1E": 6, "JC@0,2E": 4}
    chosen = fuzz.sampled_placements(Random(1), listed, [])
    assert {"JC@0,1E", "JC@0,2E"} < chosen


def test_the_turns_of_each_placement_are_counted() -> None:
    position = engine.position_class(compiled=False)(2, 24, apart=True, teams=False, ranking=False)
    position.play("JC@0,0E H@1,0")
    position.play("SJ@2,-1SW H@1,-1")
    counted = position.turns_by_placement("RL")
    assert sorted(counted) == position.placements("RL")
    assert counted == {placement: len(position.builds(placement)) for placement in counted}
