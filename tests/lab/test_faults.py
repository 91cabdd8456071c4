"""The test of the differential test; `python -m lab faults` runs the whole list."""

import os
from pathlib import Path

import pytest

from lab import faults

QUICK = {
    "a settlement may be wiped out",
    "an expansion takes one hut a field",
    "founding is always apart",
    "a tile may lie exactly on one other",
    "the two fields are swapped",
    "the game ends before the last tile",
}
LIST = faults.seeded_faults()


@pytest.mark.parametrize("fault", LIST, ids=lambda fault: fault.name)
def test_each_fault_changes_one_line_that_is_there(fault: faults.Fault) -> None:
    assert (faults.engine.CORE / fault.file).read_text().count(fault.right) == 1
    assert fault.right != fault.wrong


@pytest.mark.parametrize("number", [k for k, fault in enumerate(LIST) if fault.name in QUICK])
def test_the_differential_test_finds_a_seeded_fault(number: int) -> None:
    assert faults.games_until_found(LIST[number], number, most=60) is not None


def test_faults_are_taken_up_where_they_were_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def find(fault: faults.Fault, number: int) -> int | None:
        tried.append(fault.name)
        return None if number == 2 else 7

    monkeypatch.setattr("lab.faults.games_until_found", find)
    kept = tmp_path / "bots" / "faults.json"

    assert faults.run_all(print, kept) == faults.run_all(print, kept) == [LIST[2].name]
    assert tried == [*(fault.name for fault in LIST), LIST[2].name]
    monkeypatch.setattr("lab.faults.source_digest", lambda: "another core")
    assert faults.read_found(kept) == {}


def test_several_faults_are_hunted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(fault for fault in LIST if fault.name in QUICK)
    monkeypatch.setattr("lab.faults.seeded_faults", lambda: few)
    said: list[str] = []

    assert faults.run_all(said.append, workers=2) == []
    assert said[-1].startswith("6 of 6 faults found, the last one in game ")


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_the_differential_test_finds_every_seeded_fault() -> None:
    assert faults.run_all(print, workers=os.cpu_count() or 1) == []
