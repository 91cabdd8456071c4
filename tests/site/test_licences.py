"""Under which licences the project is, in the files and on the pages; and that pip is told there is no package."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.test import Client

from games.registry import READABLE

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
# The text of the GNU AGPL, version 3, as the Free Software Foundation publishes it.
AGPL_3 = "0d96a4ff68ad6d4b6f1f30f713b18d5184912ba8dd389f86aa7710db079abcb0"


def test_the_licence_is_the_exact_text_of_the_agpl() -> None:
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == AGPL_3
    assert PROJECT["project"]["license"] == "AGPL-3.0-or-later"
    assert all((ROOT / name).is_file() for name in PROJECT["project"]["license-files"])


@pytest.mark.parametrize("licence", ["AGPL-3.0-or-later", "CC-BY-SA-4.0", "CC0-1.0", "CC-BY-NC-SA-4.0", "OFL-1.1"])
def test_the_notice_names_each_licence(licence: str) -> None:
    assert licence in (ROOT / "NOTICE").read_text()


@pytest.mark.parametrize("folder", ["games/volcanique", "tests/volcanique"])
def test_what_is_adapted_from_a_rulebook_has_its_licence_beside_it(folder: str) -> None:
    """The notice names each folder; its LICENSE names author, licence and address, as the game's credit does."""
    notice, licence = (ROOT / "NOTICE").read_text(), (ROOT / folder / "LICENSE").read_text()
    credit = READABLE[folder.partition("/")[2]].credit

    assert credit is not None
    assert f"{folder}/" in notice
    assert credit.author in notice
    assert all(word in licence for word in (credit.author, credit.url, "CC-BY-NC-SA-4.0"))


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "LICENSE", "NOTICE"])
def test_the_readme_leads_to_the_papers_of_the_project(name: str) -> None:
    assert (ROOT / name).is_file()
    assert f"({name})" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("options", [["."], ["--editable", "."]])
def test_pip_is_told_that_there_is_no_package(options: list[str]) -> None:
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-input", "--no-deps", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode != 0
    assert "This is a site, not a package" in done.stdout + done.stderr
    assert "make run" in done.stdout + done.stderr


@pytest.mark.django_db
def test_the_foot_and_the_colophon_offer_the_source(client: Client, settings: object) -> None:
    page = client.get("/colophon/").text
    assert 'href="/colophon/#source">Source code</a>' in client.get("/terms/").text
    assert "https://www.gnu.org/licenses/agpl-3.0.html" in page
    assert 'href="/contact/">contact page</a>; you will get it free of charge.' in page

    settings.SOURCE_URL = "https://code.example/club?tag=1"  # type: ignore[attr-defined]
    assert 'href="https://code.example/club?tag=1">Source code</a>' in client.get("/terms/").text
    assert "The source of the version that runs here is at" in client.get("/colophon/").text


@pytest.mark.django_db
def test_the_colophon_credits_the_authors(client: Client) -> None:
    page = client.get("/colophon/").text
    for rules in READABLE.values():
        assert rules.title in page
        if rules.credit is not None:
            assert rules.credit.author in page
            assert f'<a href="{rules.credit.url}">{rules.credit.licence}</a>' in page
