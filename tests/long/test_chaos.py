"""The short form of `make chaos`: a process of its own, since it is a club of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import processes


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_nothing_is_lost_doubled_or_stale_while_processes_are_killed() -> None:
    command = [sys.executable, "-m", "tests.chaos", "--turns", "300", "--matches", "20", "--pause", "5", "--pictures"]
    done = subprocess.run(command, cwd=processes.ROOT, capture_output=True, text=True, check=False)

    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    figures = dict(line.rsplit(maxsplit=1) for line in done.stdout.splitlines() if line and line[0].isalpha())
    assert (figures["lost"], figures["doubled"], figures["stale when sent"]) == ("0", "0", "0")
    assert int(figures["told by a mail"]) > 100
