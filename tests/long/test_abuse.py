"""The short form of `python -m bench.abuse`: a stranger harms nobody."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests import processes

pytestmark = [pytest.mark.long, pytest.mark.timeout(1500)]


def run_bench(bench: str, *options: str) -> dict[str, Any]:
    command = [sys.executable, "-m", f"bench.{bench}", "--json", *options]
    done = subprocess.run(command, cwd=processes.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_stranger_gets_some_of_it_and_no_body_in() -> None:
    found = run_bench("abuse", "--idle", "10", "--seconds", "30", "--games", "20", "--level", "builder")

    assert found["broken"] == []
    assert found["answers"]["bodies"] == {"413": 10}
    assert found["posted_mb"] < 100  # of 10,000
    assert found["disk_mb"] < 100
    assert found["turns"][1] > 0
    # Whoever asks for much is kept waiting or refused, and nothing breaks.
    assert {int(status) for counts in found["answers"].values() for status in counts} <= {200, 202, 303, 413, 429, 503}
