"""The figures about the code, of a small checkout whose figures are known."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "games/__init__.py": "",
    "games/play.py": "def play() -> None:\n    from games import tasks\n\n\ndef is_over() -> None:\n    pass\n",
    "games/tasks.py": "from games import play\n\n\ndef _hidden() -> None:\n    play.play()\n",
    "games/taluva/__init__.py": "",
    "games/taluva/rules/__init__.py": "",
    "games/taluva/rules/turn.py": "class Turn:\n    def text(self) -> None:\n" + "        pass\n" * 41,
    "games/volcanique/__init__.py": "",
    "games/volcanique/rules/__init__.py": "",
    "games/volcanique/rules/entries/__init__.py": "",
    "games/volcanique/rules/entries/turn.py": "",
    "games/volcanique/rules/entries/play.py": "",
    "games/migrations/__init__.py": "import games.nothing\n" * 500,
    "accounts/__init__.py": "",
    "accounts/tasks.py": "x = 1\n" * 401,
    "taluva_site/__init__.py": "",
    "templates/a.html": f'<path d="{"M0,0" * 60}" />\n<p>{"long " * 50}</p>\n<p>short</p>\n',
}


def test_the_figures_of_a_small_checkout(tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    command = [sys.executable, "-m", "lab.measure_code", "--json", str(tmp_path)]
    figures = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)

    assert figures == {
        "production lines": 6 + 5 + 43 + 401,
        "modules": 14,
        "modules in the largest folders": {
            **{"games": 2, "games/volcanique/rules/entries": 2},
            **{"games/taluva/rules": 1, "accounts": 1},
        },
        "import cycles": [["games.play", "games.tasks"]],
        "public functions": 2,
        "public functions with one-word names, %": 50.0,
        "template lines over 200 characters": 1,
        "modules of one name": {"play": 2},
        "functions over 40 lines": {"games/taluva/rules/turn.py:text": 42},
        "modules over 400 lines": {"accounts/tasks.py": 401},
    }
