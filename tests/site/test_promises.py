"""What the documentation, the image and the schedule name exists."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shlex
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from bench.__main__ import BENCHES
from taluva_site import environment
from taluva_site.celery import app
from taluva_site.queues import queue_lengths

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Of these, every file, folder, class and function between backquotes exists.
GUIDES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "docs/architecture.md")]
FOLDERS = ("accounts", "bench", "docs", "games", "lab", "locale", "static", "taluva_site", "templates", "tests", ".ci")
FILE = re.compile(r"[\w./-]+/|[\w./-]+\.(?:py|md|txt|html|js|css|toml|svg|json|yaml|pot)")
NAME = re.compile(r"[A-Za-z_][\w.]*")
DEFINED = re.compile(r"\b(?:def|class) (\w+)|^ *(\w+)(?:: [^=\n]+)? = ", re.MULTILINE)
NOT_FILES_OF_OURS, NOT_NAMES_OF_OURS = {"var"}, {"make", "gettext"}
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OWN = {name: service for name, service in COMPOSE.items() if service.get("build")}
COMMANDS = [service["command"] for service in OWN.values() if "command" in service]
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
MADE = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: path.name)
def test_locks_name_no_host_and_hash_everything(lock: Path) -> None:
    text = lock.read_text()

    assert "://" not in text
    assert "--index-url" not in text
    assert all("--hash=sha256:" in part for part in re.split(r"\n(?=\S)", text.strip()))


def test_what_people_run_is_what_the_tests_test() -> None:
    run, dev = (versions(ROOT / "requirements" / f"{name}.txt") for name in ("run", "dev"))

    assert run.items() <= dev.items()


def versions(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(), re.MULTILINE))


@pytest.mark.parametrize("entry", settings.CELERY_BEAT_SCHEDULE.values(), ids=settings.CELERY_BEAT_SCHEDULE)
def test_each_scheduled_task_exists(entry: dict[str, Any]) -> None:
    app.loader.import_default_modules()

    assert entry["task"] in app.tasks


def test_each_route_leads_to_a_queue_that_somebody_serves() -> None:
    app.loader.import_default_modules()
    served = {command[command.index("-Q") + 1] for command in COMMANDS if "-Q" in command}
    bots = [name for name, route in settings.CELERY_TASK_ROUTES.items() if route["queue"] == "bots"]

    assert bots == ["games.tasks.play_bot_turn"]  # nothing else comes before a turn
    assert {route.get("priority", 0) for route in settings.CELERY_TASK_ROUTES.values()} <= set(queue_lengths.PRIORITIES)
    assert set(settings.CELERY_TASK_ROUTES) <= set(app.tasks)
    assert {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()} <= set(settings.QUEUES) == served


@pytest.mark.parametrize("command", [*COMMANDS, shlex.split(re.findall(r"^CMD (.*)", DOCKERFILE, re.MULTILINE)[-1])])
def test_the_images_commands_exist(command: list[str]) -> None:
    words = [word.strip("[],") for word in command]
    if "manage.py" in words:
        assert words[words.index("manage.py") + 1] in get_commands()
    else:
        assert importlib.util.find_spec(words[words.index("-m") + 1])
    for word in words:
        if word.startswith("taluva_site.asgi:"):
            assert hasattr(importlib.import_module("taluva_site.asgi"), word.partition(":")[2])


def test_the_image_copies_what_there_is() -> None:
    copied = [word for line in re.findall(r"^COPY (.*)", DOCKERFILE, re.MULTILINE) for word in line.split()[:-1]]

    assert [path for path in copied if not (ROOT / path).exists()] == []
    assert {"games", "accounts", "taluva_site", "templates", "static"} <= set(copied)


@pytest.mark.parametrize("name", OWN)
def test_each_service_has_all_that_a_hosted_club_needs(name: str, tmp_path: Path) -> None:
    given = {key: default(str(value)) for key, value in OWN[name]["environment"].items()}
    club = environment.read_environment(given, tmp_path)

    assert (club.hosted, club.starts_redis) == (True, False)
    assert {club.database["HOST"], "valkey", "mail"} <= set(COMPOSE)


def default(value: str) -> str:
    """As compose reads it when .env says nothing."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_commands_in_the_documentation_exist(path: Path) -> None:
    text = path.read_text()
    modules = set(re.findall(r"python -m ([\w.]+)", text))

    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands())
    assert set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE)) <= set(MADE)
    assert [module for module in modules if not importlib.util.find_spec(module)] == []
    assert [link for link in re.findall(r"\]\(([\w/.]+)\)", text) if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.name)
def test_files_and_names_in_the_guides_exist(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
    words = re.findall(r"`([^`\n]+)`", text)
    files = {word.strip("/") for word in words if FILE.fullmatch(word) and not word.startswith("/")}
    names = {word.rpartition(".")[2] for word in words if NAME.fullmatch(word) and not FILE.fullmatch(word)}

    assert [file for file in sorted(files - NOT_FILES_OF_OURS) if not files_of(file)] == []
    assert names - NOT_NAMES_OF_OURS - names_in(files_of("*.py")) == set()
    beside = re.findall(r"`([\w/]+\.py)` \(`(\w+)`", text)  # a module, and behind it what to look at there
    assert [pair for pair in beside if pair[1] not in names_in(files_of(pair[0]))] == []


def files_of(name: str) -> list[Path]:
    """Return the files and folders of ours whose path ends so."""
    return [*ROOT.glob(name), *(found for folder in FOLDERS for found in (ROOT / folder).glob(f"**/{name}"))]


def names_in(modules: Iterable[Path]) -> set[str]:
    return {name for module in modules for found in DEFINED.findall(module.read_text()) for name in found if name}


def test_the_contracts_of_imports_name_each_game() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    games = {f"games.{folder.parent.name}" for folder in (ROOT / "games").glob("*/rules")}
    pure, alone, named = (
        next(each for each in contracts if each["name"] == name)
        for name in ("rules are pure", "games stand on rules alone", "only the registry names a game")
    )

    assert games == set(named["protected_modules"])
    assert games <= set(alone["source_modules"])
    assert {f"{game}.rules" for game in games} <= set(pure["source_modules"])


def test_all_benches_are_run_together() -> None:
    own = {path.stem for path in (ROOT / "bench").glob("[a-z]*.py") if "\ndef main(" in path.read_text()}
    named = {name for path in DOCS for name in re.findall(r"python -m bench\.(\w+)", path.read_text())}

    assert {words[0] for words in BENCHES.values()} == own
    assert named <= own


def test_each_variable_is_documented() -> None:
    source = "".join((ROOT / "taluva_site" / name).read_text() for name in ("settings.py", "operations/metrics.py"))
    read = {
        *environment.NAMES,
        *environment.USUAL,
        "TRUSTED_PROXIES",
        "WEB_PROCESSES",
        *re.findall(r'environ\.get\("(\w+)"', source),
    }
    documented = (ROOT / "docs" / "operating.md").read_text()

    assert [name for name in sorted(read) if f"`{name}`" not in documented] == []
