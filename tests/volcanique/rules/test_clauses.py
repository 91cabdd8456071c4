"""A reader finds each clause by its number: in RULES.md, where it is kept, and in its tests."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import games.volcanique.rules
from tests.volcanique.rules.cases import CASES
from tests.volcanique.rules.played import PLAYED

PACKAGE = Path(games.volcanique.rules.__file__).parent
TESTS = Path(__file__).parents[2]
TESTED_IN = (
    "volcanique/rules",
    "volcanique/recorded",
    "rules",
)  # not the naive rules, and not the players of random games
NUMBER = re.compile(r"V-\d+\.\d+")
CLAUSES = re.findall(r"^- (V-\d+\.\d+)\b", (PACKAGE / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)


# The amendments to the first version of the rules; numbers between them are of other things.
AMENDMENTS = [f"A-{number}" for number in (*range(1, 36), *range(40, 50), *range(60, 74), 75)]
EXAMPLE_NUMBERS = [f"X-{number}" for number in range(1, 28)]


def texts(*folders: Path) -> list[str]:
    """Return what is in the Python files of these folders, but for this one."""
    files = [file for folder in folders for file in folder.rglob("*.py") if file != Path(__file__)]
    return [file.read_text(encoding="utf-8") for file in files]


def cited(*folders: Path) -> set[str]:
    """Return the numbers of clauses that the files cite."""
    return {number for text in texts(*folders) for number in numbers_in(text)}


def numbers_in(text: str) -> set[str]:
    """Return the numbers that a text cites, with all that `V-1.1 to V-1.4` spans."""
    found = set(NUMBER.findall(text))
    for chapter, first, last in re.findall(r"V-(\d+)\.(\d+) to V-\1\.(\d+)", text):
        found |= {f"V-{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return found


@cache
def titles_of_tests() -> tuple[str, ...]:
    """Return what says what is tested: clauses of cases, names of examples, names and docstrings of tests."""
    found = [case.clause for case in CASES] + [example.name for example in PLAYED]
    for file in (file for folder in TESTED_IN for file in (TESTS / folder).rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                name = re.sub(r"(?<=_)([ax])_(\d+)(?=[a-z]?_)", lambda part: f"{part[1].upper()}-{part[2]}", node.name)
                found += [name, ast.get_docstring(node) or ""]
    return tuple(found)


def test_clauses_are_found() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) > 230


def test_code_cites_no_clause_that_does_not_exist() -> None:
    assert cited(PACKAGE, TESTS / "volcanique") - {*CLAUSES, "V-19.5"} == set()  # which stands with V-19.4


def test_code_cites_clauses_by_the_numbers_that_the_rules_have() -> None:
    assert [number for text in texts(PACKAGE) for number in re.findall(r"\b[AR]-\d+\b", text)] == []


def test_each_clause_amendment_and_example_is_tested() -> None:
    titles = titles_of_tests()
    numbers = {number for title in titles for number in re.findall(r"[AX]-\d+", title)}

    assert set(CLAUSES) - {number for title in titles for number in numbers_in(title)} == set()
    assert {*AMENDMENTS, *EXAMPLE_NUMBERS} - numbers == set()


@pytest.mark.parametrize("folder", [PACKAGE, TESTS / "volcanique"], ids=["package", "tests"])
def test_modules_and_functions_are_short(folder: Path) -> None:
    for file in folder.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
        long = [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= 40]

        assert (file.name, len(text.splitlines()) > 300, long) == (file.name, False, [])


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
