"""Boards are pure: they draw without Django, a clock, or randomness."""

import subprocess
import sys


def test_boards_load_nothing_of_the_site() -> None:
    code = "import sys, games.boards; print(sorted({'django', 'random', 'resvg_py', 'numba'} & sys.modules.keys()))"

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert found.strip() == "[]"
