"""`python -m lab …`: what it doesn't take is said in a sentence."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from games.bot_contract import CoreState
from games.taluva import rules
from games.taluva.bots import fast_core
from games.taluva.bots.levels import RATINGS
from lab import ladder, matches
from lab.__main__ import main
from tests.processes import ROOT, wait_for


@pytest.fixture(autouse=True)
def _own_folder_and_plain_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALUVA_VAR", str(tmp_path))
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: False)


MISTAKES = [
    ("match nobody builder", "“nobody” is no level; there are seedling, settler, builder, breaker, navigator, elder."),
    ("match builder:x seedling", "A budget is a number of simulations from 0 to 100000, not “x”."),
    ("match seedling:-5 builder", "A budget is a number of simulations from 0 to 100000, not “-5”."),
    ("match navigator:100001 builder", "A budget is a number of simulations from 0 to 100000, not “100001”."),
    ("match navigator: builder", "A budget is a number of simulations from 0 to 100000, not “”."),
    ("match program: builder", "There is no program “” here."),
    ("match program:no-such-program builder", "There is no program “no-such-program” here."),
    ("match builder seedling --games -4", "-4 is not an even number from 2 on"),
    ("match builder seedling --games 0", "0 is not an even number from 2 on"),
    ("match builder seedling --games 3", "3 is not an even number from 2 on"),
    ("match builder seedling --workers 0", "0 is not a number from 1 on"),
    ("match builder seedling --teams", "Teams need exactly four players."),
    ("ladder --games 1", "1 is not an even number from 2 on"),
    ("ladder --minutes -1", "-1 is not a time from 0 on"),
    ("fuzz --minutes nan", "nan is not a time from 0 on"),
    ("train --rounds 0", "0 is not a number from 1 on"),
    ("train --games 0", "0 is not a number from 1 on"),
    ("fuzz --games 0", "0 is not a number from 1 on"),
    ("fuzz --workers 0", "0 is not a number from 1 on"),
    ("faults --workers 0", "0 is not a number from 1 on"),
]


@pytest.mark.parametrize(("line", "sentence"), MISTAKES)
def test_a_mistake_is_told_in_a_sentence(line: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *line.split()).endswith(sentence)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a tool says when it ends without having done what was asked."""
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code
    return f"{capsys.readouterr().err}{end.value.code if isinstance(end.value.code, str) else ''}".rstrip()


def heed_ctrl_c() -> None:
    """What a shell starts in the background ignores it, and so would the children of a test run there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.long
@pytest.mark.timeout(700)
def test_who_breaks_a_tool_off_keeps_what_was_done_and_sees_one_sentence(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    command = [sys.executable, "-m", "lab", "fuzz", "--plain", "--workers=2", f"--record={record}"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    ) as tool:
        wait_for(record.exists, within=600, why="no game ended")
        os.killpg(tool.pid, signal.SIGINT)
        told, errors = tool.communicate()

    assert (tool.returncode, told, errors.splitlines()[-1]) == (130, "", "Broken off.")
    assert "Traceback" not in errors
    (row,) = json.loads(record.read_text()).values()
    assert row["games"] > 0


def test_a_side_that_can_t_be_read_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "invalid side value" in refused(capsys, "match", "program:'", "builder")


def test_a_folder_that_can_t_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    record = f"--record={tmp_path / 'file' / 'x.json'}"
    assert "File exists" in refused(capsys, "fuzz", "--plain", "--games=1", "--workers=1", record)


def test_a_program_that_breaks_the_protocol_ends_its_match_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cat: It said “taluva-bot 1”" in refused(capsys, "match", "program:cat", "seedling", "--games=2")


def test_a_trial_of_the_ladder_keeps_its_ratings_beside_its_games(tmp_path: Path) -> None:
    before = RATINGS.read_text()

    main(["ladder", "--games=2", "--minutes=0.000001", f"--directory={tmp_path}"])

    assert json.loads((tmp_path / "ratings.json").read_text())["matches"] == []
    assert (RATINGS.read_text(), ladder.LadderPlan().ratings) == (before, RATINGS)


def test_ratings_are_not_replaced_by_those_of_fewer_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, match = tmp_path / "ratings.json", {"players": 2, "a": "elder", "b": "navigator", "games": 400}
    kept.write_text(json.dumps({"matches": [match], "ratings": {}}))

    main(["ladder", "--games=2", "--minutes=0.000001", f"--directory={tmp_path}"])

    assert json.loads(kept.read_text())["matches"] == [match]
    assert (
        f"{kept} stays as it is, since it follows from more games: elder – navigator of 2 players, 0 instead of 400"
        in (capsys.readouterr().out)
    )


COLD = [
    ["match", "builder", "seedling", "--games=2"],
    ["ladder", "--games=2", "--minutes=0.000001", "--directory=."],
    ["fuzz", "--games=1", "--minutes=0.000001", "--record=fuzzed.json"],
]


@pytest.mark.parametrize("words", COLD, ids=lambda words: words[0])
def test_a_tool_that_has_to_compile_first_says_so(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No game is missing, or there is no time for one, so none is played."""
    contest = matches.Contest("builder", "seedling", 2, rules.Options())
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / f"{contest.name}.jsonl").write_text("[0, 1.0, 0.5]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    monkeypatch.setattr("games.taluva.bots.engine.has_numba", lambda: True)
    monkeypatch.setattr(fast_core, "version", lambda name: "0.1")
    monkeypatch.setattr(fast_core, "compile_step", lambda number, game: None)

    main(words)

    assert "1 of 3: compiling the rules\n2 of 3" in capsys.readouterr().err
    assert fast_core.state() is CoreState.READY
