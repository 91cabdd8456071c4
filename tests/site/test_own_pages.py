"""A host's own terms, privacy page and imprint, from a folder outside the checkout."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from taluva_site import environment
from tests.site.test_environment import HOSTED, started

PAGE = """{% extends "base.html" %}
{% block title %}Imprint · {{ site_name }}{% endblock %}
{% block content %}<article class="page narrow prose"><h1>Imprint</h1><p>Island Road 1</p></article>{% endblock %}
"""


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    """The folder with a page of terms, put before the project's own templates."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "terms.html").write_text(PAGE.replace("Imprint", "Our own terms"))
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"].insert(0, tmp_path)
    settings.TEMPLATES = changed
    return tmp_path


@pytest.mark.django_db
def test_pages_of_the_folder_replace_ours_and_the_others_stay(folder: Path, client: Client) -> None:
    terms, privacy = client.get("/terms/").text, client.get("/privacy/").text

    assert ("<h1>Our own terms</h1>" in terms, 'class="foot"' in terms) == (True, True)
    assert "<h1>Privacy</h1>" in privacy


@pytest.mark.django_db
def test_there_is_an_imprint_if_the_host_wrote_one(folder: Path, client: Client, settings: Any) -> None:
    assert client.get("/imprint/").status_code == 404
    assert 'href="/imprint/"' not in client.get("/privacy/").text

    (folder / "pages" / "imprint.html").write_text(PAGE)
    settings.HAS_IMPRINT = True
    assert "Island Road 1" in client.get("/imprint/").text
    assert '<a href="/imprint/">Imprint</a>' in client.get("/privacy/").text


def test_the_folder_comes_from_the_environment(tmp_path: Path) -> None:
    club = environment.read_environment(
        {**HOSTED, "TEMPLATES_DIR": str(tmp_path), "SOURCE_URL": "https://code.example/club"}, tmp_path
    )

    assert (club.templates, club.source_url) == (tmp_path, "https://code.example/club")
    without = environment.read_environment(HOSTED, tmp_path)
    assert (without.templates, without.source_url) == (None, "")


@pytest.mark.parametrize(("name", "value"), [("TEMPLATES_DIR", "/no/such/folder"), ("SOURCE_URL", "code.example/club")])
def test_a_wrong_folder_or_address_is_refused_by_name(name: str, value: str, tmp_path: Path) -> None:
    with pytest.raises(environment.Misconfigured, match=f"{name} is wrong: '{value}'"):
        environment.read_environment({**HOSTED, name: value}, tmp_path)


def test_a_club_with_a_folder_has_its_imprint(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "imprint.html").write_text(PAGE)
    code = (
        "from django.conf import settings; from django.template.loader import get_template; "
        "print(settings.HAS_IMPRINT, get_template('pages/imprint.html').origin.name)"
    )
    environ = {"TALUVA_VAR": str(tmp_path / "var"), "TEMPLATES_DIR": str(tmp_path)}
    done = started(environ, "shell", "-v0", "-c", code)

    assert done.stdout.split() == ["True", str(tmp_path / "pages" / "imprint.html")], done.stderr
