"""What `collectstatic` makes of scripts and style sheets: smaller, and the same to a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from taluva_site.static_storage import is_own, minify

STATIC = Path(__file__).parents[2] / "static"
SCRIPTS = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*.js") if "vendor" not in path.parts)
COMMENT = re.compile(r"/\*.*?\*/|^//.*?$|\s//.*?$", re.DOTALL | re.MULTILINE)
LITERAL = re.compile(r'`[^`]*`|"(?:[^"\\\n]|\\.)*"')


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    """The folder of a hosted club's static files."""
    backend = "taluva_site.static_storage.CompressedStaticFilesStorage"
    settings.STATIC_ROOT, settings.STORAGES = tmp_path, {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_own_files_are_minified_and_compressed_and_others_stay(collected: Path) -> None:
    def of_page(name: str) -> Path:
        return collected / staticfiles_storage.url(name).removeprefix("/static/")

    for name in ("js/board.js", "css/play.css", "taluva/board.css"):
        written, sent = (STATIC / name).read_text(), of_page(name)
        assert sent.read_text() == minify(name, written)
        assert len(sent.read_text()) < 0.75 * len(written)
        assert Path(f"{sent}.br").stat().st_size < Path(f"{sent}.gz").stat().st_size < len(sent.read_bytes())
    for name in ("vendor/htmx-4.0.1.min.js", "img/favicon.svg"):
        assert of_page(name).read_bytes() == (STATIC / name).read_bytes()


def test_the_admins_files_are_not_ours() -> None:
    assert [is_own(name) for name in ("js/board.js", "css/site.css", "taluva/island.png")] == [True, True, False]
    assert [is_own(name) for name in ("admin/js/core.js", "vendor/htmx-4.0.1.min.js")] == [False, False]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_minified_script_keeps_each_text(name: str) -> None:
    """A template within another is none of those that are compared here, and none that a minifier reads well."""
    written = (STATIC / name).read_text()

    small = minify(name, written)

    assert LITERAL.findall(small) == LITERAL.findall(COMMENT.sub(" ", written))
    assert not re.search(r"`[^`]*\$\{[^}`]*`", small)
    assert "/*" not in small
