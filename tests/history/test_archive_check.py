"""The check of the archive: of the recorded games on several cores, and of each match by its key."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.history import replaying
from games.matches import play
from games.models import Match
from tests.factories import NOW, people, played_on, running_match

RECORDS = Path(__file__).parent.parent / "records"


def said(*arguments: str, workers: int = 1) -> str:
    out = StringIO()
    call_command("archive", "check", "--workers", str(workers), *arguments, stdout=out)
    return out.getvalue()


def test_all_recorded_games_hold_on_two_cores() -> None:
    number = len(list(RECORDS.rglob("*.txt")))

    assert number > 50
    assert said("--records", str(RECORDS), workers=2).startswith(f"{number} records checked in ")


def test_damaged_records_are_named(tmp_path: Path) -> None:
    for name in ("tiles-shared", "teams-tiles", "ranking-shared"):
        shutil.copy(RECORDS / "taluva" / f"{name}.txt", tmp_path)
    (tmp_path / "teams-tiles.txt").write_text("")
    text = (tmp_path / "tiles-shared.txt").read_text()
    (tmp_path / "tiles-shared.txt").write_text(text.replace('Result "1 1"', 'Result "1 2"'))
    (tmp_path / "ranking-shared.txt").write_text((tmp_path / "ranking-shared.txt").read_text() + "\n")
    out = StringIO()
    with pytest.raises(CommandError, match="3 things are not as stored"):
        call_command("archive", "check", "--records", str(tmp_path), "--workers", "1", stdout=out)

    assert [line.partition(": ")[0] for line in out.getvalue().splitlines()] == [
        str(tmp_path / f"{name}.txt") for name in ("ranking-shared", "teams-tiles", "tiles-shared")
    ]
    assert "The result that follows from the turns is “1 1”." in out.getvalue()


@pytest.mark.django_db
def test_matches_are_replayed_portion_by_portion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "PORTION", 2)
    ann, ben = people(2)
    matches = [played_on(running_match(ann, ben), turns) for turns in (0, 1, 2, 3)]
    matches.append(play.resign_match(match_id=matches[1].pk, player=ben, now=NOW))
    Match.objects.filter(pk=matches[3].pk).update(turn_number=9)
    found = list(replaying.check_matches(replaying.started_matches(), workers=1))

    assert [done for done, _different in found] == [2, 4]
    [different] = [each for _done, portion in found for each in portion]
    assert different == (f"{matches[3].key} (rules taluva 1)", "its turns are not numbered from 1 to the last")
    assert said("--key", matches[0].key).startswith(f"{matches[0].key} checked in ")


@pytest.mark.parametrize(("workers", "games", "processes"), [(8, 0, 1), (8, 100, 1), (8, 101, 2), (2, 5000, 2)])
def test_no_process_is_started_for_nothing(workers: int, games: int, processes: int) -> None:
    assert replaying.useful_workers(workers, games) == processes
