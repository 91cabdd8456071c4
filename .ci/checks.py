"""Runs all that has to hold, part by part, and says how long each took."""

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
PRODUCTION = {
    "DATABASE_URL": "postgresql://club:secret@127.0.0.1:5432/club",
    "REDIS_URL": "redis://:secret@127.0.0.1:6379/0",
    "EMAIL_URL": "smtp+tls://club:secret@mail.example:587",
    "SECRET_KEY": "".join(chr(33 + (7 * i) % 90) for i in range(60)),
    "ALLOWED_HOSTS": "taluva.example",
    "SITE_URL": "https://taluva.example",
}


class Part(NamedTuple):
    name: str
    command: list[str]
    environ: dict[str, str] = {}


class Result(NamedTuple):
    part: Part
    ok: bool
    seconds: float
    output: str


def manage(*arguments: str) -> list[str]:
    return [PYTHON, "manage.py", *arguments]


def tests(marks: str, *arguments: str) -> list[str]:
    return [*PYTEST, "-m", marks, *arguments]


def on_postgres(command: list[str]) -> list[str]:
    return [PYTHON, "-m", "tests.postgres", *command]


HTML, SVG = (sorted(map(str, (ROOT / "templates").rglob(f"*{suffix}"))) for suffix in (".html", ".svg"))
LINT = [
    Part("format", [str(BIN / "ruff"), "format", "--check", "."]),
    Part("templates", [str(BIN / "djangofmt"), "--check", "--force-exclude", *HTML, *SVG]),
    Part("template tags", [str(BIN / "djade"), "--check", *HTML, *SVG]),
    Part("web format", [str(BIN / "oxfmt"), "--check", "static"]),
    Part("lint", [str(BIN / "ruff"), "check", "."]),
    Part("scripts", [str(BIN / "oxlint"), "static"]),
    Part("style sheets", [PYTHON, ".ci/styles.py"]),
    Part("types", [PYTHON, "-m", "mypy"]),
    Part("imports", [str(BIN / "lint-imports"), "--no-cache"]),
]
SITE = [
    Part("requirements", [PYTHON, "-m", "pip", "--disable-pip-version-check", "check"]),
    Part("migrations", manage("makemigrations", "--check", "--dry-run")),
    Part("translations", manage("translations", "check")),
    Part("archive", manage("archive", "check", "--records", "tests/records")),
    Part("deploy", manage("check", "--deploy", "--fail-level", "WARNING"), PRODUCTION),
]
# Walks over all routes take a minute each: on SQLite in every run, on PostgreSQL in the long one.
WALKS = ["tests/site/test_access.py", "tests/site/test_hostile_input.py"]
IGNORED = [f"--ignore={path}" for path in WALKS]
CHROMIUM = Part("chromium", [PYTHON, "-m", "tests.browser.chromium"])
TESTS = [
    [Part("unit", tests("not (worker or browser or long)", "-n", "2"))],
    [
        Part("postgres", on_postgres(tests("database and not (browser or long)", *IGNORED, "-n", "2"))),
        # Waits for processes more than it computes.
        Part("worker", tests("worker and not long", "-n", "2", "--dist", "loadfile")),
    ],
    [CHROMIUM],
    [Part("browser", tests("browser and not long", "tests/browser", "-n", "2"))],
]
# Where a database can differ: who comes first, and who is killed.
AT_ODDS = [
    *("tests/matches/test_interleaved.py", "tests/matches/test_killed.py", "tests/matches/test_races.py"),
    "tests/long/test_mail_chaos.py",
]
PURE = ["tests/rules", "tests/taluva", "tests/volcanique", "tests/bots", "tests/lab"]
LONG = [
    Part("long rules", tests("long and not soak", *PURE, "-n", "2", "--timeout", "1200")),
    Part("long", tests("long and not (browser or soak)", *(f"--ignore={tree}" for tree in PURE), "--timeout", "1200")),
    Part("long postgres", on_postgres(tests("long and not soak", *AT_ODDS, "--timeout", "1200"))),
    Part("walks on postgres", on_postgres(tests("database and not (long or soak)", *WALKS, "-n", "2"))),
    CHROMIUM,
    Part("long browser", tests("long and browser and not soak", "tests/browser")),
]
SOAK = [
    Part("soak", tests("soak and not browser", "--timeout", "7200")),
    CHROMIUM,
    Part("soak browser", tests("soak and browser", "tests/browser")),
]


def run(part: Part) -> Result:
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
    show(result)
    return result


def show(result: Result) -> None:
    """A line for a part that holds; all it said for one that doesn't."""
    if not result.ok:
        print(f"\n{result.output.rstrip()}\n")
    last = result.output.strip().splitlines()[-1:] or [""]
    print(
        f"{'ok' if result.ok else 'FAILED':6} {result.part.name:13} {result.seconds:6.1f} s  {last[0][:90]}", flush=True
    )


def counted(output: str, word: str) -> int:
    """How many tests pytest's last line counts under this word."""
    found = re.findall(rf"(\d+) {word}", output.strip().splitlines()[-1] if output.strip() else "")
    return int(found[-1]) if found else 0


def summary(results: list[Result]) -> None:
    tests = [result for result in results if "pytest" in result.part.command]
    passed = sum(counted(result.output, "passed") for result in tests)
    failed = sum(counted(result.output, "failed") + counted(result.output, "errors?") for result in tests)
    wrong = [result.part.name for result in results if not result.ok]
    print(
        f"{len(results)} parts, {sum(result.seconds for result in results):.0f} s in all; not green: {wrong or 'none'}"
    )
    print(f"{passed} passed, {failed} failed", flush=True)


def chosen_by(options: argparse.Namespace) -> list[list[Part]]:
    """The parts, two at a time within a row and the rows one after the other."""
    if options.lint:
        return [LINT]
    if options.long or options.soak:
        return [[part] for part in (SOAK if options.soak else LONG)]
    return [[*LINT, *SITE], *TESTS]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lint", action="store_true", help="formats, linters, types and imports only")
    parser.add_argument("--long", action="store_true", help="what takes longer")
    parser.add_argument("--soak", action="store_true", help="what takes hours")
    parser.add_argument("only", nargs="*", help="the names of some parts")
    options = parser.parse_args()
    started = time.monotonic()
    results: list[Result] = []
    for row in chosen_by(options):
        with ThreadPoolExecutor(2) as pool:
            results += pool.map(run, [part for part in row if not options.only or part.name in options.only])
    print(f"{time.monotonic() - started:.0f} s by the clock")
    summary(results)
    return 0 if results and all(result.ok for result in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
