"""The files of one turn, traced in this checkout."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_files_of_a_turn() -> None:
    command = [sys.executable, "-m", "lab.measure_turn", "--json"]
    found = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    screen, mail = "to the other's screen", "and on to their mail"

    assert {"(the rules)", "static/js/live.js", "games/matches/play.py", "games/matches/queries.py"} <= set(
        found["follow"][screen]
    )
    assert {"accounts/mail/outbox.py", "games/sweeping.py", "templates/games/mail/notice.txt"} <= set(
        found["follow"][mail]
    )
    assert "games/models/match.py" in found["run"][screen]
    assert "games/models/match.py" not in found["follow"][screen]
    assert all((ROOT / path).is_file() for paths in found["run"].values() for path in paths if path[0] != "(")
    for part in (screen, mail):
        assert set(found["follow"][part]) <= set(found["run"][part])

    guide = (ROOT / "docs/architecture.md").read_text()
    section = guide[guide.index("## The way of one turn") : guide.index("## Where to add what")]
    files = [path for part in found["follow"].values() for path in part if path[0] != "("]
    assert [path for path in files if f"{Path(path).name}`" not in section] == []
