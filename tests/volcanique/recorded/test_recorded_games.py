"""Whole games under tests/records/volcanique: every way to end, every power, every option has one (ways.py)."""

from pathlib import Path

import pytest

from games.contract import RecordError
from games.volcanique.rules import Game, Volcanique
from games.volcanique.rules.option_table import OPTIONS
from games.volcanique.rules.position.ending import REASONS
from games.volcanique.rules.position.grid import POWERS
from tests.volcanique.recorded.ways import WAYS, ways_of

RECORDS = Path(__file__).parents[2] / "records" / "volcanique"
FILES = sorted(RECORDS.glob("*.txt"))
RULES = Volcanique()
every_record = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def read(file: Path) -> Game:
    return RULES.from_record(file.read_text(encoding="utf-8"))


def test_every_way_has_a_record() -> None:
    shown = {way for file in FILES for way in ways_of(read(file), WAYS)}

    assert set(WAYS) - shown == set()


def test_there_is_a_way_for_every_end_power_and_option() -> None:
    assert {f"power-{power}" for power in POWERS} <= WAYS.keys()
    assert {f"end-{reason}" for reason in REASONS} <= WAYS.keys()
    for option in OPTIONS:
        assert [name for name in WAYS if name.startswith(f"{option.name}-")], option.name


@every_record
def test_record_is_written_as_it_was_read_and_shows_what_its_name_says(file: Path) -> None:
    game = read(file)

    assert file.stem in ways_of(game, {file.stem: WAYS[file.stem]})
    assert game.to_record() == file.read_text(encoding="utf-8")


@every_record
def test_record_that_claims_another_result_is_refused(file: Path) -> None:
    """V-20.1, V-23.8: a running game has no result."""
    text, game = file.read_text(encoding="utf-8"), read(file)
    other = (
        text.replace("\n#result P1=", "\n#result P1=9", 1)
        if game.over
        else text.replace("\n#grid", "\n#result P1=1\n#grid", 1)
    )

    with pytest.raises(RecordError) as refused:
        RULES.from_record(other)
    assert refused.value.clause == ("V-20.1" if game.over else "V-23.8")


@every_record
def test_record_without_its_seed_is_the_same_game(file: Path) -> None:
    """V-23.9, A-60: what chance brought is in the entries."""
    game = read(file)
    text = "\n".join(line for line in game.to_record().split("\n") if not line.startswith("#seed "))
    again = RULES.from_record(text)

    assert again.entries == game.entries
    assert (again.places, again.reason, again.result) == (game.places, game.reason, game.result)


@every_record
def test_record_with_an_entry_left_out_is_refused(file: Path) -> None:
    game = read(file)
    lines = game.to_record().split("\n")
    numbers = [index for index, line in enumerate(lines) if line[:1].isdigit()]
    del lines[numbers[len(numbers) // 2]]

    with pytest.raises(RecordError) as refused:
        RULES.from_record("\n".join(lines))
    assert refused.value.clause == "V-23.1"
