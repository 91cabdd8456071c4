"""`manage.py record`: records checked and shown in a terminal."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

RECORDS = Path(__file__).parents[1] / "records" / "taluva"
SHARED = RECORDS / "tiles-shared.txt"


def run(*words: str) -> str:
    out = StringIO()
    call_command("record", *words, stdout=out, no_color=True)
    return out.getvalue()


def test_check_says_what_each_record_is() -> None:
    running = RECORDS / "running.txt"

    assert run("check", str(SHARED), str(running)) == (
        f"{SHARED}: 24 turns, places 1 1 (tiles)\n{running}: 12 turns, still running\n"
    )


def test_check_names_the_damage_of_each_file_and_fails(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(SHARED.read_text().replace("[Players", "[Plyers"))
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe")
    none = tmp_path / "none.txt"
    out = StringIO()

    with pytest.raises(CommandError, match=r"^4 of 5 records can't be replayed\.$"):
        call_command("record", "check", *map(str, (none, tmp_path, damaged, binary, SHARED)), stdout=out, no_color=True)

    assert out.getvalue().splitlines() == [
        f"{none} can't be read: No such file or directory.",
        f"{tmp_path} can't be read: Is a directory.",
        f"{damaged}: line 4: The tag Players is missing here. (T-10.1)",
        f"{binary}: line 1: A record is text in UTF-8. (T-10)",
        f"{SHARED}: 24 turns, places 1 1 (tiles)",
    ]


def test_check_tells_the_shell_that_a_file_failed() -> None:
    words = [sys.executable, "manage.py", "record", "check", "none.txt", str(SHARED)]

    done = subprocess.run(words, capture_output=True, text=True, cwd=RECORDS.parents[2])

    assert (done.returncode, len(done.stdout.splitlines())) == (1, 2)


def test_show_draws_the_board_after_a_turn() -> None:
    start, first, last = (run("show", str(SHARED), "--turn", str(turn)) for turn in (0, 1, 24))

    assert start.startswith("0. the start\n\nthe open sea\n")
    assert first.startswith("1. CR@0,0W H@0,-1\n\nr  -1, q   0…     R1a1\nr   0, q  -1…  C1    V1w\n")
    assert run("show", str(SHARED)) == last
    assert "place 1\n" in last


@pytest.mark.parametrize("turn", ["25", "-1"])
def test_show_refuses_a_turn_that_was_not_played(turn: str) -> None:
    with pytest.raises(CommandError, match="has the turns 1 to 24, and 0 for the start"):
        run("show", str(SHARED), f"--turn={turn}")


def test_file_that_is_not_there_and_text_of_no_known_game_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"can't be read: No such file or directory\.$"):
        run("show", str(tmp_path / "none.txt"))
    (tmp_path / "chess.txt").write_text('[Game "chess"]\n')
    with pytest.raises(
        CommandError, match=r"line 1: This does not begin like a record of Taluva or Volcanique\. \(T-10\.1\)"
    ):
        run("show", str(tmp_path / "chess.txt"))


def test_records_of_a_game_that_the_site_does_not_offer_are_checked_and_shown(tmp_path: Path) -> None:
    volcanique = RECORDS.parent / "volcanique" / "end-stall.txt"
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(volcanique.read_text().replace(" P1 ", " P2 ", 1))

    assert run("check", str(volcanique)).startswith(f"{volcanique}: ")
    assert "(stall)" in run("check", str(volcanique))
    assert run("show", str(volcanique), "--turn", "0").startswith("0. the start\n\nr ")
    assert "over" in run("show", str(volcanique)).splitlines()[-1]
    with pytest.raises(CommandError, match=r"^1 of 1 records can't be replayed\.$"):
        run("check", str(damaged))
