"""Run everything that has to hold, part by part, and print how long each part took."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
BIN = Path(PYTHON).parent
PYTEST = [PYTHON, "-m", "pytest", "-q", "--no-header", "--durations=5"]
TWO_PROCESSES = ["-n", "2", "--dist", "worksteal"]
PRODUCTION = {
    "DATABASE_URL": "postgresql://club:secret@127.0.0.1:5432/club",
    "REDIS_URL": "redis://:secret@127.0.0.1:6379/0",
    "EMAIL_URL": "smtp+tls://club:secret@mail.example:587",
    "SECRET_KEY": "".join(chr(33 + (7 * i) % 90) for i in range(60)),
    "ALLOWED_HOSTS": "taluva.example",
    "SITE_URL": "https://taluva.example",
}


class Part(NamedTuple):
    """A command that has to end with status 0."""

    name: str
    command: list[str]
    environ: dict[str, str] = {}


class Result(NamedTuple):
    """How a part ended."""

    part: Part
    ok: bool
    seconds: float
    output: str


def manage_command(*arguments: str) -> list[str]:
    return [PYTHON, "manage.py", *arguments]


def pytest_command(marks: str, *arguments: str) -> list[str]:
    return [*PYTEST, "-m", marks, *arguments]


def postgres_command(command: list[str]) -> list[str]:
    return [PYTHON, "-m", "tests.postgres", *command]


def files_marked(*marks: str) -> list[str]:
    """Return the test modules that name one of these marks: collecting all modules takes longer than some parts."""
    pattern = re.compile(rf"\bmark\.({'|'.join(marks)})\b")
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in modules if pattern.search(path.read_text())]


def paths_outside(places: list[str], paths: list[str]) -> list[str]:
    """Return the paths that are none of these files and in none of these folders."""
    return [path for path in paths if not any(Path(path).is_relative_to(place) for place in places)]


HTML, SVG = (sorted(map(str, (ROOT / "templates").rglob(f"*{suffix}"))) for suffix in (".html", ".svg"))
LINT = [
    Part("types", [PYTHON, "-m", "mypy"]),
    Part("format", [str(BIN / "ruff"), "format", "--check", "."]),
    Part("templates", [str(BIN / "djangofmt"), "--check", "--force-exclude", *HTML, *SVG]),
    Part("template tags", [str(BIN / "djade"), "--check", *HTML, *SVG]),
    Part("web format", [str(BIN / "oxfmt"), "--check", "static"]),
    Part("lint", [str(BIN / "ruff"), "check", "."]),
    Part("scripts", [str(BIN / "oxlint"), "static"]),
    Part("style sheets", [PYTHON, ".ci/styles.py"]),
    Part("imports", [str(BIN / "lint-imports"), "--no-cache"]),
]
SITE = [
    Part("requirements", [PYTHON, "-m", "pip", "--disable-pip-version-check", "check"]),
    Part("migrations", manage_command("makemigrations", "--check", "--dry-run")),
    Part("translations", manage_command("translations", "check")),
    Part("archive", manage_command("archive", "check", "--records", "tests/records")),
    Part("deploy", manage_command("check", "--deploy", "--fail-level", "WARNING"), PRODUCTION),
]
# No module of these touches a database.
OF_GAMES = [f"tests/{path.parent.name}" for path in sorted((ROOT / "games").glob("*/rules"))]
PURE = ["tests/rules", *OF_GAMES, "tests/bots", "tests/lab"]
CHROMIUM = Part("chromium", [PYTHON, "-m", "tests.browser.chromium"])
UNIT = Part("unit", pytest_command("not (worker or browser or long)", *TWO_PROCESSES))
WORKER = Part("worker", pytest_command("worker and not long", *files_marked("worker"), "-n", "2", "--dist", "loadfile"))
BROWSER = Part("browser", pytest_command("browser and not long", "tests/browser", *TWO_PROCESSES))
# Where databases can differ: who comes first, and who is killed.
RACES = ["tests/matches/test_interleaved.py", "tests/matches/test_killed.py", "tests/matches/test_races.py"]
MAIL_CHAOS = "tests/long/test_mail_chaos.py"
# Clubs of many processes that are killed or crowded, and figures about them: nothing else runs beside these.
CLUBS = ["tests/long"]
LONG_SITE = paths_outside([*PURE, *CLUBS, *RACES, "tests/browser"], files_marked("long"))
LONG_TIMEOUT = ["--timeout", "1200"]
LONG = [
    [Part("long rules", pytest_command("long and not soak", *PURE, *TWO_PROCESSES, *LONG_TIMEOUT))],
    [
        Part("long postgres", postgres_command(pytest_command("long and not soak", *RACES, MAIL_CHAOS, *LONG_TIMEOUT))),
        Part("postgres", postgres_command(pytest_command("database and not (browser or long or soak)"))),
        Part("long site", pytest_command("long and not soak", *LONG_SITE, *LONG_TIMEOUT)),
        Part("long races", pytest_command("long and not soak", *RACES, *LONG_TIMEOUT)),
    ],
    [Part("long clubs", pytest_command("long and not soak", *CLUBS, *LONG_TIMEOUT))],
    [CHROMIUM],
    [Part("long browser", pytest_command("long and browser and not soak", "tests/browser"))],
]
SOAK = [
    [Part("soak", pytest_command("soak and not browser", "--timeout", "7200"))],
    [CHROMIUM],
    [Part("soak browser", pytest_command("soak and browser", "tests/browser"))],
]
# Two at a time: what computes, and beside it what waits for other programs. PostgreSQL has its turn in the long run.
TESTS = [[CHROMIUM], [UNIT, *LINT, *SITE, WORKER, BROWSER]]


def run_part(part: Part) -> Result:
    started = time.monotonic()
    # Compiled modules are kept whatever the machine's settings: else each of the many processes compiles them anew.
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        part.command,
        cwd=ROOT,
        env=environ | part.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    result = Result(part, done.returncode == 0, time.monotonic() - started, done.stdout)
    print_result(result)
    return result


def print_result(result: Result) -> None:
    """Print a line, and before it the whole output if the part failed."""
    if not result.ok:
        print(f"\n{result.output.rstrip()}\n")
    last = result.output.strip().splitlines()[-1:] or [""]
    status = "ok" if result.ok else "FAILED"
    print(f"{status:6} {result.part.name:17} {result.seconds:6.1f} s  {last[0][:90]}", flush=True)


def count_tests(output: str, word: str) -> int:
    """Return the number before this word in pytest's last line."""
    found = re.findall(rf"(\d+) {word}", output.strip().splitlines()[-1] if output.strip() else "")
    return int(found[-1]) if found else 0


def print_summary(results: list[Result]) -> None:
    outputs = [result.output for result in results if "pytest" in result.part.command]
    passed = sum(count_tests(output, "passed") for output in outputs)
    failed = sum(count_tests(output, "failed") + count_tests(output, "errors?") for output in outputs)
    wrong = [result.part.name for result in results if not result.ok]
    seconds = sum(result.seconds for result in results)
    print(f"{len(results)} parts, {seconds:.0f} s in all; not green: {wrong or 'none'}")
    print(f"{passed} passed, {failed} failed", flush=True)


def stages_for(options: argparse.Namespace) -> list[list[Part]]:
    """Return the parts stage by stage: the stages run one after the other, and two parts of a stage at a time."""
    if options.lint:
        return [LINT]
    return LONG if options.long else SOAK if options.soak else TESTS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lint", action="store_true", help="formats, linters, types and imports only")
    parser.add_argument("--long", action="store_true", help="what takes longer")
    parser.add_argument("--soak", action="store_true", help="what takes hours")
    parser.add_argument("only", nargs="*", help="the names of some parts")
    options = parser.parse_args()
    started = time.monotonic()
    results: list[Result] = []
    for stage in stages_for(options):
        with ThreadPoolExecutor(2) as pool:
            results += pool.map(run_part, [part for part in stage if not options.only or part.name in options.only])
    print(f"{time.monotonic() - started:.0f} s by the clock")
    print_summary(results)
    return 0 if results and all(result.ok for result in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
