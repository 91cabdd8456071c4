"""The short form of `python -m bench.crowd`: bots play among themselves while their worker is killed."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests import processes


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_no_turn_is_lost_or_doubled_while_the_bots_worker_is_killed() -> None:
    few = ["--matches", "3", "--levels", "seedling", "settler", "--pause", "8", "--idle", "5"]
    command = [sys.executable, "-m", "bench.crowd", "--json", *few]
    done = subprocess.run(command, cwd=processes.ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["turns"] > 100  # some game may end early
    assert found["kills"] > 3
