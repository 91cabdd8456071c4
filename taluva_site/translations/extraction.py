"""What there is to translate: every sentence of the sources in one template, `locale/django.pot`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_python
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation.template import templatize

Text: TypeAlias = "str | tuple[str, ...]"

TEMPLATE = Path("locale/django.pot")
PYTHON = ("accounts", "games", "taluva_site")
SUFFIXES = (".html", ".txt", ".svg")
KEYWORDS: dict[str, object] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
# The same at every time, on every machine and for everybody.
HEADER = """\
# What the club says to people, in English. `manage.py translations extract` writes this file.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


class FoundText(NamedTuple):
    """A text, or a singular and its plural, with the file that has it."""

    text: Text
    source: str
    context: str | None = None


def template_text(root: Path) -> str:
    """Return the template of all that is under this folder, as its file has it."""
    catalog = Catalog()
    for text, source, context in find_texts(root):
        catalog.add(text, locations=[(source, 1)], context=context)
    out = BytesIO()
    write_po(out, catalog, omit_header=True, sort_output=True, include_lineno=False)
    return HEADER + out.getvalue().decode()


def find_texts(root: Path) -> Iterator[FoundText]:
    """Yield all that people read: Python, templates, and what the functions of TRANSLATION_SOURCES find."""
    for path in python_files(root):
        yield from in_python(path.read_bytes(), path.relative_to(root))
    for path in sorted((root / "templates").rglob("*")):
        if path.suffix in SUFFIXES:
            yield from in_template(path.read_text(), path.relative_to(root))
    for source in settings.TRANSLATION_SOURCES:
        yield from import_string(source)(root)


def python_files(root: Path) -> Iterator[Path]:
    for name in PYTHON:
        yield from (path for path in sorted((root / name).rglob("*.py")) if "migrations" not in path.parts)


def in_python(source: bytes, path: Path, keywords: Mapping[str, object] = KEYWORDS) -> Iterator[FoundText]:
    """Yield the texts in calls of gettext, or of the functions that `keywords` names."""
    for _line, text, _comments, context in extract(extract_python, BytesIO(source), keywords):  # type: ignore[arg-type]
        yield FoundText(text, path.as_posix(), context)


def in_template(source: str, path: Path) -> Iterator[FoundText]:
    """Return the texts of a Django template: Django turns it into calls of gettext.

    It keeps the template's indentation, at which Python's tokenizer would stumble.
    """
    calls = "\n".join(line.strip() for line in templatize(source).splitlines())
    return in_python(calls.encode(), path)


def compare_templates(root: Path) -> tuple[list[str], list[str]]:
    """Return the texts that the committed template lacks, and those that it has in excess."""
    committed = texts_of((root / TEMPLATE).read_text()) if (root / TEMPLATE).exists() else set()
    current = texts_of(template_text(root))
    return sorted(current - committed), sorted(committed - current)


def texts_of(template: str) -> set[str]:
    """Return the texts of a template, a plural under its singular."""
    catalog = read_po(BytesIO(template.encode()))
    return {message.id if isinstance(message.id, str) else message.id[0] for message in catalog if message.id}
