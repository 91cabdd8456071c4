"""A reader finds each clause by its number: in RULES.md, where it is enforced, and in its test cases."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import games.taluva.rules
from games.taluva.rules import Game, Options

PACKAGE = Path(games.taluva.rules.__file__).parent
SHARED = [PACKAGE.parents[1] / f"{name}.py" for name in ("contract", "chance", "hexes", "records", "replays")]
TESTS = Path(__file__).parents[2]
NUMBER = re.compile(r"T-(?:1[01]|[1-9])(?:\.\d+[a-e]?)?")
TEXT = (PACKAGE / "RULES.md").read_text()
CLAUSES = re.findall(r"^\s*- \*{0,2}(T-\d+\.\d+[a-e]?)\b", TEXT, re.MULTILINE)


def python_files(*folders: Path) -> set[Path]:
    """Return the Python files of these folders, without this one."""
    return {file for folder in folders for file in folder.rglob("*.py")} - {Path(__file__)}


def cited(files: set[Path]) -> set[str]:
    """Return the numbers that the files cite, with all that `T-1.1 to T-1.4` spans."""
    found: set[str] = set()
    for file in files:
        text = file.read_text()
        found |= set(NUMBER.findall(text))
        for chapter, first, last in re.findall(r"T-(\d+)\.(\d+) to T-\1\.(\d+)", text):
            found |= {f"T-{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return found


def led_by(clause: str) -> list[str]:
    """The modules where the number leads: a docstring or comment begins with it, or rows of clauses do."""
    begins = re.compile(rf'(?:"""|# )(?:T-[^:\n]*, )?{re.escape(clause)}(?:, T-[^:\n]*)?:')
    row = re.compile(rf'Clause\(\s*"{re.escape(clause)}"')
    texts = [(file.name, file.read_text()) for file in {*python_files(PACKAGE), *SHARED}]
    led = [name for name, text in texts for _ in begins.findall(text)]
    return led + [name for name, text in texts if row.search(text)]


def test_clauses_are_found() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) > 50


@pytest.mark.parametrize("clause", CLAUSES)
def test_clause_is_cited_where_it_is_kept_and_where_it_is_tested(clause: str) -> None:
    assert clause in cited({*python_files(PACKAGE), *SHARED})
    assert clause in cited(python_files(TESTS / "taluva", TESTS / "rules"))


def test_code_cites_no_clause_that_does_not_exist() -> None:
    chapters = {clause.partition(".")[0] for clause in CLAUSES} | {"T-11"}

    assert cited(python_files(PACKAGE)) - set(CLAUSES) - chapters == set()


@pytest.mark.parametrize("clause", [clause for clause in CLAUSES if clause != "T-4.5"])  # it follows from the others
def test_clause_is_kept_in_one_place(clause: str) -> None:
    assert len(led_by(clause)) == 1


def test_face_is_the_one_that_the_clauses_show() -> None:
    shown = TEXT.split("```python\n")[1].split("```")[0].splitlines()[2:]  # T-11
    names = [name for line in shown for name in re.findall(r"\bgame\.(\w+)", line.partition("#")[0])]

    assert [line for line in shown if not line.startswith("game")] == []  # each is a line, as it was agreed
    assert len(names) == 13
    assert [name for name in names if not hasattr(Game(Options()), name)] == []


@pytest.mark.parametrize("module", ["games.registry", "games.records", "games.taluva.rules"])
def test_rules_are_pure(module: str) -> None:
    # -S: without site-packages, so nothing but Python's own library can be there
    foreign = "import sys, {0}; print([m for m in ('django', 'random', 'socket') if m in sys.modules])"
    clean = [sys.executable, "-S", "-c", foreign.format(module)]

    done = subprocess.run(clean, capture_output=True, text=True, check=True, cwd=PACKAGE.parents[2])

    assert done.stdout == "[]\n"
