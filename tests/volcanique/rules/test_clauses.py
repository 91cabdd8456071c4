"""A reader finds each clause by its number: in RULES.md, where it is kept, and in its tests."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import games.volcanique.rules

PACKAGE = Path(games.volcanique.rules.__file__).parent
TESTS = Path(__file__).parents[2]
TESTED_IN = (
    "volcanique/rules",
    "volcanique/recorded",
    "rules",
)  # not the naive rules, and not the players of random games
NUMBER = re.compile(r"V-\d+\.\d+")
CLAUSES = re.findall(r"^- (V-\d+\.\d+)\b", (PACKAGE / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)


def texts(*folders: Path) -> list[str]:
    """Return what is in the Python files of these folders, but for this one."""
    files = [file for folder in folders for file in folder.rglob("*.py") if file != Path(__file__)]
    return [file.read_text(encoding="utf-8") for file in files]


def cited(*folders: Path) -> set[str]:
    """Return the numbers that the files cite, with all that `V-1.1 to V-1.4` spans."""
    found: set[str] = set()
    for text in texts(*folders):
        found |= set(NUMBER.findall(text))
        for chapter, first, last in re.findall(r"V-(\d+)\.(\d+) to V-\1\.(\d+)", text):
            found |= {f"V-{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_clauses_are_found() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) > 230


def test_code_cites_no_clause_that_does_not_exist() -> None:
    assert cited(PACKAGE, TESTS / "volcanique") - {*CLAUSES, "V-19.5"} == set()  # which stands with V-19.4


def test_code_cites_clauses_by_the_numbers_that_the_rules_have() -> None:
    assert [number for text in texts(PACKAGE) for number in re.findall(r"\b[AR]-\d+\b", text)] == []


@pytest.mark.parametrize("clause", CLAUSES)
def test_clause_is_tested(clause: str) -> None:
    assert clause in cited(*(TESTS / folder for folder in TESTED_IN))


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_modules_and_functions_are_short(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]

    assert len(text.splitlines()) <= 300
    assert [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= 40] == []


def test_folders_are_small() -> None:
    folders = [PACKAGE, *(file.parent for file in PACKAGE.rglob("__init__.py"))]

    assert {folder.name: many for folder in folders if (many := len(list(folder.glob("*.py")))) > 15} == {}


@pytest.mark.parametrize("module", ["games.volcanique.rules"])
def test_rules_are_pure(module: str) -> None:
    # -S: without site-packages, so nothing but Python's own library can be there
    foreign = "import sys, {0}; print([m for m in ('django', 'random', 'socket', 'datetime') if m in sys.modules])"
    clean = [sys.executable, "-S", "-c", foreign.format(module)]

    done = subprocess.run(clean, capture_output=True, text=True, check=True, cwd=PACKAGE.parents[2])

    assert done.stdout == "[]\n"
